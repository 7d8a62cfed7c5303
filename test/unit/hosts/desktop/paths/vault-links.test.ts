import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linksIn, locateOwnNote } from '../../../../../src/hosts/desktop/paths/vault-links.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'links-')));
  mkdirSync(join(root, 'Plans'));
  writeFileSync(join(root, 'Plans/a.md'), 'a');
  symlinkSync(join(root, 'Plans/a.md'), join(root, 'Plans/link.md'));
  symlinkSync(tmpdir(), join(root, 'Plans/out'));
});
afterEach(() => rmSync(root, { recursive: true }));

test.each([
  ['Plans/a.md', 'located'],
  ['Plans/none.md', 'located'],
  ['Plans/link.md', 'note_not_a_file'],
  ['Plans/out', 'note_not_a_file'],
  ['Plans/out/a.md', 'path_outside_vault'],
  ['Plans/a.md/b.md', 'note_not_a_file'],
])('%s is %s', async (path, expected) => {
  const place = await locateOwnNote(root, path);
  expect(place.ok ? 'located' : place.error.code).toBe(expected);
});

test('names the links of one folder, and none of a folder that is not there', async () => {
  expect([...(await linksIn(root, 'Plans'))].sort()).toEqual(['link.md', 'out']);
  expect([...(await linksIn(root, ''))]).toEqual([]);
  expect([...(await linksIn(root, 'none'))]).toEqual([]);
  expect([...(await linksIn(root, 'Plans/a.md'))]).toEqual([]);
});

test('of a vault that is not there it is said that it is missing, not that a link leads out of it', async () => {
  const place = await locateOwnNote(join(root, 'gone'), 'Plans/a.md');
  expect(place.ok ? 'located' : place.error.code).toBe('vault_missing');
});
