import { expect } from 'vitest';
import { auditLine, chainEntry, emptyChain } from '../../../src/core/audit/entry.js';
import type { Alert } from '../../../src/core/alert.js';
import type { MemoryLedgerFile } from '../memory/memory-ledger.js';
import { pressApprove, restartPeople, type PeopleBench } from './people-bench.js';
import { createPair, second, startOther, type Pair } from './two-computers.js';
import { quiet } from './world.js';
import { idOf, requestIn, standalone, type Bench } from './gate-bench.js';
import { setAside } from './earlier-ledger.js';

/** Two computers; the second was switched on when sync had brought the vault of the first. */
export async function withNewcomer(): Promise<Pair> {
  const pair = await createPair();
  const { other } = pair;
  await other.engine.stop();
  other.file.text = null;
  for (const path of auditFiles(other)) other.vault.outside.remove(path);
  await pair.sync('first');
  other.engine = await startOther(pair);
  await quiet(other.engine);
  return pair;
}

/** The note of a request as it is before any executor prepared it. */
export function withoutPreparation(text: string): string {
  return text.replace(/%% countersign .*%%\n/, '');
}

/** An agent writes a request at a computer, and nobody there has prepared it yet. */
export async function unprepared(
  bench: Bench,
  title: string,
): Promise<{ readonly path: string; readonly text: string; readonly id: string }> {
  const path = await standalone(bench, {
    title,
    arguments: { to: 'a@example.com', subject: title },
  });
  const text = withoutPreparation(bench.world.note(path));
  const drafted = idOf(bench.world, path);
  bench.world.vault.outside.remove(path);
  await quiet(bench.engine);
  const id = `${drafted}-by-hand`;
  return { path, text: text.replaceAll(drafted, id), id };
}

/** Sync, or an agent, brings one note to some computers, one after the other. */
export async function bring(benches: readonly Bench[], path: string, text: string): Promise<void> {
  for (const { world, engine } of benches) {
    world.vault.outside.write(path, text);
    await quiet(engine);
  }
}

/** What a computer says of the other ledgers of the vault. */
export function ofVault({ engine }: Bench): readonly Alert[] {
  return engine.view().alerts.filter(({ subject }) => subject.kind === 'ledgers');
}

/** That it does not act; {@link ofVault} of one that acts says otherwise. */
export const preparedThere = [
  { text: expect.stringMatching(/are prepared there, and nothing runs here/) as string },
];

/** That neither acts: both were switched on before either had heard of the other. */
export const preparedNowhere = [
  { text: expect.stringMatching(/before either knew .*, so neither prepares/) as string },
];

/** That it does not act: a person took over on it, and on another that may have heard of that, or not. */
export const tookOverOnBoth = [
  { text: expect.stringMatching(/^Both d-.* and this computer took over/) as string },
];

/** The epoch of a ledger. */
export function epochIn({ text }: MemoryLedgerFile): string {
  const epoch = /"epoch":"(e-[a-z2-7]+)"/.exec((text ?? '').split('\n')[0] ?? '')?.[1];
  if (epoch === undefined) throw new Error('The ledger has no epoch');
  return epoch;
}

/** The epoch that a request was prepared for; `null`: nobody has. */
export function preparedFor({ world }: Bench, path: string): string | null {
  return requestIn(world, path).machine.preparation?.epoch ?? null;
}

/** The audit files of a computer's vault, or those of one device. */
export function auditFiles({ world }: Bench, device = ''): readonly string[] {
  const prefix = `Logs/audit/${device}`;
  return [...world.vault.entries.keys()].filter((path) => path.startsWith(prefix)).sort();
}

/** Sync brings each computer the audit files of the other. */
export async function tellEachOther({ first, other }: Omit<Pair, 'sync'>): Promise<void> {
  const benches = [first, other] as const;
  for (const [from, to] of [benches, [other, first] as const]) {
    for (const path of auditFiles(from)) to.world.vault.outside.write(path, from.world.note(path));
  }
  for (const { engine } of benches) await quiet(engine);
}

/** The person approves all that a computer lets them approve; the value is what it says of the rest. */
export async function approveAll(bench: PeopleBench, only?: string): Promise<readonly string[]> {
  const blocked: string[] = [];
  for (const review of await bench.engine.reviews(10)) {
    if (only !== undefined && review.requestId !== only) continue;
    if (review.blocked) blocked.push(review.blocked.message);
    else await pressApprove(bench, review);
  }
  return blocked;
}

/** An audit file of no computer at all, as an agent that writes files can make it. */
export const forgedAudit = 'Logs/audit/d-zzzzzzzzzz-2026-01.jsonl';

/** A line for it. */
export function forgedLine(event: 'epoch_begun' | 'taken_over', detail: string): string {
  // Whoever makes up a line makes up its time, too.
  const at = '2099-01-01T08:00:00.000Z';
  return `${auditLine(chainEntry(emptyChain, { at, actor: 'Human', event, detail }))}\n`;
}

/** That a ledger begins. */
export function forgedBeginning(epoch: string, number: number, after = ''): string {
  const words = `This device's ledger begins (${epoch}, no. ${number} of this vault${after}); it knows of 0 earlier actions.`;
  return forgedLine('epoch_begun', words);
}

/** That a ledger took over. */
export function forgedTakeOver(from: string, by: string, number: number): string {
  const words = `A person took over what x had prepared (${from}, now ${by}, no. ${number}); 0 earlier actions became known.`;
  return forgedLine('taken_over', words);
}

/** Sync brings each of the two what the other itself wrote of its ledger, and nothing older over it. */
export async function exchange({ first, other }: Omit<Pair, 'sync'>): Promise<void> {
  const byOther = (path: string): boolean => path.includes(`/${second}-`);
  for (const path of auditFiles(other).filter(byOther)) {
    first.world.vault.outside.write(path, other.world.note(path));
  }
  for (const path of auditFiles(first)) {
    if (!byOther(path) && path !== forgedAudit) {
      other.vault.outside.write(path, first.world.note(path));
    }
  }
  for (const { engine } of [first, other]) await quiet(engine);
}

/** As a host does on a person's gesture: the ledger lies beside, the device has a new name. */
export async function beginEpoch(bench: PeopleBench, device = 'd-eeeeeeeeee'): Promise<void> {
  const { world } = bench;
  await bench.engine.stop();
  setAside(world.ledgerFile);
  const pinnedKeys = world.config.pinnedKeys.map((key) => ({ ...key, device }));
  world.config = { ...world.config, device, pinnedKeys };
  await restartPeople(bench);
  await quiet(bench.engine);
}

/** Names of epochs that nobody has. */
export function nameOf(n: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  return `e-${Array.from({ length: 10 }, (_, at) => letters[(n >> (at * 5)) & 31]).join('')}`;
}
