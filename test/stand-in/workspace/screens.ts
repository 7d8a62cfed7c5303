import type { WorkspaceWindowInitData } from 'obsidian';
import type { MarkdownView, NotePane } from './markdown-view.js';

/** What the workspace asks of whoever draws it. In Node nobody does. */
export interface Screens {
  drawIcon(element: HTMLElement, icon: string): void;
  drawEmptyTab(element: HTMLElement): void;
  attachNote(view: MarkdownView): NotePane;
  /** Opens a pop-out window; fails when the browser refuses. */
  openWindow(data: WorkspaceWindowInitData): Window;
  /** Brings a view's own element into the window that its leaf is in now. */
  layoutChanged(): void;
}
