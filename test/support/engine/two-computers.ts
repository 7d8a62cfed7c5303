import type { AlertOffer } from '../../../src/core/alert.js';
import type { Engine, EngineOptions } from '../../../src/engine/engine.js';
import { memoryAuditLog } from '../memory/memory-audit-log.js';
import { memoryBridges } from '../memory/memory-bridges.js';
import { memoryLedger, type MemoryLedgerFile } from '../memory/memory-ledger.js';
import { memoryNoteStore } from '../memory/memory-note-store.js';
import { createMemoryVault, type MemoryVault } from '../memory/memory-vault.js';
import { syncVaults } from '../memory/vault-copies.js';
import { startEngine } from './gate-bench.js';
import { quiet } from './world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  type PeopleBench,
} from './people-bench.js';

/** The name of the other computer. */
export const second = 'd-cccccccccc';

/** Two computers, each with its own copy of the vault, ledger and name, and one mail server. */
export interface Pair {
  /** Prepared everything; where it goes on is up to each test. */
  readonly first: PeopleBench;
  readonly other: PeopleBench & { readonly vault: MemoryVault; readonly file: MemoryLedgerFile };
  /** Sync brings what lies on one device to the other, as it is now: notes that are gone, too. */
  readonly sync: (from: 'first' | 'other', only?: (path: string) => boolean) => Promise<void>;
}

/** Starts a process on the other computer, with some of its ports replaced. */
export async function startOther(
  { first, other }: Omit<Pair, 'sync'>,
  store = memoryNoteStore(other.vault),
  ports: Partial<EngineOptions> = {},
): Promise<Engine> {
  return startEngine(first.world, {
    store,
    bridges: memoryBridges(first.world.server),
    ledger: memoryLedger(other.file),
    auditLog: memoryAuditLog(other.vault),
    device: second,
    signer: other.signer,
    config: () => ({
      ...first.world.config,
      device: second,
      pinnedKeys: first.world.config.pinnedKeys.map((key) => ({ ...key, device: second })),
    }),
    ...ports,
  });
}

/** Two computers whose vaults nothing has synced yet. */
export async function createPair(): Promise<Pair> {
  const first = await createPeopleBench();
  const vault = createMemoryVault(() => first.world.clock.now());
  const file: MemoryLedgerFile = { text: null };
  // Its world is the first one's but for the vault: the bench's helpers read notes there.
  const world = Object.assign(Object.create(first.world) as PeopleBench['world'], {
    vault,
    note(path: string) {
      const text = vault.outside.read(path);
      if (text === null) throw new Error(`There is no note ${path} on the other device`);
      return text;
    },
    paths: (folder: string) =>
      [...vault.entries.keys()].filter((path) => path.startsWith(`${folder}/`)).sort(),
    only(folder: string) {
      const [path, more] = world.paths(folder);
      if (path === undefined || more !== undefined) {
        throw new Error(`${folder} holds ${world.paths(folder).length} notes on the other device`);
      }
      return path;
    },
  });
  const other = { ...first, world, vault, file };
  const pair = { first, other };
  const sync: Pair['sync'] = async (from, only) => {
    const vaults = [first.world.vault, vault] as const;
    // A sync tool takes nothing away that it never brought: the log of the computer that it comes to.
    const receiver = from === 'first' ? second : first.world.config.device;
    const isBrought = (path: string): boolean =>
      !path.startsWith(`Logs/audit/${receiver}-`) && (only?.(path) ?? true);
    if (from === 'first') syncVaults(vaults[0], vaults[1], isBrought);
    else syncVaults(vaults[1], vaults[0], isBrought);
    await quiet(first.engine);
    await quiet(other.engine);
  };
  other.engine = await startOther(pair);
  return { ...pair, sync };
}

/** What the alerts of a computer offer to do. */
export function offersOf(bench: PeopleBench): readonly AlertOffer[] {
  return bench.engine.view().alerts.flatMap(({ offers }) => offers ?? []);
}

/** The person at the other device presses Take over on the alert. */
export async function pressTakeOver(bench: PeopleBench) {
  const [offer] = offersOf(bench);
  if (offer?.do !== 'take_over') throw new Error('Nothing is offered');
  const taken = await bench.engine.personActions.takeOver({
    epoch: offer.epoch,
    gesture: press(bench),
  });
  await quiet(bench.engine);
  return { offer, taken };
}

/** The person at the first device approves what waits there; it is switched off before that runs. */
export async function approveAndStop(first: PeopleBench): Promise<void> {
  first.world.config = { ...first.world.config, paused: true };
  const approved = await pressApprove(first, await onlyReview(first));
  if (!approved.ok) throw new Error(approved.error.message);
  await first.engine.stop();
  first.world.config = { ...first.world.config, paused: false };
}
