import type { Result } from '../../core/errors.js';
import { baseName } from '../../core/note/file-name.js';
import type { Json } from '../../core/json.js';
import { atFirstFreeName } from '../../core/note/free-name.js';
import { foldName } from '../../core/note/vault-path.js';
import type { Ids } from '../../ports/ids.js';
import type { MetadataCache, NoteIndex } from '../../ports/metadata-cache.js';
import type { NoteFile, NoteStore, OnUnreadable } from '../../ports/note-store.js';
import type { VaultIndex } from './index/vault-index.js';
import { KeyedQueue } from '../../core/keyed-queue.js';
import { FiledRequests } from './filed-requests.js';

/** A program may leave a note empty for this long while it saves the note. */
const savingMs = 100;

interface KnownBefore {
  readonly metadataCache?: MetadataCache;
  readonly noteIndex?: NoteIndex;
}

interface Later {
  readonly now: () => number;
  readonly lookAt: (path: string, atMs: number) => void;
}

export class Notes {
  readonly filed: FiledRequests;
  private readonly keyedQueue = new KeyedQueue();
  private stopping = false;
  private readonly taken = new Map<string, number>();
  private takings = 0;
  private readonly spelled = new Map<string, string>();
  private readonly emptied = new Map<string, number>();

  constructor(
    private readonly store: NoteStore,
    private readonly index: VaultIndex,
    private readonly ids: Ids | undefined,
    private readonly onAffected: (keys: readonly string[]) => void,
    private readonly later?: Later,
  ) {
    this.filed = new FiledRequests(store);
  }

  list(folder: string, onUnreadable?: OnUnreadable): Promise<readonly NoteFile[]> {
    return this.store.list(folder, onUnreadable);
  }

  read(path: string): Promise<Result<string>> {
    return this.store.read(path);
  }

  knowsName(path: string): boolean {
    return this.spelled.has(foldName(path));
  }

  digest(path: string): Promise<Result<string>> {
    return this.store.digest(path, () => !this.stopping);
  }

  /** Stops computing digests, so that a large file does not delay the end. */
  stopDigests(): void {
    this.stopping = true;
  }

  version(path: string): Promise<string | null> {
    return this.store.version(path);
  }

  vaultPathOf(value: string): string | null {
    return this.store.vaultPathOf(value);
  }

  create(path: string, text: string): Promise<Result<void>> {
    return this.keyedQueue.take(path, async () => {
      const before = this.taken.get(path);
      const created = await this.store.create(path, text);
      if (created.ok) await this.takeWritten(path, text, before);
      return created;
    });
  }

  /** Null from `edit` leaves the note unchanged. */
  update(path: string, edit: (text: string) => string | null): Promise<Result<string>> {
    return this.keyedQueue.take(path, async () => {
      const before = this.taken.get(path);
      const updated = await this.store.update(path, edit);
      if (updated.ok) await this.takeWritten(path, updated.value, before);
      return updated;
    });
  }

  /** Uses another name if `name` is taken. Returns the new path. */
  async moveInto(folder: string, path: string, name = baseName(path)): Promise<Result<string>> {
    const to = await this.firstFree(folder, name, (candidate) => this.store.move(path, candidate));
    if (!to.ok) return to;
    await this.refresh(to.value);
    await this.refresh(path);
    return to;
  }

  createIn(folder: string, name: string, text: string): Promise<Result<string>> {
    return this.firstFree(folder, name, (candidate) => this.create(candidate, text));
  }

  async discover(file: NoteFile, { metadataCache, noteIndex }: KnownBefore = {}): Promise<void> {
    const { path } = file;
    const other = this.spelled.get(foldName(path)) ?? path;
    if (!this.index.follows(path) || other !== path) return void (await this.refresh(path));
    const metadata = metadataCache?.metadataOf(path) ?? null;
    const before = noteIndex?.noteAt(file) ?? null;
    const known =
      (metadata && this.index.putMetadata(path, metadata)) ??
      (before && this.index.putIndexed(path, before));
    if (known) {
      this.spelled.set(foldName(path), path);
      this.onAffected(known);
      return;
    }
    const text = await this.refresh(path);
    const [entry, digest] = [this.index.entryAt(path), this.index.digestOf(path)];
    if (text?.ok && entry && digest)
      noteIndex?.keep(file, { digest, entry: entry as unknown as Json });
  }

  /** Null when the index does not follow the path. */
  async refresh(path: string): Promise<Result<string> | null> {
    if (!this.index.follows(path)) {
      this.index.notice(path);
      if (this.index.placeOf(path) === 'doneActions') this.filed.lookAt(path);
      return null;
    }
    const before = this.taken.get(path);
    const text = await this.store.read(path);
    const other = this.spelled.get(foldName(path)) ?? path;
    const isThere = !text.ok || other === path || (await this.isSpelledSo(path, other));
    if (this.taken.get(path) !== before) return this.refresh(path);
    if (!isThere) {
      this.take(path, null);
      return text;
    }
    if (text.ok && text.value === '' && this.isBeingSaved(path)) return text;
    this.emptied.delete(path);
    if (text.ok) this.take(path, text.value);
    else if (text.error.code === 'note_missing') this.take(path, null);
    else if (text.error.code !== 'vault_missing') {
      this.takeUnreadable(path, text.error.message, text.error.advice);
    }
    return text;
  }

  /** Some disks ignore case, so two spellings can be one note. */
  private async isSpelledSo(path: string, other: string): Promise<boolean> {
    const files = await this.store.list(sharedFolder(path, other)).catch(() => null);
    if (files === null) return true;
    const listed = new Set(files.map((file) => file.path));
    if (listed.has(path) === listed.has(other)) return true;
    if (listed.has(path)) this.take(other, null);
    return listed.has(path);
  }

  private isBeingSaved(path: string): boolean {
    if (!this.later || this.index.entryAt(path)?.kind !== 'plan') return false;
    const now = this.later.now();
    const since = this.emptied.get(path) ?? now;
    this.emptied.set(path, since);
    if (now - since >= savingMs) return false;
    this.later.lookAt(path, since + savingMs);
    return true;
  }

  private async takeWritten(path: string, text: string, before: number | undefined): Promise<void> {
    if (this.taken.get(path) === before) this.take(path, text);
    else await this.refresh(path);
  }

  private take(path: string, text: string | null): void {
    this.taken.set(path, ++this.takings);
    const folded = foldName(path);
    if (text !== null) this.spelled.set(folded, path);
    else if (this.spelled.get(folded) === path) this.spelled.delete(folded);
    this.onAffected(this.index.put(path, text));
  }

  private takeUnreadable(path: string, message: string, advice: string): void {
    this.taken.set(path, ++this.takings);
    this.spelled.set(foldName(path), path);
    this.onAffected(this.index.putUnreadable(path, { message, advice }));
  }

  private firstFree(
    folder: string,
    name: string,
    attempt: (path: string) => Promise<Result<void>>,
  ): Promise<Result<string>> {
    return atFirstFreeName(folder, name, () => this.ids?.random(8) ?? '', attempt);
  }
}

function sharedFolder(one: string, other: string): string {
  const others = other.split('/');
  const names = one.split('/').slice(0, -1);
  const end = names.findIndex((name, at) => name !== others[at]);
  return (end < 0 ? names : names.slice(0, end)).join('/');
}
