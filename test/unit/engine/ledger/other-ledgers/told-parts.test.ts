import { expect, test } from 'vitest';
import { auditLine, chainEntry, emptyChain } from '../../../../../src/core/audit/entry.js';
import { VaultLedgers } from '../../../../../src/engine/ledger/vault-ledgers.js';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import { createMemoryVault } from '../../../../support/memory/memory-vault.js';
import { createPeopleBench, type PeopleBench } from '../../../../support/engine/people-bench.js';
import { pressTakeOver } from '../../../../support/engine/two-computers.js';
import {
  bring,
  forgedAudit,
  forgedBeginning,
  nameOf,
  ofVault,
} from '../../../../support/engine/newcomer.js';

/** The audit line of a call that another ledger made. */
function callOf(id: string): string {
  const call = { actor: 'Countersign', event: 'intent', request_id: id, detail: 'Calling.' };
  const entry = chainEntry(emptyChain, { at: '2026-02-01T08:00:00.000Z', ...call });
  return `${auditLine(entry)}\n`;
}

const calls = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => callOf(`r-${from + n}`)).join('');

/** A bench, and how many lines of others' files its engine was given since that was last asked. */
async function createCountingBench(): Promise<{ bench: PeopleBench; linesRead: () => number }> {
  let lines = 0;
  const bench = await createPeopleBench({
    ports({ vault }) {
      const log = memoryAuditLog(vault);
      return {
        auditLog: {
          ...log,
          async read(...args) {
            const files = await log.read(...args);
            for (const file of files) lines += file.lines.length;
            return files;
          },
        },
      };
    },
  });
  const linesRead = (): number => {
    const read = lines;
    lines = 0;
    return read;
  };
  return { bench, linesRead };
}

/** The ids of the calls that it recorded as heard, each as often as it did. */
const heardIn = ({ world }: PeopleBench): readonly string[] =>
  world
    .records()
    .flatMap((one) => (one.kind === 'heard' ? (one.spent ?? []) : []))
    .map(({ id }) => id);

test('of a large audit file of another computer only the lines are read that were appended', async () => {
  const { bench, linesRead } = await createCountingBench();
  await bring([bench], forgedAudit, calls(0, 2_000));
  linesRead();
  for (let n = 2_001; n <= 2_010; n += 1) await bring([bench], forgedAudit, calls(0, n));
  expect(linesRead()).toBe(10);
  expect(heardIn(bench)).toHaveLength(2_010);
});

test.each([
  ['was rewritten', () => calls(0, 30).replace(/r-1"/, 'r-99"') + callOf('r-40')],
  ['was rewritten from its beginning', () => callOf('r-99') + calls(0, 30)],
  ['was cut, and goes on otherwise', () => calls(0, 5) + callOf('r-99')],
])('a file that %s is read whole [HOST-6] [GATE-2]', async (_what, rewritten) => {
  const { bench, linesRead } = await createCountingBench();
  await bring([bench], forgedAudit, calls(0, 30));
  linesRead();
  const text = rewritten();
  await bring([bench], forgedAudit, text);
  expect(linesRead()).toBe(text.split('\n').length - 1);
  expect(heardIn(bench)).toContain('r-99');
});

test('a file that tells too much, a part at a time, stops as well [HOST-6]', async () => {
  const { bench } = await createCountingBench();
  const begun = (to: number): string =>
    Array.from({ length: to }, (_, n) => forgedBeginning(nameOf(n + 1), 500)).join('');
  await bring([bench], forgedAudit, begun(600));
  const flood = [{ text: expect.stringMatching(`^“${forgedAudit}” lists more`) as string }];
  expect(ofVault(bench)).not.toMatchObject(flood);
  await bring([bench], forgedAudit, begun(1_000));
  expect(ofVault(bench)).not.toMatchObject(flood);
  await bring([bench], forgedAudit, begun(1_001));
  expect(ofVault(bench)).toMatchObject(flood);
});

test('after a person took over, a file that changes is read whole once', async () => {
  const { bench, linesRead } = await createCountingBench();
  await bring([bench], forgedAudit, forgedBeginning(nameOf(1), 0) + calls(0, 10));
  expect((await pressTakeOver(bench)).taken.ok).toBe(true);
  linesRead();
  await bring([bench], forgedAudit, forgedBeginning(nameOf(1), 0) + calls(0, 11));
  expect(linesRead()).toBe(12);
  await bring([bench], forgedAudit, forgedBeginning(nameOf(1), 0) + calls(0, 12));
  expect(linesRead()).toBe(1);
});

test('after that, a part that was read meanwhile does not count for the whole', async () => {
  const vault = createMemoryVault();
  const ledgers = new VaultLedgers(memoryAuditLog(vault), 'Logs/audit', 'd-aaaaaaaaaa');
  const write = (to: number): void => vault.outside.write(forgedAudit, calls(0, to));
  write(10);
  ledgers.unobserved(await ledgers.readOthers(), []);
  write(11);
  const part = await ledgers.readOthers();
  const press = { at: '2026-02-01T08:00:00.000Z', actor: 'Human', event: 'taken_over', detail: '' };
  const audit = chainEntry(emptyChain, press);
  ledgers.apply({ kind: 'taken_over', epochs: [], spent: [], audit });
  ledgers.unobserved(part, []);
  write(12);
  expect((await ledgers.readOthers()).map(({ lines }) => lines.length)).toEqual([12]);
});
