import { expect, test } from 'vitest';
import { baseViews } from '../../../../src/core/views/base-views.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { createMemoryVault } from '../../../support/memory/memory-vault.js';
import { folders } from '../../../support/engine/world.js';
import { createBaseViews } from '../../../../src/engine/operations/set-up-vault.js';

const files = baseViews(folders, 'Dashboard.md');
const vaultWith = (notes: Readonly<Record<string, string>>) => {
  const vault = createMemoryVault(() => 0);
  for (const [path, text] of Object.entries(notes)) vault.outside.write(path, text);
  return { vault, create: () => createBaseViews(memoryNoteStore(vault), files) };
};

test('both bases are made; made again, nothing changes', async () => {
  const { vault, create } = vaultWith({});
  expect(await create()).toEqual({ ok: true, value: ['Plans.base', 'Requests.base'] });
  for (const { path, text } of files) expect(vault.outside.read(path)).toBe(text);
  expect(await create()).toEqual({ ok: true, value: [] });
});

test('a base that is there stays as it is, and the other one is made', async () => {
  const { vault, create } = vaultWith({ 'Plans.base': 'views: []\n' });
  expect(await create()).toEqual({ ok: true, value: ['Requests.base'] });
  expect(vault.outside.read('Plans.base')).toBe('views: []\n');
});
