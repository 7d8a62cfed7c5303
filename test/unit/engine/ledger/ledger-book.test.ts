import { describe, expect, test } from 'vitest';
import { verifyAudit } from '../../../../src/core/audit/verify.js';
import { auditLine, chainEntry, type AuditEntry } from '../../../../src/core/audit/entry.js';
import { fail, type Result } from '../../../../src/core/errors.js';
import type { LedgerRecord } from '../../../../src/core/ledger/ledger-record.js';
import { attemptsInAudit } from '../../../../src/engine/ledger/earlier-attempts.js';
import { auditSeen, LedgerBook } from '../../../../src/engine/ledger/ledger-book.js';
import type { AuditLog } from '../../../../src/ports/audit-log.js';
import type { Ledger } from '../../../../src/ports/ledger.js';
import { memoryAuditLog } from '../../../support/memory/memory-audit-log.js';
import {
  type MemoryLedgerFile,
  memoryLedger,
  oneByOne,
} from '../../../support/memory/memory-ledger.js';
import { createMemoryVault } from '../../../support/memory/memory-vault.js';
import { seededIds } from '../../../support/memory/seeded-ids.js';
import { virtualClock } from '../../../support/memory/virtual-clock.js';

const auditFile = 'Logs/audit/d-aaaaaaaaaa-2026-02.jsonl';

function createDisk() {
  const vault = createMemoryVault();
  const file: MemoryLedgerFile = { text: null };
  const clock = virtualClock();
  let seed = 0;
  const open = (
    changes: { ledger?: Ledger; auditLog?: AuditLog; device?: string } = {},
  ): Promise<Result<LedgerBook>> =>
    LedgerBook.open({
      ledger: memoryLedger(file),
      auditLog: memoryAuditLog(vault),
      clock,
      ids: seededIds((seed += 1)),
      device: 'd-aaaaaaaaaa',
      vaultId: 'v-abcdefghij',
      logsFolder: 'Logs',
      earlierAttempts: async (files) => attemptsInAudit(files),
      ...changes,
    });
  const auditLines = (): string[] => (vault.outside.read(auditFile) ?? '').trimEnd().split('\n');
  return { vault, file, clock, open, auditLines };
}

async function opened(open: () => Promise<Result<LedgerBook>>): Promise<LedgerBook> {
  const book = await open();
  if (!book.ok) throw new Error(book.error.message);
  return book.value;
}

function happens(book: LedgerBook, detail: string, durable = true) {
  return book.record({ kind: 'event' }, { actor: 'Agent', event: 'test', detail }, { durable });
}

describe('the book of ledger and audit log', () => {
  test('begins one epoch and keeps it over restarts', async () => {
    const { open } = createDisk();
    const first = await opened(open);
    expect(first.epoch).toMatch(/^e-[a-z2-7]{10}$/);
    expect((await opened(open)).epoch).toBe(first.epoch);
  });

  test('writes every record to the ledger first and its line to the audit file then', async () => {
    const { open, file, auditLines } = createDisk();
    const book = await opened(open);
    await Promise.all([happens(book, 'one'), happens(book, 'two', false), happens(book, 'three')]);
    const records = (file.text ?? '').trimEnd().split('\n');
    const entries = records.map((line) => (JSON.parse(line) as { audit: never }).audit);
    expect(auditLines()).toEqual(entries.map(auditLine));
    expect(verifyAudit([{ path: auditFile, lines: auditLines() }], entries).findings).toEqual([]);
  });

  test('writes no line that is too long for other devices', async () => {
    const { open, auditLines } = createDisk();
    const book = await opened(open);
    for (const character of ['x', '\u0001', '\ud83d\ude00']) {
      expect(await happens(book, character.repeat(1_000_000))).toHaveProperty('ok', true);
    }
    const bytes = auditLines().map((line) => new TextEncoder().encode(line).length);
    expect(Math.max(...bytes)).toBeLessThan(128 * 1024);
  });

  test('completes an audit file that lost its last line, as a crash leaves it, and says nothing of it', async () => {
    const { open, vault, auditLines } = createDisk();
    const book = await opened(open);
    for (const detail of ['one', 'two', 'three']) await happens(book, detail);
    const whole = auditLines();
    vault.outside.write(
      auditFile,
      whole
        .map((line) => `${line}\n`)
        .slice(0, -1)
        .join(''),
    );
    const again = await opened(open);
    expect(again).toMatchObject({ halted: null, restored: [] });
    expect(auditLines()).toEqual(whole);
  });

  const withDetail = (line: string, detail: string): string =>
    auditLine({ ...(JSON.parse(line) as AuditEntry), detail });
  const tampering: readonly [string, (lines: string[]) => string | null, string][] = [
    [
      'a line was changed',
      (lines) => text(lines.with(1, withDetail(lines[1] ?? '', 'x'))),
      'changed',
    ],
    ['a line was taken out', (lines) => text(lines.toSpliced(1, 1)), 'changed'],
    ['lines changed places', (lines) => text(lines.toReversed()), 'changed'],
    ['a line was doubled', (lines) => text([...lines, lines[1] ?? '']), 'changed'],
    ['something else was written into it', (lines) => text(lines.with(2, 'Nothing.')), 'changed'],
    ['its end was cut off', (lines) => text(lines.slice(0, -3)), '.jsonl” had lost'],
    ['it was emptied', () => '', '.jsonl” had lost'],
    ['it was deleted', () => null, '.jsonl” was gone'],
  ];
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

  describe.each([
    ['at the next start', async (_book: LedgerBook, open: () => Promise<LedgerBook>) => open()],
    ['by the next record', async (book: LedgerBook) => (await happens(book, 'next'), book)],
    ['by a look at it', async (book: LedgerBook) => (await book.lookAtAudit(auditFile), book)],
  ])('finds %s that the audit file is not as it was left:', (_when, find) => {
    test.each(tampering)('%s [GATE-6]', async (_what, tamper, said) => {
      const { open, vault, file, auditLines } = createDisk();
      const book = await opened(open);
      for (const detail of ['one', 'two', 'three', 'four']) await happens(book, detail);
      const left = tamper(auditLines());
      if (left === null) vault.outside.remove(auditFile);
      else vault.outside.write(auditFile, left);

      const finder = await find(book, () => opened(open));
      await finder.written();
      expect(finder.halted).toBeNull();
      expect(finder.restored).toMatchObject([{ event: 'audit_restored' }]);
      expect(finder.restored[0]?.detail).toContain(said);
      const records = (file.text ?? '').trimEnd().split('\n');
      const entries = records.map((line) => (JSON.parse(line) as { audit: AuditEntry }).audit);
      expect(auditLines()).toEqual(entries.map(auditLine));
      expect(verifyAudit([{ path: auditFile, lines: auditLines() }], entries).findings).toEqual([]);
      // What was there is kept, where anything was that should not have been.
      const aside = [...vault.entries.keys()].filter((path) => path.includes('.found-'));
      expect(aside.map((path) => vault.outside.read(path))).toEqual(
        said === 'changed' ? [left] : [],
      );

      // A person is told until one says to have seen it, also over restarts.
      const next = await opened(open);
      expect(next.restored).toHaveLength(1);
      await next.record(
        { kind: 'event' },
        { actor: 'Human', event: auditSeen, detail: 'Says to have seen it.' },
      );
      expect((await opened(open)).restored).toEqual([]);
    });
  });

  test('sets a file aside that bears its name and a month in which it recorded nothing [GATE-6]', async () => {
    const { open, vault, auditLines } = createDisk();
    await happens(await opened(open), 'one');
    const lines = auditLines();
    const other = auditFile.replace('2026-02', '2031-07');
    const copy = auditFile.replace('.jsonl', ' (copy).jsonl');
    for (const path of [other, copy]) vault.outside.write(path, text(lines));
    const { halted, restored } = await opened(open);
    expect(halted).toBeNull();
    expect(restored).toMatchObject([{ event: 'audit_restored' }]);
    expect(restored[0]?.detail).toContain(
      `“${other}” had lines of another month (kept as “${other}.`,
    );
    expect(vault.outside.read(other)).toBeNull();
    expect(vault.outside.read(copy)).toBe(text(lines));
    expect(auditLines().slice(0, 2)).toEqual(lines);
    expect((await opened(open)).restored).toHaveLength(1);
  });

  test('says what it set aside also where another file changes by that, as one of the same contents on the disk does [GATE-6]', async () => {
    const { open, vault, auditLines } = createDisk();
    const book = await opened(open);
    for (const detail of ['one', 'two', 'three']) await happens(book, detail);
    const lines = auditLines();
    const other = auditFile.replace('2026-02', '2031-07');
    vault.outside.write(auditFile, text(lines.slice(0, -1)));
    vault.outside.write(other, text(lines));
    const auditLog = memoryAuditLog(vault);
    const linked: AuditLog = {
      ...auditLog,
      async setAside(path, atMs) {
        vault.outside.write(auditFile, vault.outside.read(auditFile) ?? '');
        return auditLog.setAside(path, atMs);
      },
    };
    const { restored } = await opened(() => open({ auditLog: linked }));
    expect(restored[0]?.detail).toContain(`“${other}” had lines of another month`);
    expect(auditLines().slice(0, lines.length)).toEqual(lines);
  });

  test('says nothing of an audit file that was written again as it was', async () => {
    const { open, vault, auditLines } = createDisk();
    const book = await opened(open);
    await happens(book, 'one');
    vault.outside.write(auditFile, text(auditLines()));
    await happens(book, 'two');
    vault.outside.write(auditFile, text(auditLines()));
    await book.lookAtAudit(auditFile);
    expect(book.restored).toEqual([]);
    expect(auditLines()).toHaveLength(3);
  });

  test.each([
    ['the next record', (book: LedgerBook) => happens(book, 'two')],
    ['a look at it', (book: LedgerBook) => book.lookAtAudit(auditFile)],
  ])(
    'halts by %s on an audit line that somebody else wrote meanwhile, and runs no more [GATE-6]',
    async (_what, find) => {
      const { open, vault, auditLines } = createDisk();
      const book = await opened(open);
      await happens(book, 'one');
      const head = { seq: 2, hash: 'f'.repeat(64) };
      const forged = chainEntry(head, {
        ...{ at: '2026-02-21T10:30:00.000Z', actor: 'Human' },
        ...{ event: 'approved', detail: 'Nobody did.' },
      });
      const left = text([...auditLines(), auditLine(forged)]);
      vault.outside.write(auditFile, left);
      await find(book);
      expect(book.halted).toMatchObject({ code: 'ledger_invalid', path: auditFile });
      expect(await happens(book, 'three')).toMatchObject({ ok: false });
      expect(vault.outside.read(auditFile)).toBe(left);
      expect((await opened(open)).halted).toMatchObject({ code: 'ledger_invalid' });
    },
  );

  test('halts on an audit line that its ledger does not know, and writes nothing more than that', async () => {
    const { open, file, auditLines } = createDisk();
    const book = await opened(open);
    await happens(book, 'one');
    const rolledBack = file.text;
    await happens(book, 'two');
    file.text = rolledBack;
    const lines = auditLines();
    const again = await opened(open);
    expect(again.halted).toMatchObject({ code: 'ledger_invalid', path: auditFile });
    expect(await happens(again, 'three')).toMatchObject({ error: { code: 'ledger_invalid' } });
    expect(await happens(again, 'four', false)).toMatchObject({ ok: false });
    const added = (file.text ?? '').slice(rolledBack?.length);
    const kinds = added
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as LedgerRecord).kind);
    expect(kinds).toEqual(['halted']);
    expect(auditLines()).toEqual(lines);
  });

  test.each<[string, (line: string) => string]>([
    ['the start of an entry of a newer ledger', (line) => line.slice(0, line.indexOf('hash'))],
    ['no entry at all', () => '<<<<<<< ours'],
  ])('halts on an audit line that is %s [GATE-6]', async (_what, cut) => {
    const { open, file, vault, auditLines } = createDisk();
    const book = await opened(open);
    await happens(book, 'one');
    const rolledBack = file.text;
    await happens(book, 'two');
    file.text = rolledBack;
    const lines = auditLines();
    vault.outside.write(auditFile, [...lines.slice(0, -1), cut(lines.at(-1) ?? '')].join('\n'));
    const again = await opened(open);
    expect(again.halted?.message).toContain('contains entry 3');
    expect(await happens(again, 'three')).toMatchObject({ error: { code: 'ledger_invalid' } });
  });

  test.each<[string, string]>([
    ['in a character', '\ufffd'],
    ['and filled up with zeros', '\0\0\0\0'],
    ['at its end', ''],
  ])('an audit line that a power failure cut %s is made again', async (_where, end) => {
    const { open, vault, auditLines } = createDisk();
    await happens(await opened(open), 'one');
    const [first = '', second = ''] = auditLines();
    for (const length of [0, 1, 40, second.length - 1]) {
      vault.outside.write(auditFile, `${first}\n${second.slice(0, length)}${end}`);
      expect((await opened(open)).halted).toBeNull();
      expect(auditLines().at(-1)).toBe(second);
    }
  });

  test('stays halted over restarts, also when the audit log loses what it knew more [GATE-6]', async () => {
    const { vault, open, file, auditLines } = createDisk();
    const book = await opened(open);
    await happens(book, 'one');
    const [rolledBack, whole] = [file.text, auditLines()];
    await happens(book, 'two');
    file.text = rolledBack;
    await opened(open);
    vault.outside.write(auditFile, `${whole.join('\n')}\n`);
    const again = await opened(open);
    expect(again.halted).toMatchObject({ code: 'ledger_invalid', path: auditFile });
    expect(await happens(again, 'three')).toMatchObject({ ok: false });
    expect(auditLines()).toEqual(whole);
  });

  test('is halted also where its ledger cannot keep that', async () => {
    const { open, file } = createDisk();
    const book = await opened(open);
    await happens(book, 'one');
    const rolledBack = file.text;
    await happens(book, 'two');
    file.text = rolledBack;
    const full = {
      ...memoryLedger(file),
      append: () => Promise.resolve(fail('ledger_write_failed', 'The disk is full.', 'Make room.')),
    };
    expect((await opened(() => open({ ledger: full }))).halted).not.toBeNull();
    expect(file.text).toBe(rolledBack);
  });

  test('comes through where lines only resemble torn ones', async () => {
    const { open, vault, auditLines } = createDisk();
    await happens(await opened(open), 'one');
    const whole = auditLines();
    const zeros = '\0'.repeat(250_000);
    vault.outside.write(auditFile, `${zeros}x\n${zeros}y\n${text(whole)}`);
    const book = await opened(open);
    expect(book.halted).toBeNull();
    expect(auditLines().slice(0, 2)).toEqual(whole);
  });

  test('leaves audit files of other devices alone', async () => {
    const { open } = createDisk();
    await happens(await opened(open), 'one');
    const other = createDisk();
    const book = await opened(() =>
      open({ ledger: memoryLedger(other.file), device: 'd-bbbbbbbbbb' }),
    );
    expect(book.halted).toBeNull();
  });

  test('names a damaged ledger line once, and keeps it', async () => {
    const { open, file, auditLines } = createDisk();
    const book = await opened(open);
    await happens(book, 'one');
    file.text += '{"kind":"intent","id":"2026';
    for (let start = 0; start < 3; start += 1) expect((await opened(open)).halted).toBeNull();
    const named = auditLines().filter((line) => line.includes('ledger_line_damaged'));
    expect(named).toHaveLength(1);
    expect(named[0]).toContain('Line 3 of the ledger was torn by a crash');
    expect(file.text).toContain('{"kind":"intent","id":"2026\n');
  });

  test.each([
    ['is gone', () => ''],
    ['is damaged', (line: string) => `${line.replace('"kind"', '"ki')}\n`],
  ])('does not open over a ledger in whose middle a line %s', async (_what, damage) => {
    const { open, file } = createDisk();
    const book = await opened(open);
    await happens(book, 'one');
    await happens(book, 'two');
    const [first = '', second = '', third = ''] = (file.text ?? '').split('\n');
    file.text = `${first}\n${damage(second)}${third}\n`;
    expect(await open()).toMatchObject({ error: { code: 'ledger_invalid', line: 2 } });
  });

  test.each([
    ['{"no":"record"}', 'is no record'],
    ['[1]', 'is a list'],
    ['{"kind":"event","audit":{"seq":1}}', 'has no hash'],
  ])('does not open over a ledger whose line %s', async (line) => {
    const { open, file } = createDisk();
    await happens(await opened(open), 'one');
    file.text += `${line}\n`;
    expect(await open()).toMatchObject({ error: { code: 'ledger_invalid', line: 3 } });
  });

  test.each(['fails', 'throws'])(
    'halts when an append %s, and nothing is recorded after it [GATE-6]',
    async (how) => {
      const { open, file, auditLines } = createDisk();
      const inner = memoryLedger(file);
      let full = false;
      const ledger: Ledger = {
        read: () => inner.read(),
        append: oneByOne(async (record, durable) => {
          if (!full) return inner.append([record], durable);
          if (how === 'throws') throw new Error('EIO');
          return fail('ledger_write_failed', 'The disk is full.', 'Make room.');
        }),
      };
      const book = await opened(() => open({ ledger }));
      full = true;
      const [first, second] = await Promise.all([happens(book, 'one'), happens(book, 'two')]);
      expect(first).toMatchObject({ error: { code: 'ledger_write_failed' } });
      expect(second).toMatchObject({ error: { code: 'ledger_write_failed' } });
      full = false;
      expect(await happens(book, 'three')).toMatchObject({ ok: false });
      expect(auditLines()).toHaveLength(1);
      expect((await opened(open)).halted).toBeNull();
    },
  );

  test('a new epoch starts with the ids that audit files of any device call spent', async () => {
    const { open, vault } = createDisk();
    const book = await opened(open);
    const intent = { s: '{}', note: '', path: 'Approved/r.md', plan: null, step: null };
    await book.record(
      { kind: 'intent', id: 'r', bridge_digest: 'b', tool: 't', effect: 'e', ...intent },
      { actor: 'Countersign', event: 'intent', request_id: 'r', detail: 'Calling.' },
    );
    const text = vault.outside.read(auditFile) ?? '';
    vault.outside.remove(auditFile);
    vault.outside.write('Logs/audit/d-cccccccccc-2026-01.jsonl', text);
    const fresh = await opened(() => open({ ledger: memoryLedger({ text: null }) }));
    expect(fresh.epoch).not.toBe(book.epoch);
    expect(fresh.facts.isUsed('r')).toBe(true);
    expect(fresh.facts.isUsed('another')).toBe(false);
  });

  test('its time is never behind the newest record', async () => {
    const { open, clock } = createDisk();
    const book = await opened(open);
    clock.jumpTo(Date.parse('2027-01-01T00:00:00Z'));
    await happens(book, 'one');
    clock.jumpTo(Date.parse('2026-01-01T00:00:00Z'));
    expect(book.now()).toBe(Date.parse('2027-01-01T00:00:00Z'));
    expect((await opened(open)).now()).toBe(Date.parse('2027-01-01T00:00:00Z'));
    clock.jumpTo(Date.parse('2028-01-01T00:00:00Z'));
    expect(book.now()).toBe(clock.now());
  });
});
