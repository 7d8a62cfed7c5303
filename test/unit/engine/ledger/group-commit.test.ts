import { expect, test } from 'vitest';
import { attemptsInAudit } from '../../../../src/engine/ledger/earlier-attempts.js';
import { LedgerBook, type LedgerBookOptions } from '../../../../src/engine/ledger/ledger-book.js';
import type { Json } from '../../../../src/core/json.js';
import { fail } from '../../../../src/core/errors.js';
import { memoryAuditLog } from '../../../support/memory/memory-audit-log.js';
import { memoryLedger, type MemoryLedgerFile } from '../../../support/memory/memory-ledger.js';
import { createMemoryVault } from '../../../support/memory/memory-vault.js';
import { seededIds } from '../../../support/memory/seeded-ids.js';
import { virtualClock } from '../../../support/memory/virtual-clock.js';

const auditFile = 'Logs/audit/d-aaaaaaaaaa-2026-02.jsonl';

function createDisk() {
  const vault = createMemoryVault();
  const file: MemoryLedgerFile = { text: null };
  const open = async (changes: Partial<LedgerBookOptions> = {}): Promise<LedgerBook> => {
    const book = await LedgerBook.open({
      ledger: memoryLedger(file),
      auditLog: memoryAuditLog(vault),
      clock: virtualClock(),
      ids: seededIds(1),
      device: 'd-aaaaaaaaaa',
      vaultId: 'v-abcdefghij',
      logsFolder: 'Logs',
      earlierAttempts: async (files) => attemptsInAudit(files),
      ...changes,
    });
    if (!book.ok) throw new Error(book.error.message);
    return book.value;
  };
  const auditText = (): string => vault.outside.read(auditFile) ?? '';
  return { vault, file, open, auditText };
}

function happens(book: LedgerBook, detail: string, durable = true) {
  return book.record({ kind: 'event' }, { actor: 'Agent', event: 'test', detail }, { durable });
}

/** One line, and then three that are written together. */
async function oneAndThree(book: LedgerBook): Promise<void> {
  const one = happens(book, 'one');
  await Promise.resolve();
  await Promise.all([one, happens(book, 'two'), happens(book, 'three'), happens(book, 'four')]);
}

test('what is handed over while a line is written is written together, in its order, and told only then [GATE-6]', async () => {
  const { file, open } = createDisk();
  const inner = memoryLedger(file);
  const groups: { readonly count: number; readonly durable: boolean }[] = [];
  let told = 0;
  const tolds: number[] = [];
  const book = await open({
    ledger: {
      read: () => inner.read(),
      async append(records: readonly Json[], durable: boolean) {
        groups.push({ count: records.length, durable });
        tolds.push(told);
        return inner.append(records, durable);
      },
    },
  });
  groups.length = tolds.length = 0;
  const tell = (): void => void (told += 1);
  const first = happens(book, 'one', false).then(tell);
  await Promise.resolve();
  await Promise.all([
    first,
    happens(book, 'two', false).then(tell),
    happens(book, 'three').then(tell),
    happens(book, 'four', false).then(tell),
  ]);
  expect(groups).toEqual([
    { count: 1, durable: false },
    { count: 3, durable: true },
  ]);
  expect(tolds).toEqual([0, 1]);
  const details = (file.text ?? '').trimEnd().split('\n').slice(1);
  expect(
    details.map((line) => (JSON.parse(line) as { audit: { detail: string } }).audit.detail),
  ).toEqual(['one', 'two', 'three', 'four']);
});

test('a crash within a group leaves the first of its lines, and what is missing in the audit file is added without a word [GATE-6]', async () => {
  const whole = createDisk();
  await oneAndThree(await whole.open());
  const ledgerLines = (whole.file.text ?? '').split(/(?<=\n)/);
  const auditLines = whole.auditText().split(/(?<=\n)/);
  expect(ledgerLines).toHaveLength(5);
  const ways = [
    ...[3, 4, 5].map((inLedger) => ({ inLedger, inAudit: 2 })),
    ...[3, 4, 5].map((inAudit) => ({ inLedger: 5, inAudit })),
  ];
  for (const { inLedger, inAudit } of ways) {
    const { vault, file, open, auditText } = createDisk();
    file.text = ledgerLines.slice(0, inLedger).join('');
    vault.outside.write(auditFile, auditLines.slice(0, inAudit).join(''));
    expect(await open(), `${inLedger} ${inAudit}`).toMatchObject({ halted: null, restored: [] });
    expect(auditText()).toBe(auditLines.slice(0, inLedger).join(''));
  }
});

test.each([
  ['before a group', 5, 1],
  ['before what a crash left of a group', 4, 1],
  ['before a line that was written alone', 2, 0],
])(
  'what is missing in the audit file %s was taken away [GATE-6]',
  async (_where, inLedger, inAudit) => {
    const { vault, file, open, auditText } = createDisk();
    await oneAndThree(await open());
    const auditLines = auditText().split(/(?<=\n)/);
    file.text = (file.text ?? '')
      .split(/(?<=\n)/)
      .slice(0, inLedger)
      .join('');
    vault.outside.write(auditFile, auditLines.slice(0, inAudit).join(''));
    expect((await open()).restored).toMatchObject([{ event: 'audit_restored' }]);
  },
);

test('where the audit file cannot be written, all of a group fails, and the outcome in it is kept [GATE-6]', async () => {
  const { vault, file, open, auditText } = createDisk();
  const inner = memoryAuditLog(vault);
  let full = false;
  const refused = fail('audit_write_failed', 'The disk is full.', 'Make room.');
  const book = await open({
    auditLog: {
      ...inner,
      append: (...args) => (full ? Promise.resolve(refused) : inner.append(...args)),
    },
  });
  full = true;
  const outcome = {
    ...({ kind: 'outcome', id: 'r', outcome: 'executed' } as const),
    ...{ reason: '', answer: '' },
  } as const;
  const told = { actor: 'Countersign', event: 'outcome', request_id: 'r', detail: 'Executed.' };
  const results = await Promise.all([happens(book, 'one'), book.record(outcome, told)]);
  expect(results).toMatchObject([{ ok: false }, { ok: false }]);
  expect(await book.record({ ...outcome, id: 'later' }, told)).toMatchObject({ ok: false });
  expect(file.text).toContain('"kind":"outcome"');
  const [ledger, audit] = [file.text, auditText()];
  full = false;
  const again = await open();
  expect(again.facts.request('r')?.outcome).toMatchObject({ outcome: 'executed' });
  expect(again.facts.request('later')?.outcome).toMatchObject({ outcome: 'executed' });
  expect(again.restored).toEqual([]);
  expect(auditText().trimEnd().split('\n')).toHaveLength(4);

  // A start at which it still cannot be written ends the same way.
  [file.text, full] = [ledger, true];
  vault.outside.write(auditFile, audit);
  const refusing = { ...inner, append: () => Promise.resolve(refused) };
  await (await open({ auditLog: refusing })).record({ ...outcome, id: 'last' }, told);
  const kept = file.text;
  expect((await open()).restored).toEqual([]);
  expect(auditText().trimEnd().split('\n')).toHaveLength(5);

  // What was cut of the lines that it had is told.
  file.text = kept;
  vault.outside.write(auditFile, '');
  expect((await open()).restored).toMatchObject([{ event: 'audit_restored' }]);
});
