import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planSetUp, setUpVault } from '../../../../../src/engine/operations/set-up-vault.js';
import {
  openDiskNoteStore,
  type DiskNoteStore,
} from '../../../../../src/hosts/node/disk/disk-note-store.js';
import { look, standalone } from '../../../../support/engine/gate-bench.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';
import { folders, quiet, valueOf } from '../../../../support/engine/world.js';

const attachment = 'Invoices/January.md';

let folder: string;
let store: DiskNoteStore;
let bench: PeopleBench;
/** Where the approved note lies. */
let path: string;

const at = (name: string): string => join(folder, 'vault', name);
const elsewhere = (name: string): string => join(folder, 'elsewhere', name);

/** Approved by a person while actions are paused: it runs as soon as they go on. */
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-links-')));
  for (const name of ['vault/Invoices', 'elsewhere']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(at(attachment), '1500');
  // What was written a moment ago may still be written: it would be read again in a second.
  await new Promise((resolve) => setTimeout(resolve, 60));
  store = await openDiskNoteStore({
    root: at(''),
    journalFolder: join(folder, 'device'),
    folders: Object.values(folders),
    hiddenIn: folders.doneActions,
  });
  valueOf(await setUpVault(store, planSetUp(folders, 'Dashboard.md')));
  bench = await createPeopleBench({ config: { paused: true }, ports: () => ({ store }) });
  await standalone(bench, {
    arguments: { to: 'a@example.com', subject: 'Invoice', attachments: [at(attachment)] },
  });
  valueOf(await pressApprove(bench, await onlyReview(bench)));
  path = `Approved/${readdirSync(at('Approved')).find((name) => name.endsWith('.md')) ?? ''}`;
});
afterEach(async () => {
  await bench.engine.stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function goOn(): Promise<void> {
  bench.world.config = { ...bench.world.config, paused: false };
  bench.engine.look(path);
  await quiet(bench.engine);
  await look(bench);
}

/** Moves a file or folder away and puts a link to it, or to a copy, in its place. */
function replaceByLink(name: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  renameSync(at(name), target);
  symlinkSync(target, at(name));
}

test('what was approved on a disk runs once, with its attachment as it was', async () => {
  await goOn();
  expect(bench.world.server.calls).toMatchObject([
    { arguments: { attachments: [at(attachment)] } },
  ]);
});

describe('an approved note is not run when', () => {
  test.each<[string, () => void]>([
    [
      'a link to the same bytes elsewhere in the vault lies in its place',
      () => replaceByLink(path, at('Notes/the-note.md')),
    ],
    [
      'a link to the same bytes outside the vault lies in its place',
      () => replaceByLink(path, elsewhere('the-note.md')),
    ],
    [
      'a link that leads nowhere lies in its place',
      () => {
        renameSync(at(path), elsewhere('the-note.md'));
        symlinkSync(elsewhere('nothing.md'), at(path));
      },
    ],
    [
      'a folder lies in its place',
      () => {
        renameSync(at(path), elsewhere('the-note.md'));
        mkdirSync(at(path));
        copyFileSync(elsewhere('the-note.md'), at(`${path}/the-note.md.txt`));
      },
    ],
    [
      'its folder gave way to a link out of the vault, with the same note in it',
      () => replaceByLink('Approved', elsewhere('Approved')),
    ],
  ])('%s, and the note is left as it is [GATE-8]', async (_how, replace) => {
    const bytes = readFileSync(at(path));
    replace();
    await goOn();
    expect(bench.world.server.calls).toEqual([]);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    expect(left.some((text) => text.equals(bytes))).toBe(true);
    expect(bench.world.records().some(({ kind }) => kind === 'intent')).toBe(false);
  });
});

describe('an approved attachment is not sent when', () => {
  test.each<[string, () => void]>([
    [
      'a link to the same bytes elsewhere in the vault lies in its place',
      () => replaceByLink(attachment, at('Notes/January.md')),
    ],
    [
      'a link to another note of the vault lies in its place',
      () => {
        rmSync(at(attachment));
        symlinkSync(at('Dashboard.md'), at(attachment));
      },
    ],
    [
      'a link to the same bytes outside the vault lies in its place',
      () => replaceByLink(attachment, elsewhere('January.md')),
    ],
    [
      'its folder gave way to a link out of the vault, with the same file in it',
      () => replaceByLink('Invoices', elsewhere('Invoices')),
    ],
    [
      'its folder gave way to a link within the vault, with another file in it',
      () => {
        replaceByLink('Invoices', at('Old'));
        writeFileSync(at('Old/January.md'), '9500');
      },
    ],
    [
      'a folder lies in its place',
      () => {
        rmSync(at(attachment));
        mkdirSync(at(attachment));
      },
    ],
  ])('%s [GATE-10]', async (_how, replace) => {
    replace();
    await goOn();
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.records().some(({ kind }) => kind === 'intent')).toBe(false);
    const [said = ''] = readdirSync(at('Pending_Approval')).map((name) =>
      readFileSync(at(`Pending_Approval/${name}`), 'utf8'),
    );
    const alerts = bench.engine.view().alerts.map(({ text }) => text);
    expect([said, ...alerts].join('\n')).toMatch(
      /attached file is not as it was|outside the vault/,
    );
  });
});

describe('a note of an executed action keeps its request from running', () => {
  const latin = Buffer.of(0xe9);
  const inDone = (name: string | Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${at('Done/Actions')}/`), Buffer.from(name)]);
  const texts = (): string => JSON.stringify(bench.engine.view().alerts.map(({ text }) => text));
  const seen = () => new Promise((resolve) => setTimeout(resolve, 300));

  test.each(['.other.md', '.MD', '.a/b.md', '.a/.b/..c.md'])(
    'under the hidden name %s [GATE-2]',
    async (name) => {
      mkdirSync(dirname(at(`Done/Actions/${name}`)), { recursive: true });
      copyFileSync(at(path), inDone('x.md'));
      await seen();
      renameSync(inDone('x.md'), inDone(name));
      await seen();
      await goOn();
      expect(bench.world.server.calls).toEqual([]);
      expect(readdirSync(at('Archive')).filter((one) => one.endsWith('.md'))).toHaveLength(1);
    },
  );

  test.skipIf(process.platform !== 'linux').each(['.md', '.txt', ''])(
    'under a name that is not valid UTF-8 and ends in “%s” [GATE-2]',
    async (end) => {
      const name = Buffer.concat([latin, Buffer.from(end)]);
      if (end === '') mkdirSync(inDone(name));
      else copyFileSync(at(path), inDone(name));
      await seen();
      await goOn();
      expect(bench.world.server.calls).toEqual([]);
      expect(texts()).toContain('in “Done/Actions” has a name that is not valid UTF-8');
      rmSync(inDone(name), { recursive: true });
      await bench.world.clock.advance(60_000);
      await goOn();
      expect(bench.world.server.calls).toHaveLength(1);
    },
  );

  test('but not a file that macOS or an editor writes beside a note', async () => {
    writeFileSync(inDone('._x.md'), latin);
    symlinkSync('ann@desk.1234', inDone('.#x.md'));
    writeFileSync(inDone('.DS_Store'), latin);
    await seen();
    await goOn();
    expect(bench.world.server.calls).toHaveLength(1);
  });
});
