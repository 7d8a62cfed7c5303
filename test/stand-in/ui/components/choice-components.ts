import { BaseComponent, ValueComponent } from './base-component.js';

/** Documented: obsidian.d.ts, `class ToggleComponent`. */
export class ToggleComponent extends ValueComponent<boolean> {
  readonly toggleEl: HTMLElement;
  private readonly box: HTMLInputElement;
  private callback: ((value: boolean) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.toggleEl = containerEl.createEl('label', 'checkbox-container');
    this.box = this.toggleEl.createEl('input', { type: 'checkbox', attr: { role: 'switch' } });
    this.box.addEventListener('change', () => this.changed());
  }

  override setDisabled(disabled: boolean): this {
    this.box.disabled = disabled;
    this.toggleEl.toggleClass('is-disabled', disabled);
    return super.setDisabled(disabled);
  }

  getValue(): boolean {
    return this.box.checked;
  }

  /** Documented: setting another value calls back, as a press does. */
  setValue(on: boolean): this {
    if (this.box.checked === on) return this;
    this.box.checked = on;
    this.changed();
    return this;
  }

  setTooltip(tooltip: string): this {
    this.box.setAttr('aria-label', tooltip);
    return this;
  }

  onClick(): void {
    this.setValue(!this.getValue());
  }

  onChange(callback: (value: boolean) => unknown): this {
    this.callback = callback;
    return this;
  }

  private changed(): void {
    this.toggleEl.toggleClass('is-enabled', this.box.checked);
    this.callback?.(this.box.checked);
  }
}

/** Documented: obsidian.d.ts, `class DropdownComponent`. */
export class DropdownComponent extends ValueComponent<string> {
  readonly selectEl: HTMLSelectElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.selectEl = containerEl.createEl('select', 'dropdown');
  }

  override setDisabled(disabled: boolean): this {
    this.selectEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  addOption(value: string, display: string): this {
    this.selectEl.createEl('option', { value, text: display });
    return this;
  }

  addOptions(options: Record<string, string>): this {
    for (const [value, display] of Object.entries(options)) this.addOption(value, display);
    return this;
  }

  getValue(): string {
    return this.selectEl.value;
  }

  setValue(value: string): this {
    this.selectEl.value = value;
    return this;
  }

  onChange(callback: (value: string) => unknown): this {
    this.selectEl.addEventListener('change', () => void callback(this.getValue()));
    return this;
  }
}

/** Documented: obsidian.d.ts, `class SliderComponent`. */
export class SliderComponent extends ValueComponent<number> {
  readonly sliderEl: HTMLInputElement;
  private readonly shown: HTMLElement;
  private format: (value: number) => string = String;
  private instant = false;

  constructor(containerEl: HTMLElement) {
    super();
    this.shown = containerEl.createSpan('slider-value');
    this.sliderEl = containerEl.createEl('input', { type: 'range', cls: 'slider' });
    this.sliderEl.addEventListener('input', () => this.show());
  }

  override setDisabled(disabled: boolean): this {
    this.sliderEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setInstant(instant: boolean): this {
    this.instant = instant;
    return this;
  }

  setLimits(min: number | null, max: number | null, step: number | 'any'): this {
    this.sliderEl.setAttrs({ min, max, step });
    return this;
  }

  getValue(): number {
    return this.sliderEl.valueAsNumber;
  }

  setValue(value: number): this {
    this.sliderEl.valueAsNumber = value;
    this.show();
    return this;
  }

  getValuePretty(): string {
    return this.format(this.getValue());
  }

  setDisplayFormat(format: (value: number) => string): this {
    this.format = format;
    this.show();
    return this;
  }

  setDynamicTooltip(): this {
    return this;
  }

  onChange(callback: (value: number) => unknown): this {
    this.sliderEl.addEventListener('input', () => this.instant && void callback(this.getValue()));
    this.sliderEl.addEventListener('change', () => {
      if (!this.instant) void callback(this.getValue());
    });
    return this;
  }

  private show(): void {
    this.shown.setText(this.getValuePretty());
  }
}

/** Documented: obsidian.d.ts, `class ProgressBarComponent`; the value is a percentage. */
export class ProgressBarComponent extends ValueComponent<number> {
  private readonly bar: HTMLProgressElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.bar = containerEl.createEl('progress', { attr: { max: 100 } });
  }

  getValue(): number {
    return this.bar.value;
  }

  setValue(value: number): this {
    this.bar.value = value;
    return this;
  }
}

/** Documented: obsidian.d.ts, `class ColorComponent`, with the value as `#rrggbb` only. */
export class ColorComponent extends ValueComponent<string> {
  private readonly input: HTMLInputElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.input = containerEl.createEl('input', { type: 'color' });
  }

  override setDisabled(disabled: boolean): this {
    this.input.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.input.value;
  }

  setValue(value: string): this {
    this.input.value = value;
    return this;
  }

  onChange(callback: (value: string) => unknown): this {
    this.input.addEventListener('change', () => void callback(this.getValue()));
    return this;
  }
}

/** Documented: obsidian.d.ts, `class DisplayValueComponent`. */
export class DisplayValueComponent extends BaseComponent {
  readonly valueEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.valueEl = containerEl.createSpan('setting-display-value');
  }

  setValue(value: string | null): this {
    this.valueEl.setText(value ?? '');
    return this;
  }

  setStatus(status: 'warning' | null): this {
    this.valueEl.toggleClass('mod-warning', status === 'warning');
    return this;
  }
}
