import type * as Obsidian from 'obsidian';
import { TextFileView } from './file-view.js';
import { NoteEditor } from './editing/note-editor.js';

/** One of a note view's two faces, as `currentMode` and `previewMode` hand them out. */
export interface NoteFace {
  get(): string;
  set(data: string, clear: boolean): void;
  getScroll(): number;
  applyScroll(scroll: number): void;
  rerender(full?: boolean): void;
}

/** What draws a note view where there is a document. */
export interface NotePane {
  /** The mode or the text is another one now; `anew`: what is drawn is drawn once more. */
  refresh(anew?: boolean): void;
  scroll: number;
}

/** Documented: obsidian.d.ts, `class MarkdownView`: a note, read or edited. */
export class MarkdownView extends TextFileView {
  readonly editor: NoteEditor;
  readonly previewMode: NoteFace;
  hoverPopover: Obsidian.HoverPopover | null = null;
  override icon = 'file-text';
  /** B13: only when it is asked for by `source: false` in the view's state. */
  livePreview = false;
  private mode: Obsidian.MarkdownViewModeType;
  private pane: NotePane | null = null;

  constructor(leaf: Obsidian.WorkspaceLeaf) {
    super(leaf);
    const { workspace } = this.leaf;
    this.mode = workspace.defaultMode;
    this.editor = new NoteEditor(() => {
      this.pane?.refresh();
      workspace.trigger('editor-change', this.editor, this);
    });
    this.previewMode = {
      get: () => this.getViewData(),
      set: (data) => this.setViewData(data),
      getScroll: () => this.pane?.scroll ?? 0,
      applyScroll: (scroll) => {
        if (this.pane) this.pane.scroll = scroll;
      },
      rerender: (full = false) => this.pane?.refresh(full),
    };
  }

  override getViewType(): string {
    return 'markdown';
  }

  getMode(): Obsidian.MarkdownViewModeType {
    return this.mode;
  }

  get currentMode(): Obsidian.MarkdownSubView {
    return this.previewMode;
  }

  override getState(): Record<string, unknown> {
    const { mode, livePreview } = this;
    return { ...super.getState(), mode, ...(livePreview ? { source: false } : {}) };
  }

  override async setState(state: unknown, result: Obsidian.ViewStateResult): Promise<void> {
    const { mode, source } = (state ?? {}) as { mode?: unknown; source?: unknown };
    if (mode === 'source' || mode === 'preview') this.mode = mode;
    if (typeof source === 'boolean') this.livePreview = !source;
    await super.setState(state, result);
    this.pane?.refresh();
  }

  override getViewData(): string {
    return this.editor.getValue();
  }

  override setViewData(data: string): void {
    this.editor.setValue(data);
  }

  override clear(): void {
    this.editor.setCursor(0, 0);
  }

  showSearch(): void {
    throw new Error('The stand-in has no MarkdownView.showSearch');
  }

  /** Draws the view if there are screens; called again when they come later than the view. */
  attachPane(): void {
    this.pane ??= this.leaf.workspace.screens?.attachNote(this) ?? null;
    this.pane?.refresh();
  }

  override async onLoadFile(file: Obsidian.TFile): Promise<void> {
    const note = await this.leaf.workspace.openNotes.acquire(file);
    this.note = note;
    this.editor.show(note);
    this.pane?.refresh();
  }

  override async onUnloadFile(file: Obsidian.TFile): Promise<void> {
    this.editor.show(null);
    this.note = null;
    await this.leaf.workspace.openNotes.release(file);
  }

  protected override async onOpen(): Promise<void> {
    this.attachPane();
  }
}
