import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Engine, EngineOptions } from '../../src/engine/engine.js';
import { openDiskAuditLog } from '../../src/hosts/desktop/logs/disk-audit-log.js';
import { openFileLedger } from '../../src/hosts/desktop/logs/file-ledger.js';
import { systemClock } from '../../src/hosts/desktop/system/system-clock.js';
import { openNoteIndex } from '../../src/hosts/node/disk/disk-note-index.js';
import {
  openDiskNoteStore,
  type DiskNoteStore,
  type DiskNoteStoreOptions,
} from '../../src/hosts/node/disk/disk-note-store.js';
import type { Ledger } from '../../src/ports/ledger.js';
import { createMemoryServer, type MemoryServer } from '../../test/support/memory/memory-bridges.js';
import { startEngine } from './bench-engine.js';
import { scratchFolder } from './machine.js';
import { folders, type BenchNote } from '../../test/support/builders/numbered-notes.js';

/** Where the index of an earlier start is kept, in the device folder. */
export const indexFile = 'notes.json';

/** A vault on the disk with its device state beside it. */
export interface DiskVault {
  readonly root: string;
  readonly deviceFolder: string;
  readonly remove: () => Promise<void>;
}

/** An engine over a vault on the disk, as the runner builds it, but for the server. */
export interface DiskExecutor {
  readonly engine: Engine;
  readonly server: MemoryServer;
  readonly stop: () => Promise<void>;
}

/** What a benchmark wants to see or hear of while the engine runs. */
export interface Wiretap {
  readonly store?: (store: DiskNoteStore) => DiskNoteStore;
  readonly ledger?: (ledger: Ledger) => Ledger;
  /** As the runner opens it; by default the whole vault is watched. */
  readonly watching?: Pick<DiskNoteStoreOptions, 'folders' | 'polling'>;
  /** In the place of what an engine has otherwise. */
  readonly engine?: Partial<EngineOptions>;
}

/** Makes a vault with all contract folders and these notes. */
export async function createDiskVault(notes: Iterable<BenchNote>): Promise<DiskVault> {
  const base = await mkdtemp(join(await scratchFolder(), 'vault-'));
  const root = join(base, 'vault');
  const deviceFolder = join(base, 'device');
  await mkdir(deviceFolder);
  for (const folder of Object.values<string>({ ...folders })) {
    await mkdir(join(root, folder), { recursive: true });
  }
  for (const { path, text } of notes) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, deviceFolder, remove: () => rm(base, { recursive: true, force: true }) };
}

/** Starts the engine with the disk's note store, the fsynced ledger and the audit log. */
export async function startOnDisk(vault: DiskVault, tap: Wiretap = {}): Promise<DiskExecutor> {
  const { root, deviceFolder } = vault;
  const store = await openDiskNoteStore({
    root,
    journalFolder: join(deviceFolder, 'moves'),
    ...tap.watching,
    onProblem: ({ message }) => {
      throw new Error(message);
    },
  });
  const ledger = await openFileLedger(join(deviceFolder, 'ledger.jsonl'));
  const server = createMemoryServer();
  const noteIndex = tap.watching && (await openNoteIndex(join(deviceFolder, indexFile), 'bench'));
  const engine = await startEngine(
    {
      store: tap.store?.(store) ?? store,
      ledger: tap.ledger?.(ledger) ?? ledger,
      auditLog: await openDiskAuditLog(root),
      clock: systemClock(),
    },
    server,
    { ...(noteIndex && { noteIndex }), ...tap.engine },
  );
  const saved = noteIndex?.save();
  return {
    engine,
    server,
    stop: async () => {
      await engine.stop();
      await saved;
      await store.close();
      await ledger.close();
    },
  };
}
