import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { CountersignError, fail, ok, type Problem, type Result } from '../../../core/errors.js';
import { folderOf } from '../../../core/note/file-name.js';
import {
  attachmentTooLarge,
  largestAttachment,
  nameTaken,
  notAFile,
  noteMissing,
  readingStopped,
} from '../../../core/note/note-problems.js';
import type { NoteFile, NoteStore } from '../../../ports/note-store.js';
import { KeyedQueue } from '../../../core/keyed-queue.js';
import { systemErrorCode } from '../../desktop/system/system-error.js';
import { realFolder, withOpenFolder } from './open-folder.js';
import { locateFolder, locateNote, outsideVault } from '../../desktop/paths/vault-folder.js';
import { fileVersion } from '../../desktop/files/file-version.js';
import { locateRealFile } from '../../desktop/paths/vault-links.js';
import { checkVaultPath, foldName, vaultPathIn } from '../../../core/note/vault-path.js';
import { KnownFiles } from './disk-known-files.js';
import { finishJournal, journalMove } from './disk-move-journal.js';
import { createFile } from './disk-note-create.js';
import {
  decodeNote,
  encodeNote,
  isInside,
  leadsInside,
  readBytes,
  withOpenNote,
} from './disk-note-file.js';
import { listFiles, removeLeftOvers } from './disk-note-list.js';
import { finishMove, moveFile } from './disk-note-move.js';
import { updateNote } from './disk-note-update.js';
import { watchFiles } from './disk-note-watch.js';
import { folderProblem, misnamedProblem, readProblem, writeProblem } from './disk-problem.js';

const MAX_NOTE_BYTES = 16 * 1024 * 1024;

export interface DiskNoteStoreOptions {
  readonly root: string;
  /** A folder outside the vault that records unfinished moves. */
  readonly journalFolder: string;
  readonly folders?: readonly string[];
  /** Below this folder, the store also lists and reads notes with hidden names. */
  readonly hiddenIn?: string;
  readonly polling?: boolean;
  /** Set this for a store that only reads, so that opening it changes no files. */
  readonly isReader?: true;
  readonly maxNoteBytes?: number;
  /** Receives problems that occur outside of any call of the store. */
  readonly onProblem?: (problem: Problem) => void;
}

export interface DiskNoteStore extends NoteStore {
  close(): Promise<void>;
}

export async function openDiskNoteStore(options: DiskNoteStoreOptions): Promise<DiskNoteStore> {
  const { root, saysWhatIsOpen } = await realFolder(options.root);
  const { journalFolder, maxNoteBytes = MAX_NOTE_BYTES, onProblem = () => undefined } = options;
  const { folders = [''], hiddenIn } = options;
  const rootPath = root.split(sep).join('/');
  const queue = new KeyedQueue();
  const watchers = new Set<(path: string) => void>();
  const stops = new Set<() => Promise<void>>();
  const known = new KnownFiles(root, (path) => {
    for (const onChange of watchers) onChange(path);
  });

  if (!options.isReader) {
    await finishJournal(journalFolder, async ({ from, to, claims }) => {
      const places = [await locateNote(root, from), await locateNote(root, to)] as const;
      if (places[0].ok && places[1].ok) finishMove(places[0].value, places[1].value, claims);
    });
    const stop = await removeLeftOvers(root);
    stops.add(async () => stop());
  }

  const lookUps = new Map<string, Promise<Result<string>>>();
  const locateForReading = async (path: string): Promise<Result<string>> => {
    const checked = checkVaultPath(path, hiddenIn);
    if (!checked.ok) return checked;
    const folder = folderOf(path);
    const lookUp =
      lookUps.get(folder) ??
      locateFolder(root, folder, hiddenIn).finally(() => {
        lookUps.delete(folder);
      });
    lookUps.set(folder, lookUp);
    const place = await lookUp;
    if (place.ok) return ok(join(root, path));
    const { error } = place;
    return error.code === 'note_not_a_file'
      ? noteMissing(path)
      : { ok: false, error: { ...error, path } };
  };
  const reading = async <T>(
    path: string,
    read: (file: string) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    try {
      const file = await locateForReading(path);
      return file.ok ? await read(file.value) : file;
    } catch (error) {
      return ifSystemError(error, () => readProblem(error, path));
    }
  };
  const writing = async <T>(
    paths: readonly string[],
    write: () => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    for (const path of paths) {
      const checked = checkVaultPath(path);
      if (!checked.ok) return checked;
    }
    return queue.takeAll(paths.map(foldName), async () => {
      try {
        return await write();
      } catch (error) {
        return ifSystemError(error, () => writeProblem(error, paths[0] ?? ''));
      }
    });
  };
  const inFolder = async <T>(
    path: string,
    missing: 'make' | 'fail',
    use: (folder: string) => Promise<Result<T>>,
  ): Promise<Result<T>> => withOpenFolder(root, folderOf(path), missing === 'make', use);

  return {
    async list(folder, onUnreadable = () => undefined) {
      const unread = new Map<string, Problem>();
      const note = (error: unknown, at: string): void => {
        const isMisnamed = systemErrorCode(error) === 'EILSEQ';
        if (!isMisnamed) unread.set(at, folderProblem(error, at));
        else if (!unread.has(at)) unread.set(at, misnamedProblem(at));
      };
      const list = async (): Promise<readonly NoteFile[]> => {
        try {
          const place = await locateFolder(root, folder, hiddenIn);
          if (place.ok) return await listFiles(root, folder, note, hiddenIn);
          if (place.error.code === 'note_not_a_file') return [];
          throw new CountersignError(place.error);
        } catch (error) {
          if (['', 'EOUTSIDE'].includes(systemErrorCode(error))) throw error;
          note(error, folder);
          return [];
        }
      };
      const files = await list();
      for (const [at, problem] of unread) onUnreadable(at, problem);
      return files;
    },

    async read(path) {
      const readFrom = (file: string, wasLocated: boolean): Promise<Result<string>> =>
        withOpenNote(
          root,
          file,
          path,
          async (note) => {
            const bytes = await readBytes(note, maxNoteBytes, path);
            return bytes.ok ? decodeNote(bytes.value, path) : bytes;
          },
          wasLocated,
        );
      if (saysWhatIsOpen && checkVaultPath(path, hiddenIn).ok) {
        const file = join(root, path);
        try {
          return await readFrom(file, false);
        } catch (error) {
          if (systemErrorCode(error) === '') throw error;
          if (leadsInside(root, dirname(file))) return readProblem(error, path);
          const place = await locateForReading(path);
          return place.ok ? readProblem(error, path) : place;
        }
      }
      return reading(path, (file) => readFrom(file, true));
    },

    create: (path, text) =>
      writing([path], async () => {
        const bytes = encodeNote(text, maxNoteBytes, path);
        if (!bytes.ok) return bytes;
        return inFolder(path, 'make', async (folder) => {
          const onMade = (): void => known.made(path);
          switch (await createFile(root, folder, basename(path), bytes.value, onMade)) {
            case 'made':
              return ok(undefined);
            case 'taken':
              return nameTaken(path);
            case 'outside':
              return outsideVault(path);
          }
        });
      }),

    async createFolder(path) {
      if (path === '') return ok(undefined);
      return writing([path], () =>
        inFolder(path, 'make', async (place) => {
          const folder = join(place, basename(path));
          try {
            await mkdir(folder);
            return ok(undefined);
          } catch (error) {
            if (systemErrorCode(error) !== 'EEXIST') throw error;
            const isFolder = await stat(folder).then(
              (stats) => stats.isDirectory(),
              () => false,
            );
            return isFolder ? ok(undefined) : nameTaken(path);
          }
        }),
      );
    },

    update: (path, edit) =>
      writing([path], () =>
        inFolder(path, 'fail', (folder) =>
          updateNote({
            root,
            folder,
            path,
            maxBytes: maxNoteBytes,
            edit,
            onReplaced: (before) => known.replaced(path, before),
          }),
        ),
      ),

    move: (from, to) =>
      writing([from, to], () =>
        inFolder(from, 'fail', async (left) => {
          const source = join(left, basename(from));
          if (!(await lstat(source)).isFile()) return notAFile(from);
          return inFolder(to, 'make', async (reached) => {
            // A link can make both folders the same folder.
            if (folderOf(from) !== folderOf(to) && (await isSameFolder(left, reached))) {
              return fail(
                'note_write_failed',
                `The folder ${folderOf(to)} leads to ${folderOf(from)}, where the note is already.`,
                'Replace the link with a folder.',
                { path: to },
              );
            }
            const end = await moveFile(source, join(reached, basename(to)), {
              staysInside: () => isInside(root, reached),
              journal: (claims) => journalMove(journalFolder, { from, to, claims }),
              onMoved: (before) => known.moved(from, to, before),
              onWithdrawn: () => known.left(to),
            });
            if (end === 'moved') return ok(undefined);
            if (end === 'taken') return nameTaken(to);
            return fail(
              'note_changed',
              'Something else moved or replaced this note at the same time.',
              'Check where it is now, then try again.',
              { path: from },
            );
          });
        }),
      ),

    digest: (path, goesOn = () => true) =>
      reading(path, async () => {
        const file = await locateRealFile(root, path);
        if (!file.ok) return file;
        return withOpenNote(root, file.value, path, async ({ fd, stats }) => {
          const hash = createHash('sha256');
          let left = largestAttachment;
          if (stats.size > left) return attachmentTooLarge(path);
          for await (const chunk of createReadStream('', { fd, start: 0, autoClose: false })) {
            const bytes = chunk as Buffer;
            left -= bytes.length;
            if (left < 0) return attachmentTooLarge(path);
            if (!goesOn()) return readingStopped(path);
            hash.update(bytes);
          }
          return ok(hash.digest('hex'));
        });
      }),

    async version(path) {
      const file = await locateRealFile(root, path);
      return file.ok ? fileVersion(file.value) : null;
    },

    vaultPathOf: (value) => vaultPathIn(rootPath, value),

    async watch(onChange, onUnreadable) {
      const reportOthers = (path: string): void => {
        if (watchers.has(onChange) && known.changedByOthers(path)) onChange(path);
      };
      watchers.add(onChange);
      const stopFiles = await watchFiles({
        ...{ root, folders, known },
        ...(hiddenIn === undefined ? {} : { hiddenIn }),
        polling: options.polling ?? false,
        onEvent: reportOthers,
        onProblem,
        ...(onUnreadable && {
          onUnreadable: (folder: string, error: unknown) => {
            const isMisnamed = systemErrorCode(error) === 'EILSEQ';
            onUnreadable(
              folder,
              isMisnamed ? misnamedProblem(folder) : folderProblem(error, folder),
            );
          },
        }),
        async onGap() {
          for (const folder of folders) {
            const files = await listFiles(root, folder, () => undefined, hiddenIn);
            for (const file of files) reportOthers(file.path);
          }
        },
      });
      const stop = async (): Promise<void> => {
        watchers.delete(onChange);
        stops.delete(stop);
        await stopFiles();
      };
      stops.add(stop);
      return stop;
    },

    async close() {
      await Promise.all([...stops].map((stop) => stop()));
    },
  };
}

/** An error that does not come from the system is a bug. */
function ifSystemError<T>(error: unknown, problem: () => Result<T>): Result<T> {
  if (systemErrorCode(error) === '') throw error;
  return problem();
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  return a.dev === b.dev && a.ino === b.ino;
}
