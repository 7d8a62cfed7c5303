import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Json } from '../../../../../src/core/json.js';
import type { Review } from '../../../../../src/core/request/review/review.js';
import type { BridgeTarget } from '../../../../../src/core/request/action/tool-definition.js';
import { Observer } from '../../../../../src/engine/observer.js';
import { planSetUp, setUpVault } from '../../../../../src/engine/operations/set-up-vault.js';
import {
  openDiskNoteStore,
  type DiskNoteStore,
} from '../../../../../src/hosts/node/disk/disk-note-store.js';
import { standalone } from '../../../../support/engine/gate-bench.js';
import { createPeopleBench, onlyReview } from '../../../../support/engine/people-bench.js';
import { folders, valueOf } from '../../../../support/engine/world.js';

const jan = 'Invoices/jan.txt';

let folder: string;
let vault: string;
let store: DiskNoteStore;

/** A vault on a disk, with everything in it that makes a name lead to another file than it seems to. */
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-pins-')));
  vault = join(folder, 'vault');
  const places = ['vault/Invoices', 'vault/Odd ', 'vault/x,', 'vault/x=', 'elsewhere/deep'];
  for (const name of [...places, 'elsewhere/Invoices']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const files = [
    'x.txt',
    'x.txt ',
    '@x.txt',
    'LICENSE',
    '__proto__',
    jan,
    'x.txt#1',
    'x.txt:1',
    'Odd /x.txt',
    'a.txt,b.txt',
    'x,/b.txt',
    'x=/b.txt',
    'ja*.txt',
    '%6Aan.txt',
  ];
  for (const name of files) writeFileSync(join(vault, name), name);
  writeFileSync(join(folder, 'elsewhere/Invoices/jan.txt'), 'another');
  symlinkSync(join(folder, 'elsewhere/deep'), join(vault, 'L'));
  symlinkSync(join(folder, 'elsewhere'), join(vault, 'Out'));
  symlinkSync(join(vault, 'Invoices'), join(vault, 'Linked'));
  symlinkSync(join(vault, jan), join(vault, 'alias.txt'));
  linkSync(join(vault, jan), join(vault, 'second-name.txt'));
  execFileSync('/usr/bin/env', ['mkfifo', join(vault, 'pipe.txt')]);
  symlinkSync(vault, join(folder, 'other-way'));
  store = await openDiskNoteStore({
    root: join(folder, 'other-way'),
    journalFolder: join(folder, 'device'),
  });
  valueOf(await setUpVault(store, planSetUp(folders, 'Dashboard.md')));
  // What was written a moment ago may still be written.
  await new Promise((resolve) => setTimeout(resolve, 100));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the card of a request says of these attachments, for a server that is reached like that. */
async function saidOf(attachments: Json, target?: BridgeTarget) {
  const bench = await createPeopleBench({ ports: () => ({ store }) });
  if (target) bench.world.server.target = target;
  try {
    const path = await standalone(bench, {
      arguments: { to: 'a@example.com', subject: 'Invoice', attachments },
    });
    const review = await onlyReview(bench);
    const shown = contentOf(review);
    // A phone knows nothing of where the vault lies on the computer that runs actions.
    const observer = await Observer.start({
      store: { ...store, vaultPathOf: () => null },
      folders,
    });
    const [onPhone] = await observer.reviews(1);
    await observer.stop();
    expect(onPhone && contentOf(onPhone)).toEqual(shown);
    rmSync(join(vault, path));
    return shown;
  } finally {
    await bench.engine.stop();
  }
}

function contentOf({ request, arguments: args }: Review) {
  const view = args.find(({ name }) => name === 'attachments');
  return {
    signed: Object.keys(request.machine.preparation?.files ?? { none: '' }),
    pinned: view?.files,
    called: view?.notPinned.map(({ named }) => named),
  };
}

test.each(['Invoices/jan.txt', 'LICENSE', 'second-name.txt', '@x.txt', '__proto__'])(
  'the content of a vault file is pinned when it is named by its real, full path: %s [GATE-10]',
  async (file) => {
    const named = join(vault, file);
    expect(await saidOf([named])).toEqual({ signed: [file], pinned: [file], called: [] });
  },
);

test.each<[string, (vault: string) => string]>([
  ['a relative path', () => jan],
  ['a relative name without extension', () => 'LICENSE'],
  ['a relative path with a dot in front', () => `./${jan}`],
  ['a relative name with an @ in front', () => '@x.txt'],
  ['a relative name with a space behind', () => 'x.txt '],
  ['..', (at) => `${at}/L/../${jan}`],
  ['.. in a relative path', () => `L/../${jan}`],
  ['a dot', (at) => `${at}/./${jan}`],
  ['two slashes', (at) => `${at}//${jan}`],
  ['a link to a folder of the vault', (at) => `${at}/Linked/jan.txt`],
  ['a link to a folder outside the vault', (at) => `${at}/Out/Invoices/jan.txt`],
  ['a link to a file', (at) => `${at}/alias.txt`],
  ['a link to the vault itself', (at) => `${at}/../other-way/${jan}`],
  ['another spelling of the vault by a link', () => join(folder, 'other-way', jan)],
  ['a space behind, although there is such a file', (at) => `${at}/x.txt `],
  ['a space in front', (at) => ` ${at}/x.txt`],
  ['an @ in front', (at) => `@${at}/x.txt`],
  ['quotes', (at) => `"${at}/x.txt"`],
  ['a URL', (at) => `file://${at}/x.txt`],
  ['a URL with one slash', (at) => `file:${at}/x.txt`],
  ['percent-encoding, although there is such a file', (at) => `${at}/%6Aan.txt`],
  ['percent-encoded slashes', (at) => `${at}/${jan}`.replaceAll('/', '%2F')],
  ['a pattern, although there is such a file', (at) => `${at}/ja*.txt`],
  ['a part of a file, although there is such a file', (at) => `${at}/x.txt#1`],
  ['a stream of a file, although there is such a file', (at) => `${at}/x.txt:1`],
  ['a space behind a folder, although there is such a file', (at) => `${at}/Odd /x.txt`],
  ['two names in one, although there is such a file', (at) => `${at}/a.txt,b.txt`],
  ['two names in one, the first without an extension', (at) => `${at}/x,/b.txt`],
  ['a name after a sign that may begin another one', (at) => `${at}/x=/b.txt`],
  ['a home folder', () => '~/vault/x.txt'],
  ['a variable', () => '$HOME/vault/x.txt'],
  ['a folder', (at) => `${at}/Invoices`],
  ['a folder with a slash behind', (at) => `${at}/Invoices/`],
  ['a pipe', (at) => `${at}/pipe.txt`],
  ['a missing file', (at) => `${at}/none.txt`],
  ['backslashes', (at) => `${at}\\x.txt`],
  ['a hidden file', (at) => `${at}/.obsidian/app.json`],
  ['many characters', (at) => `${at}/${'./'.repeat(600)}x.txt`],
  ['something below a file', (at) => `${at}/x.txt/y.txt`],
  ['a name that is too long', (at) => `${at}/${'x'.repeat(300)}.txt`],
])('%s is not pinned, and is called out [GATE-10]', async (_how, spell) => {
  const named = spell(vault);
  expect(await saidOf([named])).toEqual({ signed: [], pinned: [], called: [named] });
});

test('beside the plain path the same file by another spelling is called out [GATE-10]', async () => {
  const plain = join(vault, jan);
  expect(await saidOf([jan, plain, `${plain} `])).toEqual({
    signed: [jan],
    pinned: [jan],
    called: [jan, `${plain} `],
  });
});

test.each<[string, boolean]>([
  ['http://127.0.0.1:8080/mcp', true],
  ['http://localhost/mcp', true],
  ['http://[::1]:8080/mcp', true],
  ['https://mail.example.com/mcp', false],
  ['https://localhost.example.com/mcp', false],
])('for a server at %s the content of a vault file is pinned: %s [GATE-10]', async (url, pins) => {
  const named = join(vault, jan);
  const said = await saidOf([named], { transport: 'http', url, names: [] });
  expect(said).toEqual(
    pins
      ? { signed: [jan], pinned: [jan], called: [] }
      : { signed: [], pinned: [], called: [named] },
  );
});

test('a version tells every write, also of the same bytes, and of what is written just now it is never the same', async () => {
  const settled = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return store.version('LICENSE');
  };
  const before = await settled();
  expect(before).not.toBeNull();
  expect(await store.version('LICENSE')).toBe(before);
  const { atime, mtime } = statSync(join(vault, 'LICENSE'));
  await vi.waitFor(async () => {
    writeFileSync(join(vault, 'LICENSE'), 'LICENSE');
    expect(await store.version('LICENSE')).not.toBe(await store.version('LICENSE'));
  });
  utimesSync(join(vault, 'LICENSE'), atime, mtime);
  expect(await settled()).not.toBe(before);
  expect(await store.version('none.txt')).toBeNull();
});
