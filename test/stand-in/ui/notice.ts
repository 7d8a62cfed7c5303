import { inertElement } from '../workspace/inert-element.js';

/** Documented default is the user's setting; the stand-in's is five seconds (B9). */
const DEFAULT_DURATION = 5000;

/** Documented: obsidian.d.ts, `class Notice`; a duration of 0 stays until it is pressed. */
export class Notice {
  readonly noticeEl: HTMLElement;
  readonly containerEl: HTMLElement;
  readonly messageEl: HTMLElement;

  constructor(message: string | DocumentFragment, duration = DEFAULT_DURATION) {
    if (typeof document === 'undefined') {
      this.containerEl = this.noticeEl = this.messageEl = inertElement('a notice');
      return;
    }
    const { body, defaultView } = activeDocument;
    const holder =
      body.querySelector<HTMLElement>('.notice-container') ?? body.createDiv('notice-container');
    this.containerEl = holder;
    this.noticeEl = holder.createDiv({ cls: 'notice', attr: { role: 'status' } });
    this.messageEl = this.noticeEl.createDiv('notice-message');
    this.noticeEl.addEventListener('click', () => this.hide());
    this.setMessage(message);
    if (duration > 0) defaultView?.setTimeout(() => this.hide(), duration);
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.setText(message);
    return this;
  }

  hide(): void {
    this.noticeEl.remove();
  }
}
