import type { TFile, Vault } from 'obsidian';
import { mergeTexts } from './merge-texts.js';
import { applyChanges, smallestChange, type TextChange } from './text-change.js';
import type { Timers } from '../timers.js';

/** Typing is saved this many milliseconds after the last edit (obsidian.d.ts:7055; B1). */
const SAVE_DELAY = 2000;

export type NoteListener = (changes: readonly TextChange[]) => void;

/**
 * The text of a note that is open, shared by all views of the file. What another program or plugin
 * writes meanwhile is merged into unsaved typing when the vault tells of it; whether also when
 * typing is saved before that is open (B2). Line ends are `\n` here, as the editor has them:
 * a note with others keeps them until it is edited (B3).
 */
export class OpenNote {
  private text = '';
  /** What the file held when it was last read or written. */
  private saved = '';
  private edited = false;
  private cancelSave: (() => void) | null = null;
  private accesses: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<NoteListener>();

  constructor(
    readonly file: TFile,
    private readonly vault: Vault,
    private readonly timers: Timers,
    private readonly saveMerges: boolean,
  ) {}

  get value(): string {
    return this.text;
  }

  /** Whether there is typing that the file does not hold yet. */
  get dirty(): boolean {
    return this.edited;
  }

  /** Calls back after every change, whoever made it; the value stops that. */
  onChange(listener: NoteListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reads the file; typing that is not saved is kept. */
  async load(): Promise<void> {
    await this.inTurn(async () => {
      let text = '';
      // Not `read`, which may see a half-written file: this waits for a write that is under way.
      await this.vault.process(this.file, (current) => (text = current));
      this.takeOver(editorText(text));
    });
  }

  /** An edit by the user or a plugin; `changes` ascending, in offsets of the text before. */
  edit(changes: readonly TextChange[]): void {
    if (changes.length === 0) return;
    this.edited = true;
    this.apply(changes);
    this.requestSave();
  }

  requestSave(): void {
    this.cancelSave?.();
    this.cancelSave = this.timers.wait(SAVE_DELAY, () => {
      // What cannot be written stays typed and unsaved; the next save tries again.
      this.save().catch(() => undefined);
    });
  }

  /** Writes unsaved typing; rejects as the vault does. */
  async save(): Promise<void> {
    this.cancelSave?.();
    this.cancelSave = null;
    await this.inTurn(() => this.write());
  }

  /** Forgets unsaved typing: the file is gone. */
  abandon(): void {
    this.cancelSave?.();
    this.cancelSave = null;
    this.edited = false;
  }

  /** One access to the file after the other: what was read before a write is not taken for news. */
  private async inTurn(access: () => Promise<void>): Promise<void> {
    const turn = this.accesses.then(access);
    this.accesses = turn.catch(() => undefined);
    await turn;
  }

  private async write(): Promise<void> {
    if (!this.edited) return;
    const before = { text: this.text, saved: this.saved };
    this.edited = false;
    try {
      await this.vault.process(this.file, (current) => {
        const merged = this.saveMerges
          ? mergeTexts(before.saved, before.text, editorText(current))
          : before.text;
        this.saved = merged;
        return merged;
      });
    } catch (error) {
      this.saved = before.saved;
      this.edited = true;
      throw error;
    }
    this.replace(mergeTexts(before.text, this.text, this.saved));
  }

  private takeOver(outside: string): void {
    if (outside === this.saved) return;
    const merged = this.edited ? mergeTexts(this.saved, this.text, outside) : outside;
    this.saved = outside;
    this.edited = merged !== outside;
    this.replace(merged);
  }

  private replace(text: string): void {
    const change = smallestChange(this.text, text);
    if (change) this.apply([change]);
  }

  private apply(changes: readonly TextChange[]): void {
    this.text = applyChanges(this.text, changes);
    for (const listener of [...this.listeners]) listener(changes);
  }
}

function editorText(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
