import type { IconName } from 'obsidian';
import { BaseComponent } from './base-component.js';
import { setIcon } from '../icons.js';

/** Documented: obsidian.d.ts, `class ButtonComponent`. One handler: the last given. */
export class ButtonComponent extends BaseComponent {
  readonly buttonEl: HTMLButtonElement;
  private handler: ((event: MouseEvent) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.buttonEl = containerEl.createEl('button', { type: 'button' });
    this.buttonEl.addEventListener('click', (event) => void this.handler?.(event));
  }

  override setDisabled(disabled: boolean): this {
    this.buttonEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setCta(): this {
    return this.setClass('mod-cta');
  }

  removeCta(): this {
    this.buttonEl.removeClass('mod-cta');
    return this;
  }

  setWarning(): this {
    return this.setDestructive().setCta();
  }

  setDestructive(): this {
    return this.setClass('mod-destructive');
  }

  removeDestructive(): this {
    this.buttonEl.removeClass('mod-destructive');
    return this;
  }

  setTooltip(tooltip: string): this {
    this.buttonEl.setAttr('aria-label', tooltip);
    this.buttonEl.title = tooltip;
    return this;
  }

  setButtonText(name: string): this {
    this.buttonEl.setText(name);
    return this;
  }

  setIcon(icon: IconName): this {
    setIcon(this.buttonEl, icon);
    return this;
  }

  setClass(cls: string): this {
    this.buttonEl.addClass(cls);
    return this;
  }

  onClick(callback: (event: MouseEvent) => unknown): this {
    this.handler = callback;
    return this;
  }
}

/** Documented: obsidian.d.ts, `class ExtraButtonComponent`: an icon to press. */
export class ExtraButtonComponent extends BaseComponent {
  readonly extraSettingsEl: HTMLElement;
  private handler: (() => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    const button = containerEl.createEl('button', {
      cls: 'clickable-icon extra-setting-button',
      type: 'button',
    });
    button.addEventListener('click', () => void this.handler?.());
    this.extraSettingsEl = button;
    this.setIcon('settings');
  }

  override setDisabled(disabled: boolean): this {
    this.extraSettingsEl.toggleAttribute('disabled', disabled);
    return super.setDisabled(disabled);
  }

  setTooltip(tooltip: string): this {
    this.extraSettingsEl.setAttr('aria-label', tooltip);
    return this;
  }

  setIcon(icon: IconName): this {
    setIcon(this.extraSettingsEl, icon);
    return this;
  }

  onClick(callback: () => unknown): this {
    this.handler = callback;
    return this;
  }
}
