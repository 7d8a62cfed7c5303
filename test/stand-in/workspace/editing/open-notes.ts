import type { TAbstractFile, TFile, Vault } from 'obsidian';
import { OpenNote } from './open-note.js';
import type { Timers } from '../timers.js';

interface Entry {
  readonly note: OpenNote;
  readonly loaded: Promise<void>;
  views: number;
}

/** The notes that some view shows, each once however many views there are. */
export class OpenNotes {
  private readonly entries = new Map<TAbstractFile, Entry>();

  constructor(
    private readonly vault: Vault,
    private readonly timers: Timers,
    private readonly saveMerges: boolean,
  ) {}

  /** The note, read; to be released by the same view. */
  async acquire(file: TFile): Promise<OpenNote> {
    let entry = this.entries.get(file);
    if (!entry) {
      const note = new OpenNote(file, this.vault, this.timers, this.saveMerges);
      entry = { note, loaded: note.load(), views: 0 };
      this.entries.set(file, entry);
    }
    entry.views += 1;
    await entry.loaded;
    return entry.note;
  }

  /** Unsaved typing is written when the last view lets go. */
  async release(file: TFile): Promise<void> {
    const entry = this.entries.get(file);
    if (!entry) return;
    entry.views -= 1;
    if (entry.views > 0) return;
    await entry.note.save();
    if (entry.views === 0) this.entries.delete(file);
  }

  /** The file changed on disk: typing that is not saved is merged with what is there. */
  async fileChanged(file: TAbstractFile): Promise<void> {
    try {
      await this.entries.get(file)?.note.load();
    } catch {
      // It is gone again already; its deletion is announced next.
    }
  }

  fileGone(file: TAbstractFile): void {
    this.entries.get(file)?.note.abandon();
    this.entries.delete(file);
  }

  async saveAll(): Promise<void> {
    await Promise.all([...this.entries.values()].map(({ note }) => note.save()));
  }

  /** The app ends without saving, as in a crash. */
  abandonAll(): void {
    for (const { note } of this.entries.values()) note.abandon();
    this.entries.clear();
  }
}
