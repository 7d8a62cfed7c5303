import type { Modal } from 'obsidian';

/** The windows of ours that are open, so that none outlives the plugin. */
export class OpenModals {
  private readonly modals = new Set<Modal>();

  open(modal: Modal): void {
    this.modals.add(modal);
    modal.setCloseCallback(() => this.modals.delete(modal));
    modal.open();
  }

  closeAll(): void {
    for (const modal of [...this.modals]) modal.close();
  }
}
