import type { BaseComponent } from '../components/base-component.js';
import { ButtonComponent, ExtraButtonComponent } from '../components/button-component.js';
import {
  ColorComponent,
  DisplayValueComponent,
  DropdownComponent,
  ProgressBarComponent,
  SliderComponent,
  ToggleComponent,
} from '../components/choice-components.js';
import {
  SearchComponent,
  TextAreaComponent,
  TextComponent,
} from '../components/text-components.js';

/** Documented: obsidian.d.ts, `class Setting`: a row with a name, a description and controls. */
export class Setting {
  readonly settingEl: HTMLElement;
  readonly infoEl: HTMLElement;
  readonly nameEl: HTMLElement;
  readonly descEl: HTMLElement;
  readonly controlEl: HTMLElement;
  readonly components: BaseComponent[] = [];
  errorEl: HTMLElement | null = null;

  constructor(containerEl: HTMLElement) {
    this.settingEl = containerEl.createDiv('setting-item');
    this.infoEl = this.settingEl.createDiv('setting-item-info');
    this.nameEl = this.infoEl.createDiv('setting-item-name');
    this.descEl = this.infoEl.createDiv('setting-item-description');
    this.controlEl = this.settingEl.createDiv('setting-item-control');
  }

  setErrorMessage(message: string | null): this {
    this.errorEl?.remove();
    this.errorEl = message
      ? this.infoEl.createDiv({
          cls: 'setting-item-error',
          text: message,
          attr: { role: 'alert' },
        })
      : null;
    this.settingEl.toggleClass('is-invalid', this.errorEl !== null);
    return this;
  }

  setName(name: string | DocumentFragment): this {
    this.nameEl.setText(name);
    if (typeof name === 'string') this.labelControls(name);
    return this;
  }

  setDesc(desc: string | DocumentFragment): this {
    this.descEl.setText(desc);
    return this;
  }

  setClass(cls: string): this {
    this.settingEl.addClass(cls);
    return this;
  }

  setTooltip(tooltip: string): this {
    this.nameEl.title = tooltip;
    return this;
  }

  setHeading(): this {
    return this.setClass('setting-item-heading');
  }

  setDisabled(disabled: boolean): this {
    this.settingEl.toggleClass('is-disabled', disabled);
    for (const component of this.components) component.setDisabled(disabled);
    return this;
  }

  addDisplayValue(callback: (component: DisplayValueComponent) => unknown): this {
    return this.add(new DisplayValueComponent(this.controlEl), callback);
  }

  addButton(callback: (component: ButtonComponent) => unknown): this {
    return this.add(new ButtonComponent(this.controlEl), callback);
  }

  addExtraButton(callback: (component: ExtraButtonComponent) => unknown): this {
    return this.add(new ExtraButtonComponent(this.controlEl), callback);
  }

  addToggle(callback: (component: ToggleComponent) => unknown): this {
    return this.add(new ToggleComponent(this.controlEl), callback);
  }

  addText(callback: (component: TextComponent) => unknown): this {
    return this.add(new TextComponent(this.controlEl), callback);
  }

  addComponent<T extends BaseComponent>(callback: (element: HTMLElement) => T): this {
    return this.add(callback(this.controlEl), () => undefined);
  }

  addSearch(callback: (component: SearchComponent) => unknown): this {
    return this.add(new SearchComponent(this.controlEl), callback);
  }

  addTextArea(callback: (component: TextAreaComponent) => unknown): this {
    return this.add(new TextAreaComponent(this.controlEl), callback);
  }

  addDropdown(callback: (component: DropdownComponent) => unknown): this {
    return this.add(new DropdownComponent(this.controlEl), callback);
  }

  addColorPicker(callback: (component: ColorComponent) => unknown): this {
    return this.add(new ColorComponent(this.controlEl), callback);
  }

  addProgressBar(callback: (component: ProgressBarComponent) => unknown): this {
    return this.add(new ProgressBarComponent(this.controlEl), callback);
  }

  addSlider(callback: (component: SliderComponent) => unknown): this {
    return this.add(new SliderComponent(this.controlEl), callback);
  }

  then(callback: (setting: this) => unknown): this {
    callback(this);
    return this;
  }

  clear(): this {
    this.controlEl.empty();
    this.components.length = 0;
    return this;
  }

  private add<T extends BaseComponent>(component: T, callback: (component: T) => unknown): this {
    this.components.push(component);
    callback(component);
    this.labelControls(this.nameEl.textContent ?? '');
    return this;
  }

  /** So that a screen reader, and a test, finds a control by the row's name. */
  private labelControls(name: string): void {
    if (!name) return;
    for (const control of this.controlEl.findAll('input, select, textarea')) {
      if (!control.getAttr('aria-label')) control.setAttr('aria-label', name);
    }
  }
}

/** Documented: obsidian.d.ts, `class SettingGroup`, since 1.11.0. */
export class SettingGroup {
  readonly groupEl: HTMLElement;
  readonly listEl: HTMLElement;
  private header: HTMLElement | null = null;

  constructor(containerEl: HTMLElement) {
    this.groupEl = containerEl.createDiv('setting-group');
    this.listEl = this.groupEl.createDiv('setting-items');
  }

  setHeading(text: string | DocumentFragment): this {
    const name = this.headerControls().parentElement?.find('.setting-item-name');
    name?.setText(text);
    return this;
  }

  addClass(...classes: string[]): this {
    this.groupEl.addClass(...classes);
    return this;
  }

  addSetting(callback: (setting: Setting) => void): this {
    callback(new Setting(this.listEl));
    return this;
  }

  addSearch(callback: (component: SearchComponent) => unknown): this {
    callback(new SearchComponent(this.headerControls()));
    return this;
  }

  addExtraButton(callback: (component: ExtraButtonComponent) => unknown): this {
    callback(new ExtraButtonComponent(this.headerControls()));
    return this;
  }

  private headerControls(): HTMLElement {
    if (!this.header) {
      const heading = new Setting(this.groupEl).setHeading();
      this.groupEl.prepend(heading.settingEl);
      this.header = heading.controlEl;
    }
    return this.header;
  }
}
