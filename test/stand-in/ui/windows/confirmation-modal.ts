import type { App } from 'obsidian';
import { Modal } from './modal.js';
import { ButtonComponent } from '../components/button-component.js';

/** Documented: obsidian.d.ts, `class ConfirmationButton`. */
export class ConfirmationButton extends ButtonComponent {
  initialFocus = false;

  constructor(
    container: HTMLElement,
    private readonly modal: Modal,
  ) {
    super(container);
    this.onClick(() => undefined);
  }

  override onClick(handler: (event: MouseEvent) => unknown): this {
    return super.onClick(async (event) => {
      if (!(await handler(event))) this.modal.close();
    });
  }

  setInitialFocus(): this {
    this.initialFocus = true;
    return this;
  }

  setSecondary(): this {
    return this.setClass('mod-secondary');
  }

  setCancel(): this {
    return this.setClass('mod-cancel');
  }
}

/** Documented: obsidian.d.ts, `class ConfirmationModal`, since 1.13.0. */
export class ConfirmationModal extends Modal {
  readonly buttonContainerEl: HTMLElement;
  private readonly buttons: ConfirmationButton[] = [];

  constructor(app: App) {
    super(app);
    this.modalEl.addClass('mod-confirmation');
    this.buttonContainerEl = this.modalEl.createDiv('modal-button-container');
  }

  override open(): void {
    super.open();
    this.buttons.findLast(({ initialFocus }) => initialFocus)?.buttonEl.focus();
  }

  addClass(cls: string): this {
    this.modalEl.addClass(cls);
    return this;
  }

  addCheckbox(label: string, callback: (value: boolean) => unknown): this {
    const holder = createEl('label', { cls: 'mod-checkbox' });
    const box = holder.createEl('input', { type: 'checkbox' });
    holder.appendText(label);
    box.addEventListener('change', () => void callback(box.checked));
    this.buttonContainerEl.before(holder);
    return this;
  }

  addButton(callback: (button: ConfirmationButton) => unknown): this {
    const button = new ConfirmationButton(this.buttonContainerEl, this);
    this.buttons.push(button);
    callback(button);
    return this;
  }

  addCancelButton(text = 'Cancel'): this {
    return this.addButton((button) => button.setButtonText(text).setCancel());
  }
}
