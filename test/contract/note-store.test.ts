import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDiskNoteStore } from '../../src/hosts/node/disk/disk-note-store.js';
import { MEMORY_ROOT, memoryNoteStore } from '../support/memory/memory-note-store.js';
import { isShort } from '../support/run/test-length.js';
import { createMemoryVault } from '../support/memory/memory-vault.js';
import { openInObsidian } from './open-in-obsidian.js';
import { describeNoteStore, type NoteStoreUnderTest } from './note-store.contract.js';
import { describeNoteWatch } from './note-watch.contract.js';

const vaults: [string, () => Promise<NoteStoreUnderTest>][] = [
  ['in memory', openInMemory],
  ['on disk', () => openOnDisk(false)],
  ['in Obsidian', () => openInObsidian()],
];
/** How Obsidian may be besides. A short run has one Obsidian. */
const otherwise: typeof vaults = [
  [
    'in Obsidian, which hides byte order marks',
    () => openInObsidian({ assumptions: { byteOrderMark: 'stripped' } }),
  ],
  ['in Obsidian, moves as create first', () => openInObsidian({ outsideMoves: 'create-first' })],
  ['in Obsidian, moves as delete first', () => openInObsidian({ outsideMoves: 'delete-first' })],
];
for (const [name, open] of isShort ? vaults : [...vaults, ...otherwise]) {
  describeNoteStore(name, open);
  describeNoteWatch(name, open);
}
describeNoteWatch('on disk, polling [LOOP-5]', () => openOnDisk(true));

async function openInMemory(): Promise<NoteStoreUnderTest> {
  const vault = createMemoryVault();
  return {
    store: memoryNoteStore(vault),
    outside: {
      ...vault.outside,
      bytes(path) {
        const entry = vault.entries.get(path);
        return entry?.kind === 'file' ? Buffer.from(entry.bytes).toString('latin1') : null;
      },
    },
    absolute: (path) => `${MEMORY_ROOT}/${path}`,
    close: async () => undefined,
  };
}

async function openOnDisk(polling: boolean): Promise<NoteStoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-notes-'));
  const root = join(folder, 'vault');
  const elsewhere = join(folder, 'elsewhere');
  for (const made of [root, elsewhere]) mkdirSync(made);
  writeFileSync(join(elsewhere, 'note.md'), 'not in the vault');
  const store = await openDiskNoteStore({ root, journalFolder: join(folder, 'device'), polling });
  const at = (path: string): string => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    return join(root, path);
  };
  return {
    store,
    outside: {
      write: (path, content) => writeFileSync(at(path), content),
      move: (from, to) => renameSync(at(from), at(to)),
      remove: (path) => unlinkSync(at(path)),
      makeFolder: (path) => void mkdirSync(at(path), { recursive: true }),
      link(path, to) {
        const outside = path.endsWith('.md') ? join(elsewhere, 'note.md') : elsewhere;
        symlinkSync(to === undefined ? outside : join(root, to), at(path));
      },
      bytes(path) {
        try {
          return readFileSync(join(root, path), 'latin1');
        } catch {
          return null;
        }
      },
    },
    absolute: (path) => join(root, '/') + path,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
