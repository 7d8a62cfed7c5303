import type * as Obsidian from 'obsidian';
import type { Setting } from './setting.js';
import type { SettingTab } from './setting-tab.js';
import type { AbstractTextComponent } from '../components/text-components.js';

/** A row's control, bound to the tab's `getControlValue` and `setControlValue`. */
export function addControl(
  setting: Setting,
  control: Obsidian.SettingControl,
  tab: SettingTab,
): void {
  const value = tab.getControlValue(control.key) ?? control.defaultValue;
  const keep = (next: unknown): void => void store(setting, control, tab, next);
  switch (control.type) {
    case 'toggle':
      setting.addToggle((toggle) => toggle.setValue(value === true).onChange(keep));
      break;
    case 'dropdown':
      setting.addDropdown((dropdown) =>
        dropdown.addOptions(control.options).setValue(textOf(value)).onChange(keep),
      );
      break;
    case 'slider':
      setting.addSlider((slider) => {
        slider.setLimits(control.min, control.max, control.step).setValue(Number(value ?? 0));
        if (control.displayFormat) slider.setDisplayFormat(control.displayFormat);
        slider.onChange(keep);
      });
      break;
    case 'color':
      setting.addColorPicker((picker) => picker.setValue(textOf(value)).onChange(keep));
      break;
    case 'textarea':
      setting.addTextArea((text) => {
        if (control.rows) text.inputEl.rows = control.rows;
        bindText(text, control, value, keep);
      });
      break;
    case 'number':
      setting.addText((text) => {
        text.inputEl.type = 'number';
        const { min = null, max = null, step = null } = control;
        text.inputEl.setAttrs({ min, max, step });
        bindText(text, control, value, (typed) => {
          const number = Number(typed);
          keep(typed === '' || Number.isNaN(number) ? (control.defaultValue ?? 0) : number);
        });
      });
      break;
    case 'text':
    case 'file':
    case 'folder':
      setting.addText((text) => bindText(text, control, value, keep));
      break;
  }
  void check(setting, control, value);
}

function bindText(
  text: AbstractTextComponent<HTMLInputElement | HTMLTextAreaElement>,
  { placeholder = '' }: { placeholder?: string },
  value: unknown,
  keep: (typed: string) => void,
): void {
  text.setValue(textOf(value)).setPlaceholder(placeholder).onChange(keep);
}

async function store(
  setting: Setting,
  control: Obsidian.SettingControl,
  tab: SettingTab,
  value: unknown,
): Promise<void> {
  if (!(await check(setting, control, value))) return;
  await tab.setControlValue(control.key, value);
  tab.refreshDomState();
}

async function check(
  setting: Setting,
  control: Obsidian.SettingControl,
  value: unknown,
): Promise<boolean> {
  const message = await control.validate?.(value as never);
  setting.setErrorMessage(message || null);
  return !message;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
