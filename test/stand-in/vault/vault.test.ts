import { setTimeout as wait } from 'node:timers/promises';
import type * as Obsidian from 'obsidian';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { vaultFolder, type VaultFolder } from '../device-in-folder.js';
import { fileAt } from '../file-at.js';
import { memoryStorage } from '../device/memory-storage.js';
import { crashDisk, type CrashMoment } from '../disk/crash-disk.js';
import { folderDisk } from '../disk/folder-disk.js';
import type { Device, DeviceOptions } from '../open-device.js';
import { TFile, TFolder } from './abstract-file.js';

let folder: VaultFolder;
let device: Device;
let events: string[];

beforeEach(() => {
  folder = vaultFolder();
});
afterEach(() => folder.close());

/** Starts a device and notes the vault's events from then on. */
async function start(options: Partial<DeviceOptions> = {}): Promise<void> {
  device = await folder.device(options);
  await device.start();
  events = noted(device.vault);
}

function noted(vault: Obsidian.Vault): string[] {
  const lines: string[] = [];
  vault.on('create', (file) => lines.push(`create ${file.path}`));
  vault.on('modify', (file) => lines.push(`modify ${file.path}`));
  vault.on('delete', (file) => lines.push(`delete ${file.path}`));
  vault.on('rename', (file, oldPath) => lines.push(`rename ${oldPath} ${file.path}`));
  return lines;
}

/** Long enough for the watcher's echoes to have come, were there any. */
async function echoes(): Promise<void> {
  await wait(80);
  await device.settled();
}

describe('starting', () => {
  test('announces every existing entry to who listens before the vault is there, folders first', async () => {
    folder.write('Plans/a.md', 'a');
    folder.write('Plans/deep/b.md', 'b');
    folder.write('.obsidian/app.json', '{}');
    folder.write('.trash/old.md', 'gone');
    device = await folder.device();
    const early = noted(device.vault);
    const atReady: number[] = [];
    device.app.workspace.onLayoutReady(() => atReady.push(early.length));
    await device.start();
    expect(early).toEqual([
      'create Plans',
      'create Plans/a.md',
      'create Plans/deep',
      'create Plans/deep/b.md',
    ]);
    expect(atReady).toEqual([4]);
  });

  test('knows nothing of moves that were made while the app was closed', async () => {
    folder.write('Pending/a.md', 'a');
    await start();
    await device.close();
    folder.move('Pending/a.md', 'Approved/a.md');
    device = await folder.device();
    events = noted(device.vault);
    await device.start();
    expect(events).toEqual(['create Approved', 'create Approved/a.md', 'create Pending']);
  });

  test('has 5,000 notes in the tree', async () => {
    for (let n = 0; n < 5000; n += 1) folder.write(`Notes/${n % 50}/${n}.md`, `# Note ${n}\n`);
    await start();
    expect(device.vault.getMarkdownFiles()).toHaveLength(5000);
    await device.settled();
    expect(device.app.metadataCache.getCache('Notes/7/4907.md')?.headings).toHaveLength(1);
  }, 120_000);

  test('follows a link to a folder once, also when it leads upwards', async () => {
    const { symlinkSync } = await import('node:fs');
    folder.write('Plans/a.md', 'a');
    symlinkSync(folder.path, `${folder.path}/Plans/up`);
    await start();
    expect(device.vault.getFiles().map((file) => file.path)).toEqual(['Plans/a.md']);
  });
});

describe('writing through the API', () => {
  test('announces each change once: the echo of the watcher finds nothing to say', async () => {
    await start();
    const file = await device.vault.create('a.md', 'one');
    await device.vault.modify(file, 'two');
    await device.vault.process(file, (text) => `${text} three`);
    await device.vault.append(file, '\n');
    await device.vault.rename(file, 'b.md');
    await device.vault.delete(file);
    await echoes();
    expect(events).toEqual([
      'create a.md',
      'modify a.md',
      'modify a.md',
      'modify a.md',
      'rename a.md b.md',
      'delete b.md',
    ]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ['create a note again', () => device.vault.create('a.md', 'x'), 'File already exists.'],
    [
      'create a file again',
      () => device.vault.createBinary('a.md', new ArrayBuffer(1)),
      'already exists',
    ],
    ['create a folder again', () => device.vault.createFolder('Done'), 'Folder already exists.'],
    [
      'rename onto a note',
      () => device.vault.rename(fileAt(device, 'a.md'), 'b.md'),
      'Destination file already exists!',
    ],
    [
      'copy onto a note',
      () => device.vault.copy(fileAt(device, 'a.md'), 'b.md'),
      'Destination file already exists!',
    ],
    [
      'rename into no folder',
      () => device.vault.rename(fileAt(device, 'a.md'), 'No/b.md'),
      'ENOENT',
    ],
    ['create in no folder', () => device.vault.create('No/b.md', ''), 'ENOENT'],
  ])(
    'refuses to %s: nothing is replaced, no folder made by the way',
    async (_name, act, message) => {
      folder.write('a.md', 'a');
      folder.write('b.md', 'b');
      folder.makeFolder('Done');
      await start();
      await expect(act()).rejects.toThrow(message);
      expect([folder.text('a.md'), folder.text('b.md')]).toEqual(['a', 'b']);
      expect(events).toEqual([]);
    },
  );

  test('create sees the disk, not only the index that lags behind it', async () => {
    await start();
    folder.write('late.md', 'theirs');
    await expect(device.vault.create('late.md', 'ours')).rejects.toThrow('File already exists.');
    expect(folder.text('late.md')).toBe('theirs');
  });

  test('a folder rename comes for the folder first, then for each descendant', async () => {
    folder.write('Plans/a.md', 'a');
    folder.write('Plans/deep/b.md', 'b');
    await start();
    const file = fileAt(device, 'Plans/deep/b.md');
    await device.vault.rename(device.vault.getFolderByPath('Plans') as TFolder, 'Pläne');
    await echoes();
    expect(events).toEqual([
      'rename Plans Pläne',
      'rename Plans/a.md Pläne/a.md',
      'rename Plans/deep Pläne/deep',
      'rename Plans/deep/b.md Pläne/deep/b.md',
    ]);
    expect(file.path).toBe('Pläne/deep/b.md');
    expect(file.parent?.path).toBe('Pläne/deep');
    expect(device.vault.getAbstractFileByPath('Plans')).toBeNull();
  });

  test('a folder goes after what it holds, and a trashed note leaves the vault', async () => {
    folder.write('Old/a.md', 'a');
    folder.write('b.md', 'b');
    await start();
    await device.vault.delete(device.vault.getFolderByPath('Old') as TFolder, true);
    await device.app.fileManager.trashFile(fileAt(device, 'b.md'));
    await echoes();
    expect(events).toEqual(['delete Old/a.md', 'delete Old', 'delete b.md']);
    expect(folder.text('.trash/b.md')).toBe('b');
  });

  test('paths are told apart by their capitals', async () => {
    folder.write('Plans/a.md', 'a');
    await start();
    expect(device.vault.getAbstractFileByPath('plans/A.md')).toBeNull();
    expect(device.vault.getAbstractFileByPath('/')).toBe(device.vault.getRoot());
  });

  test('entries are files and folders of the module a plugin imports', async () => {
    folder.write('Plans/a.MD', 'a');
    await start();
    const file = device.vault.getAbstractFileByPath('Plans/a.MD');
    expect(file).toBeInstanceOf(TFile);
    expect(file).toMatchObject({ basename: 'a', extension: 'md', name: 'a.MD' });
    expect(file?.parent).toBeInstanceOf(TFolder);
  });

  test('reading a member that the stand-in lacks throws by its name', async () => {
    await start();
    expect(() => device.vault.getResourcePath(null as never)).toThrow(
      'The stand-in has no Vault.getResourcePath',
    );
    expect(() => (device.app as never)['renderContext']).toThrow(
      'The stand-in has no App.renderContext',
    );
  });
});

describe('process', () => {
  test('loses none of a hundred edits at once', async () => {
    folder.write('a.md', '0');
    await start();
    const file = fileAt(device, 'a.md');
    const increment = (text: string): string => `${Number(text) + 1}`;
    await Promise.all(Array.from({ length: 100 }, () => device.vault.process(file, increment)));
    expect(folder.text('a.md')).toBe('100');
  });

  test('writes nothing when the edit throws, or makes no difference', async () => {
    folder.write('a.md', 'as it is');
    await start();
    const failing = (): string => {
      throw new Error('no');
    };
    await expect(device.vault.process(fileAt(device, 'a.md'), failing)).rejects.toThrow('no');
    await device.vault.process(fileAt(device, 'a.md'), (text) => text);
    await echoes();
    expect(events).toEqual([]);
  });

  test.each([
    ['kept', '\uFEFFa'],
    ['stripped', 'a'],
  ] as const)(
    'gives text with its byte order mark %s, as the device is told',
    async (how, text) => {
      folder.write('a.md', '\uFEFFa');
      await start({ assumptions: { byteOrderMark: how } });
      expect(await device.vault.read(fileAt(device, 'a.md'))).toBe(text);
    },
  );

  test.each<[CrashMoment, number, string]>([
    ['before', 0, 'the old text'],
    ['torn', 0, ''],
    ['torn', 7, 'the new'],
    ['after', 0, 'the new text'],
  ])(
    'when the app dies at a write (%s, %i bytes of it) the note holds %j',
    async (moment, bytes, left) => {
      folder.write('a.md', 'the old text');
      const crash = crashDisk(folderDisk(folder.path));
      await start({ disk: crash.disk });
      crash.crashAt(crash.changes() + 1, moment, () => bytes);
      const answered = vi.fn();
      void device.vault
        .process(fileAt(device, 'a.md'), () => 'the new text')
        .then(answered, answered);
      await crash.crashed;
      await device.close('crash');
      expect(folder.text('a.md')).toBe(left);
      expect(answered).not.toHaveBeenCalled();
      await start();
      expect(await device.vault.read(fileAt(device, 'a.md'))).toBe(left);
    },
  );
});

describe('changes from outside', () => {
  test.each([
    ['create-first', ['create Approved/a.md', 'delete Pending/a.md']],
    ['delete-first', ['delete Pending/a.md', 'create Approved/a.md']],
  ] as const)('a move comes as create and delete, %s', async (outsideMoves, expected) => {
    folder.write('Pending/a.md', 'a');
    folder.makeFolder('Approved');
    await start({ outsideMoves });
    folder.move('Pending/a.md', 'Approved/a.md');
    await expect.poll(() => events).toHaveLength(2);
    expect(events).toEqual(expected);
  });

  test('the halves of a move may come apart, and the API sees the disk in between', async () => {
    folder.write('Pending/a.md', 'a');
    folder.makeFolder('Approved');
    await start({ outsideMoves: 'delete-first', outsideMoveGapMs: 150 });
    folder.move('Pending/a.md', 'Approved/a.md');
    await expect.poll(() => events).toEqual(['delete Pending/a.md']);
    expect(device.vault.getFileByPath('Approved/a.md')).toBeNull();
    await expect.poll(() => events).toHaveLength(2);
    expect(device.vault.getFileByPath('Approved/a.md')).not.toBeNull();
  });

  test('a moved folder goes with its content and comes with it', async () => {
    folder.write('Pending/one/a.md', 'a');
    folder.makeFolder('Approved');
    await start({ outsideMoves: 'delete-first' });
    folder.move('Pending/one', 'Approved/one');
    await expect.poll(() => events).toHaveLength(4);
    expect(events).toEqual([
      'delete Pending/one/a.md',
      'delete Pending/one',
      'create Approved/one',
      'create Approved/one/a.md',
    ]);
    folder.write('Approved/one/a.md', 'changed there');
    await expect.poll(() => events).toContain('modify Approved/one/a.md');
  });

  test('what is put into a folder that just appeared is seen', async () => {
    await start();
    folder.write('New/deep/er/a.md', 'a');
    await expect.poll(() => events).toContain('create New/deep/er/a.md');
  });

  test('dot folders are not the vault', async () => {
    await start();
    folder.write('.git/a.md', 'a');
    folder.write('Plans/.hidden/a.md', 'a');
    await expect.poll(() => events).toContain('create Plans');
    await echoes();
    expect(events).toEqual(['create Plans']);
  });

  test('a change in the same moment as our own write is not taken for its echo', async () => {
    folder.write('a.md', 'old');
    await start();
    await device.vault.modify(fileAt(device, 'a.md'), 'ours');
    folder.write('a.md', 'outside');
    await expect.poll(() => events).toHaveLength(2);
    expect(await device.vault.cachedRead(fileAt(device, 'a.md'))).toBe('outside');
  });

  test.each(['native', 'create-first', 'delete-first'] as const)(
    'none of 300 moves is lost, %s',
    async (outsideMoves) => {
      for (let n = 0; n < 300; n += 1) folder.write(`Pending/${n}.md`, `${n}`);
      folder.makeFolder('Approved');
      await start({ outsideMoves });
      for (let n = 0; n < 300; n += 1) folder.move(`Pending/${n}.md`, `Approved/${n}.md`);
      await expect.poll(() => events, { timeout: 10_000 }).toHaveLength(600);
      await echoes();
      expect(events).toHaveLength(600);
      const paths = device.vault.getFiles().map((file) => file.path);
      expect(paths.filter((path) => path.startsWith('Approved/'))).toHaveLength(300);
      expect(paths).toHaveLength(300);
    },
  );
});

test('two devices on copies of one vault know nothing of each other', async () => {
  const copy = vaultFolder();
  try {
    folder.write('a.md', 'a');
    copy.write('a.md', 'a');
    await start({ storage: memoryStorage() });
    const other = await copy.device({ platform: 'phone', storage: memoryStorage() });
    await other.start();
    const otherEvents = noted(other.vault);
    device.app.saveLocalStorage('key', 'here');
    await device.vault.modify(fileAt(device, 'a.md'), 'changed');
    await echoes();
    expect(events).toEqual(['modify a.md']);
    expect(otherEvents).toEqual([]);
    expect(other.app.loadLocalStorage('key')).toBeNull();
  } finally {
    await copy.close();
  }
});
