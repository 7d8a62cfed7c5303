import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type * as nodeFs from 'node:fs';
import type * as nodeFsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Problem } from '../../../../../src/core/errors.js';
import {
  openDiskNoteStore,
  type DiskNoteStore,
  type DiskNoteStoreOptions,
} from '../../../../../src/hosts/node/disk/disk-note-store.js';

/** The folders that the system was asked to watch or to list, and the one that it does not list. */
const asked = vi.hoisted(() => ({ paths: [] as string[], open: 0, refused: '' }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof nodeFs>();
  return {
    ...fs,
    watch(...args: Parameters<typeof fs.watch>) {
      asked.paths.push(String(args[0]));
      const watcher = fs.watch(...args);
      asked.open += 1;
      return watcher.once('close', () => (asked.open -= 1));
    },
  };
});
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof nodeFsPromises>();
  return {
    ...fs,
    readdir(...args: Parameters<typeof fs.readdir>) {
      const path = String(args[0]);
      asked.paths.push(path);
      if (asked.refused === '' || !path.endsWith(asked.refused)) return fs.readdir(...args);
      return Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }));
    },
  };
});

let folder: string;
let root: string;
let store: DiskNoteStore | undefined;
let seen: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-folders-'));
  root = join(folder, 'vault');
  mkdirSync(root);
  seen = [];
  asked.refused = '';
});
afterEach(async () => {
  await store?.close();
  for (const made of [folder, `${folder}-old`]) rmSync(made, { recursive: true, force: true });
});

async function watch(options: Partial<DiskNoteStoreOptions>): Promise<void> {
  store = await openDiskNoteStore({ root, journalFolder: join(folder, 'device'), ...options });
  // From here on: opening looks for what a crashed process left, wherever it may be.
  asked.paths = [];
  await store.watch((path) => seen.push(path));
}

function put(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** On a busy machine a first look takes long, and the next one comes seconds later. */
const isSeen = (...paths: string[]): Promise<void> =>
  vi.waitFor(() => expect(seen).toEqual(expect.arrayContaining(paths)), {
    timeout: 15_000,
    interval: 5,
  });

/** Writes a note and waits for its report. */
async function isSeenAfter(path: string): Promise<void> {
  put(path, 'new');
  await isSeen(path);
}

describe.each([
  ['watching', false],
  ['polling', true],
])('%s only some folders of a vault on disk', (_how, polling) => {
  const folders = ['Base/Approved', 'Plans'];
  beforeEach(() => {
    for (const name of folders) mkdirSync(join(root, name), { recursive: true });
  });

  test('looks at nothing else of the vault [LOOP-5]', async () => {
    put('node_modules/some/a.js', '');
    await watch({ polling, folders });
    put('node_modules/some/b.js', '');
    put('Dashboard.md', '');
    put('Base/other.md', '');
    put('Base/Approved/deep/a.md', '');
    put('Plans/last.md', '');
    await isSeen('Base/Approved/deep/a.md', 'Plans/last.md');
    expect(seen).toHaveLength(2);
    expect(asked.paths.filter((path) => path.includes('node_modules'))).toEqual([]);
  });

  test('sees the notes beside folders that are nested too deep, leaves those out and says so [LOOP-5]', async () => {
    const deep = (levels: number): string => `Plans/${'d/'.repeat(levels)}`;
    const problems: string[] = [];
    put(`${deep(60)}a.md`, '');
    await watch({ polling, folders, onProblem: ({ message }) => void problems.push(message) });
    put(`${deep(20)}b.md`, '');
    put(`${deep(50)}c.md`, '');
    put(`Base/Approved/${'e/'.repeat(40)}d.md`, '');
    await isSeenAfter('Plans/last.md');
    await isSeen(`${deep(20)}b.md`);
    expect(seen).toHaveLength(2);
    expect(new Set(problems)).toEqual(
      new Set([expect.stringContaining('its folders are nested too deep')]),
    );
    asked.paths = [];
    expect((await store?.list('Plans'))?.map(({ path }) => path).sort()).toEqual(
      [`${deep(20)}b.md`, 'Plans/last.md'].sort(),
    );
    expect(asked.paths.filter((path) => path.includes('d/'.repeat(33)))).toEqual([]);
  });

  test.each<[string, () => void]>([
    [
      'is deleted and made again',
      () => {
        rmSync(join(root, 'Base'), { recursive: true });
        mkdirSync(join(root, 'Base/Approved'), { recursive: true });
      },
    ],
    [
      'is renamed, and renamed back',
      () => {
        renameSync(join(root, 'Base/Approved'), join(root, 'Base/Other'));
        renameSync(join(root, 'Base/Other'), join(root, 'Base/Approved'));
      },
    ],
    [
      'becomes a link to a folder of the vault',
      () => {
        renameSync(join(root, 'Base/Approved'), join(root, 'Elsewhere'));
        symlinkSync(join(root, 'Elsewhere'), join(root, 'Base/Approved'));
      },
    ],
    [
      'is in a vault that was replaced as a whole',
      () => {
        renameSync(root, join(folder, 'old'));
        mkdirSync(join(root, 'Base/Approved'), { recursive: true });
      },
    ],
    [
      'is in a vault whose drive was replaced',
      () => {
        // Nothing is reported of what happens above the vault.
        renameSync(folder, `${folder}-old`);
        mkdirSync(join(root, 'Base/Approved'), { recursive: true });
      },
    ],
  ])('sees a note in a folder that %s', async (_what, act) => {
    await watch({ polling, folders });
    act();
    // The watch may begin after the note was written, and must report it then.
    await isSeenAfter('Base/Approved/a.md');
    put('Base/Approved/a.md', 'changed');
    await isSeenAfter('Base/Approved/b.md');
  });

  test('sees a note in a folder that is a link to a folder of the vault', async () => {
    mkdirSync(join(root, 'Elsewhere'));
    symlinkSync(join(root, 'Elsewhere'), join(root, 'Rejected'));
    await watch({ polling, folders: [...folders, 'Rejected'] });
    put('Elsewhere/a.md', '');
    await isSeen('Rejected/a.md');
  });

  test('reports nothing while the vault is away', async () => {
    put('Plans/a.md', '');
    await watch({ polling, folders });
    renameSync(root, join(folder, 'away'));
    // Longer than it takes to look at all names again.
    await new Promise((resolve) => setTimeout(resolve, 1300));
    renameSync(join(folder, 'away'), root);
    expect(seen).toEqual([]);
    await isSeenAfter('Plans/b.md');
  });
});

test.each([false, true])(
  'of a folder that is a link out of the vault no name is read, which is said (polling: %s)',
  async (polling) => {
    const outside = join(folder, 'outside');
    mkdirSync(join(outside, 'deep'), { recursive: true });
    symlinkSync(outside, join(root, 'Plans'));
    const said: string[] = [];
    await watch({
      ...{ folders: ['Plans', 'Approved'], polling },
      onProblem: ({ message }) => said.push(message),
    });
    writeFileSync(join(outside, 'secret.md'), 'x');
    await isSeenAfter('Approved/a.md');
    expect(seen).toEqual(['Approved/a.md']);
    expect(said.join()).toContain('a link leads out of the vault');
  },
);

test('sees what changes beside a folder that cannot be read, and takes nothing in it for gone [LOOP-5]', async () => {
  put('Approved/deep/a.md', '');
  put('Approved/b.md', '');
  const unread: string[] = [];
  await watch({ folders: ['Approved'], polling: true });
  await store?.watch(
    () => undefined,
    (at) => unread.push(at),
  );
  asked.refused = '/Approved/deep';
  await vi.waitFor(() => expect(unread).toContain('Approved/deep'), { timeout: 5000 });
  rmSync(join(root, 'Approved/b.md'));
  await isSeenAfter('Approved/c.md');
  expect(seen.toSorted()).toEqual(['Approved/b.md', 'Approved/c.md']);
  rmSync(join(root, 'Approved/deep/a.md'));
  asked.refused = '';
  await vi.waitFor(() => expect(seen).toContain('Approved/deep/a.md'), { timeout: 5000 });
});

test('a file in place of a folder is a folder that cannot be read', async () => {
  writeFileSync(join(root, 'Plans'), '');
  await watch({ folders: ['Plans', 'Approved'], polling: false });
  const unread: string[] = [];
  const onUnreadable = (at: string, { message }: Problem) => unread.push(`${at}: ${message}`);
  expect(await store?.list('Plans', onUnreadable)).toEqual([]);
  expect(await store?.list('Approved', onUnreadable)).toEqual([]);
  expect(unread).toEqual([expect.stringMatching(/^Plans: .*not a folder/)]);
});

test('names a folder that cannot be read for a while, and ends all that it has the system watch, also below it', async () => {
  const unread: string[] = [];
  put('Plans/deep/a.md', '');
  await watch({ folders: ['Plans'], polling: false });
  const onUnreadable = (at: string, { message }: Problem) => unread.push(`${at}: ${message}`);
  await store?.watch(() => undefined, onUnreadable);
  renameSync(join(root, 'Plans'), join(folder, 'kept'));
  symlinkSync('Plans', join(root, 'Plans'));
  await vi.waitFor(() => expect(unread.join()).toContain('ELOOP'), { timeout: 5000 });
  rmSync(join(root, 'Plans'));
  renameSync(join(folder, 'kept'), join(root, 'Plans'));
  await isSeenAfter('Plans/deep/b.md');
  expect(unread.filter((one) => !one.startsWith('Plans: '))).toEqual([]);
  await store?.close();
  await vi.waitFor(() => expect(asked.open).toBe(0));
});
