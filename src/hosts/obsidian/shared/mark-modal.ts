import type { Modal } from 'obsidian';
import { elementId } from '../../../ui/parts/element-id.js';

/** Adds our CSS class. Makes screen readers announce the window's title. */
export function markModal({ modalEl, titleEl }: Modal): void {
  modalEl.addClass('countersign-modal');
  titleEl.id = elementId();
  modalEl.setAttr('aria-labelledby', titleEl.id);
}
