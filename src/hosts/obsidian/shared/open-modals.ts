import type { Modal } from 'obsidian';

export class OpenModals {
  private readonly modals = new Set<Modal>();

  open(modal: Modal, onClose: () => void = () => undefined): void {
    this.modals.add(modal);
    modal.setCloseCallback(() => {
      this.modals.delete(modal);
      onClose();
    });
    modal.open();
  }

  get isAnyOpen(): boolean {
    return this.modals.size > 0;
  }

  closeAll(): void {
    for (const modal of [...this.modals]) modal.close();
  }
}
