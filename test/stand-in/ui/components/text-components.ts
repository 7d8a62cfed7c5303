import { ValueComponent } from './base-component.js';
import { setIcon } from '../icons.js';

/** Documented: obsidian.d.ts, `class AbstractTextComponent`. `onChange` hears every input. */
export class AbstractTextComponent<
  T extends HTMLInputElement | HTMLTextAreaElement,
> extends ValueComponent<string> {
  private callback: ((value: string) => unknown) | null = null;

  constructor(readonly inputEl: T) {
    super();
    inputEl.addEventListener('input', () => this.onChanged());
  }

  override setDisabled(disabled: boolean): this {
    this.inputEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(placeholder: string): this {
    this.inputEl.placeholder = placeholder;
    return this;
  }

  onChanged(): void {
    this.callback?.(this.getValue());
  }

  onChange(callback: (value: string) => unknown): this {
    this.callback = callback;
    return this;
  }
}

export class TextComponent extends AbstractTextComponent<HTMLInputElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('input', { type: 'text', attr: { spellcheck: 'false' } }));
  }
}

export class TextAreaComponent extends AbstractTextComponent<HTMLTextAreaElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('textarea', { attr: { spellcheck: 'false' } }));
  }
}

export class SearchComponent extends AbstractTextComponent<HTMLInputElement> {
  readonly clearButtonEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    const holder = containerEl.createDiv('search-input-container');
    super(holder.createEl('input', { type: 'search', attr: { enterkeyhint: 'search' } }));
    this.clearButtonEl = holder.createDiv({
      cls: 'search-input-clear-button',
      attr: { 'aria-label': 'Clear search' },
    });
    setIcon(this.clearButtonEl, 'x');
    this.clearButtonEl.addEventListener('click', () => {
      this.setValue('');
      this.onChanged();
    });
  }
}
