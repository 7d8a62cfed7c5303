import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import type * as fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ok } from '../../../../../src/core/errors.js';
import { deviceFolder } from '../../../../../src/hosts/desktop/device/device-folder.js';
import { decideWhichVault } from '../../../../../src/hosts/desktop/device/which-vault.js';
import { fileLock } from '../../../../../src/hosts/desktop/files/file-lock.js';

/** What happens right before a folder is renamed. */
const disk = vi.hoisted(() => ({ beforeRename: async (from: string) => void from }));
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof fsPromises>();
  const rename = async (from: string, to: string): Promise<void> => {
    await disk.beforeRename(from);
    await fs.rename(from, to);
  };
  return { ...fs, rename };
});

const home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-home-')));
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('no runner starts while the state of another vault is set aside, and no lock stays in it [GATE-21]', async () => {
  const vaultRoot = join(home, 'vault');
  mkdirSync(vaultRoot);
  const place = { vaultRoot, env: {}, platform: 'linux', home } as const;
  const made = await deviceFolder({ ...place, vaultId: 'v-aaaaaaaaaa' });
  if (!made.ok) throw new Error(made.error.message);
  writeFileSync(join(made.value, 'ledger.jsonl'), '');
  const taken: boolean[] = [];
  disk.beforeRename = async (from) => {
    taken.push((await fileLock(from).acquire()).ok);
  };
  const save = () => Promise.resolve(ok(undefined));
  const answered = { answer: 'another', current: 'v-bbbbbbbbbb', save } as const;
  expect(await decideWhichVault({ ...place, ...answered })).toEqual(ok('v-bbbbbbbbbb'));
  expect(taken).toEqual([false]);
  const parent = join(made.value, '..');
  const [aside = '', ...others] = readdirSync(parent);
  expect([aside.includes('-until-'), others]).toEqual([true, []]);
  expect(readdirSync(join(parent, aside))).toEqual(['ledger.jsonl', 'lock.json']);
});
