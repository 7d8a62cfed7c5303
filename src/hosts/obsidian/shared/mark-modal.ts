import type { Modal } from 'obsidian';
import { elementId } from '../../../ui/parts/element-id.js';

/** Marks a window as ours, and has it named by its title for who hears it. */
export function markModal({ modalEl, titleEl }: Modal): void {
  modalEl.addClass('countersign-modal');
  titleEl.id = elementId();
  modalEl.setAttr('aria-labelledby', titleEl.id);
}
