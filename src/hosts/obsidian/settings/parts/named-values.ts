import { Setting, type TextComponent } from 'obsidian';
import type { NamedValue } from '../../../../core/settings/bridges/bridge-fields.js';

interface Row {
  readonly setting: Setting;
  readonly name: TextComponent;
  readonly value: TextComponent;
  readonly isSaved: boolean;
}

/** Variables or headers with their values. Saved values are never shown. */
export class NamedValues {
  private readonly rows: Row[] = [];
  private readonly listEl: HTMLElement;

  constructor(
    container: HTMLElement,
    private readonly what: 'variable' | 'header',
    saved: readonly string[],
    private readonly onRow: {
      readonly added: (row: Setting, name: HTMLInputElement, value: HTMLInputElement) => void;
      readonly removed: (name: HTMLInputElement, value: HTMLInputElement) => void;
    },
  ) {
    this.listEl = container.createDiv('countersign-named-values');
    for (const name of saved) this.add(name, true);
    new Setting(container).addButton((button) =>
      button.setButtonText(`Add ${what}`).onClick(() => this.add('', false).name.inputEl.focus()),
    );
  }

  get values(): readonly NamedValue[] {
    return this.rows.map(({ name, value, isSaved }) => {
      const typed = value.getValue();
      return { name: name.getValue().trim(), value: isSaved && typed === '' ? null : typed };
    });
  }

  namesBeside(input: HTMLInputElement): readonly string[] {
    return this.rows
      .filter(({ name }) => name.inputEl !== input)
      .map(({ name }) => name.getValue().trim());
  }

  private add(savedName: string, isSaved: boolean): Row {
    const setting = new Setting(this.listEl).setClass('countersign-named-value');
    const parts: { name?: TextComponent; value?: TextComponent } = {};
    setting.addText((text) => {
      parts.name = text;
      text.setPlaceholder('Name').setValue(savedName);
      // A saved value belongs to its name, so the name cannot be edited.
      text.inputEl.readOnly = isSaved;
      text.inputEl.setAttr('aria-label', `Name of the ${this.what}`);
    });
    setting.addText((text) => {
      parts.value = text;
      text.setPlaceholder(isSaved ? 'Saved. Type to replace it' : 'Value');
      text.inputEl.type = 'password';
      text.inputEl.setAttrs({
        autocomplete: 'off',
        'aria-label': isSaved ? `New value of ${savedName}` : `Value of the ${this.what}`,
      });
    });
    const { name, value } = parts;
    if (!name || !value) throw new Error('The row was built without its inputs.');
    const row: Row = { setting, name, value, isSaved };
    this.rows.push(row);
    setting.addExtraButton((button) =>
      button
        .setIcon('trash-2')
        .setTooltip(`Remove ${savedName === '' ? `this ${this.what}` : savedName}`)
        .onClick(() => this.remove(row)),
    );
    this.onRow.added(setting, name.inputEl, value.inputEl);
    return row;
  }

  private remove(row: Row): void {
    this.rows.splice(this.rows.indexOf(row), 1);
    row.setting.settingEl.remove();
    this.onRow.removed(row.name.inputEl, row.value.inputEl);
  }
}
