import type { Modal } from 'obsidian';
import { elementId } from '../../../ui/parts/element-id.js';

/** Marks a window as ours, and labels it by its title for screen readers. */
export function markModal({ modalEl, titleEl }: Modal): void {
  modalEl.addClass('countersign-modal');
  titleEl.id = elementId();
  modalEl.setAttr('aria-labelledby', titleEl.id);
}
