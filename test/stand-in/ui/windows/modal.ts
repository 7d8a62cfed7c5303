import type * as Obsidian from 'obsidian';
import { setIcon } from '../icons.js';
import { keymapOf, Scope } from './scope.js';

/** Documented: obsidian.d.ts, `class Modal`. Escape, the cross and the backdrop close it. */
export class Modal {
  readonly app: Obsidian.App;
  readonly scope = new Scope();
  readonly containerEl: HTMLElement;
  readonly modalEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly contentEl: HTMLElement;
  shouldRestoreSelection = true;
  private closeCallback: (() => unknown) | null = null;
  private focusBefore: Element | null = null;

  constructor(app: Obsidian.App) {
    this.app = app;
    this.containerEl = createDiv('modal-container mod-dim');
    this.containerEl.createDiv('modal-bg').addEventListener('click', () => this.close());
    this.modalEl = this.containerEl.createDiv({
      cls: 'modal',
      attr: { role: 'dialog', 'aria-modal': 'true', tabindex: '-1' },
    });
    const cross = this.modalEl.createEl('button', {
      cls: 'modal-close-button clickable-icon',
      attr: { 'aria-label': 'Close' },
    });
    setIcon(cross, 'x');
    cross.addEventListener('click', () => this.close());
    this.titleEl = this.modalEl.createDiv('modal-header').createDiv('modal-title');
    this.contentEl = this.modalEl.createDiv('modal-content');
    this.scope.register([], 'Escape', () => {
      this.close();
      return false;
    });
  }

  open(): void {
    const doc = activeDocument;
    this.focusBefore = doc.activeElement;
    keymapOf(this.app).pushScope(this.scope);
    doc.body.appendChild(this.containerEl);
    this.modalEl.focus();
    void this.onOpen();
  }

  close(): void {
    if (!this.containerEl.isConnected) return;
    keymapOf(this.app).popScope(this.scope);
    this.containerEl.remove();
    this.onClose();
    this.closeCallback?.();
    if (this.shouldRestoreSelection) (this.focusBefore as HTMLElement | null)?.focus();
  }

  onOpen(): Promise<void> | void {}

  onClose(): void {}

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }

  setContent(content: string | DocumentFragment): this {
    this.contentEl.setText(content);
    return this;
  }

  setCloseCallback(callback: () => unknown): this {
    this.closeCallback = callback;
    return this;
  }

  onHistoryBack(): void {
    this.close();
  }
}
