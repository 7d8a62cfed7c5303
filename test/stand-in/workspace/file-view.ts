import type * as Obsidian from 'obsidian';
import type { OpenNote } from './editing/open-note.js';
import { smallestChange } from './editing/text-change.js';
import { ItemView } from './view.js';

/** Documented: obsidian.d.ts, `class FileView`: shows one file, and follows it when it moves. */
export abstract class FileView extends ItemView {
  allowNoFile = false;
  file: Obsidian.TFile | null = null;
  override navigation = true;

  override getDisplayText(): string {
    return this.file?.basename ?? 'No file';
  }

  override getState(): Record<string, unknown> {
    return this.file ? { file: this.file.path } : {};
  }

  override async setState(state: unknown, result: Obsidian.ViewStateResult): Promise<void> {
    const path = (state as { file?: unknown } | null)?.file;
    const file = typeof path === 'string' ? this.app.vault.getFileByPath(path) : null;
    if (file && file !== this.file) await this.loadFile(file);
    await super.setState(state, result);
  }

  canAcceptExtension(extension: string): boolean {
    return this.leaf.workspace.viewTypeOf({ extension }) === this.getViewType();
  }

  onLoadFile(file: Obsidian.TFile): Promise<void>;
  async onLoadFile(): Promise<void> {}

  onUnloadFile(file: Obsidian.TFile): Promise<void>;
  async onUnloadFile(): Promise<void> {}

  onRename(file: Obsidian.TFile): Promise<void>;
  async onRename(): Promise<void> {}

  protected override async onClose(): Promise<void> {
    if (this.file) await this.onUnloadFile(this.file);
    this.file = null;
  }

  private async loadFile(file: Obsidian.TFile): Promise<void> {
    if (this.file) await this.onUnloadFile(this.file);
    this.file = file;
    await this.onLoadFile(file);
    this.leaf.workspace.fileShown();
  }
}

export abstract class EditableFileView extends FileView {}

/** Documented: obsidian.d.ts, `class TextFileView`. Several views of one file share its text. */
export abstract class TextFileView extends EditableFileView {
  protected note: OpenNote | null = null;
  private stopListening: (() => void) | null = null;

  get data(): string {
    return this.note?.value ?? '';
  }

  abstract getViewData(): string;

  abstract setViewData(data: string, clear: boolean): void;

  abstract clear(): void;

  requestSave = (): void => {
    this.handIn();
    this.note?.requestSave();
  };

  async save(clear = false): Promise<void> {
    this.handIn();
    await this.note?.save();
    if (clear) this.clear();
  }

  override async onLoadFile(file: Obsidian.TFile): Promise<void> {
    const note = await this.leaf.workspace.openNotes.acquire(file);
    this.note = note;
    this.setViewData(note.value, true);
    this.stopListening = note.onChange(() => {
      if (note.value !== this.getViewData()) this.setViewData(note.value, false);
    });
  }

  override async onUnloadFile(file: Obsidian.TFile): Promise<void> {
    this.stopListening?.();
    this.handIn();
    this.note = null;
    await this.leaf.workspace.openNotes.release(file);
  }

  private handIn(): void {
    const change = smallestChange(this.data, this.getViewData());
    if (change) this.note?.edit([change]);
  }
}
