import type { App } from 'obsidian';
import { CountersignError, ok, type Result } from '../../../../core/errors.js';
import { attachmentTooLarge, largestAttachment } from '../../../../core/note/note-problems.js';
import { checkVaultFolder, foldName, vaultPathIn } from '../../../../core/note/vault-path.js';
import { KeyedQueue } from '../../../../core/keyed-queue.js';
import type { NoteStore } from '../../../../ports/note-store.js';
import { listFiles, type LinksIn } from './list-files.js';
import { createNote, makeFolder, moveNote } from './make-note.js';
import type { CutNote, NoteJournal } from './note-journal.js';
import { OwnWrites } from './own-writes.js';
import { updateNote } from './update-note.js';
import { checkNotePath, readBytes, readText, type VaultAccess } from './vault-access.js';
import { watchFiles } from './watch-files.js';
import { followCut, mendCut } from './write-in-place.js';

const MAX_NOTE_BYTES = 16 * 1024 * 1024;

export interface VaultNoteStoreOptions {
  readonly journal: NoteJournal;
  readonly cut?: ReadonlyMap<string, CutNote>;
  readonly locate?: (path: string) => Promise<Result<unknown>>;
  /** The real path of the vault's folder. Absent on a phone. */
  readonly root?: string;
  readonly locateFile?: (path: string) => Promise<Result<unknown>>;
  /** Returns null if it finds no file. Absent on a phone. */
  readonly versionOf?: (path: string) => Promise<string | null>;
  readonly linksIn?: LinksIn;
  /** By default 16 MiB. */
  readonly maxNoteBytes?: number;
}

export function vaultNoteStore(
  { vault, workspace }: Pick<App, 'vault' | 'workspace'>,
  options: VaultNoteStoreOptions,
): NoteStore {
  const { journal, cut = [], locate, linksIn, root, versionOf, locateFile = locate } = options;
  const ownWrites = new OwnWrites();
  const queue = new KeyedQueue();
  const watchers = new Set<(path: string) => void>();
  const access: VaultAccess = {
    vault,
    workspace,
    journal,
    ownWrites,
    writes: new KeyedQueue(),
    cut: new Map(cut),
    maxNoteBytes: options.maxNoteBytes ?? MAX_NOTE_BYTES,
    locate: locate ?? (async () => ok(undefined)),
    report(path) {
      for (const onChange of watchers) onChange(path);
    },
  };
  const writing = <T>(
    paths: readonly string[],
    write: () => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    queue.takeAll(paths.map(foldName), async () => {
      for (const path of paths) {
        const place = await checkNotePath(access, path);
        if (!place.ok) return place;
        const whole = await mendCut(access, path);
        if (!whole.ok) return whole;
      }
      return write();
    });
  /** Waits for the current write, so that the store's own change is not reported. */
  const reportOthers = (path: string, onChange: (path: string) => void): void => {
    const looked = ownWrites.announce(path);
    void access.writes.take(foldName(path), async () => {
      looked();
      if (!watchers.has(onChange)) return;
      if (ownWrites.isOwn(path)) {
        const text = await readText(access, path);
        const now = text.ok ? text.value : null;
        if ((text.ok || text.error.code === 'note_missing') && ownWrites.isAsLeft(path, now)) {
          return;
        }
        ownWrites.forget(path);
      }
      onChange(path);
    });
  };

  return {
    async list(folder) {
      const checked = checkVaultFolder(folder);
      // `locate` checks the folder that contains a path. A made-up path in `folder` makes it check
      // `folder`.
      const place = checked.ok && folder !== '' ? await access.locate(`${folder}/-`) : checked;
      if (!place.ok) {
        if (place.error.code === 'note_not_a_file') return [];
        throw new CountersignError({ ...place.error, path: folder });
      }
      return listFiles(access, folder, linksIn ?? (async () => new Set()));
    },

    async read(path) {
      const whole = await mendCut(access, path);
      return whole.ok ? access.writes.take(foldName(path), () => readText(access, path)) : whole;
    },

    create: (path, text) => writing([path], () => createNote(access, path, text)),

    async createFolder(path) {
      return path === '' ? ok(undefined) : writing([path], () => makeFolder(access, path));
    },

    update: (path, edit) => writing([path], () => updateNote(access, { path, edit })),

    move: (from, to) => writing([from, to], () => moveNote(access, from, to)),

    async digest(path) {
      const place = await locateFile?.(path);
      if (place && !place.ok) return place;
      const bytes = await access.writes.take(foldName(path), () =>
        readBytes(access, path, largestAttachment),
      );
      if (bytes.ok) return ok(await sha256(bytes.value));
      return bytes.error.code === 'note_too_large' ? attachmentTooLarge(path) : bytes;
    },

    version: async (path) => (await versionOf?.(path)) ?? null,

    vaultPathOf: (value) => (root === undefined ? null : vaultPathIn(root, value)),

    async watch(onChange) {
      watchers.add(onChange);
      // Other listeners read the note under its new name, so this listener comes first.
      const renamed = vault.on('rename', ({ path }, from) => void followCut(access, from, path));
      const stop = watchFiles(vault, (path) => reportOthers(path, onChange));
      return async () => {
        watchers.delete(onChange);
        vault.offref(renamed);
        stop();
      };
    },
  };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
