import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../src/core/errors.js';
import type { Ledger, LedgerContents } from '../../src/ports/ledger.js';

/** A ledger's file under test: what is opened over it, and its raw text. */
export interface LedgerUnderTest {
  /** Opens the ledger, as after a restart when called again. */
  open(): Promise<Ledger>;
  /** The file's text, or `null` when there is no file. */
  text(): string | null;
  setText(text: string): void;
  close(): Promise<void>;
}

/** What every Ledger does, whatever lies beneath it. */
export function describeLedger(name: string, prepare: () => Promise<LedgerUnderTest>): void {
  describe(`the ledger ${name}`, () => {
    let file: LedgerUnderTest;
    let ledger: Ledger;
    beforeEach(async () => {
      file = await prepare();
      ledger = await file.open();
    });
    afterEach(() => file.close());

    test('is empty while there is no file, and reading makes none', async () => {
      expect(await contents(ledger)).toEqual({ records: [], damaged: [], earlier: [] });
      expect(file.text()).toBeNull();
    });

    test('holds its records in the order of the calls, durable or not, over restarts', async () => {
      const records = Array.from({ length: 50 }, (_, seq) => ({
        seq,
        text: '✋ line\nend "quote"',
      }));
      await Promise.all([
        ...records.slice(0, 30).map((record, n) => ledger.append([record], n % 5 === 0)),
        ledger.append(records.slice(30), true),
      ]);
      expect((await contents(ledger)).records).toEqual(records);
      const reopened = await file.open();
      expect((await contents(reopened)).records).toEqual(records);
    });

    test('writes one line a record and changes none of those before', async () => {
      valueOf(await ledger.append([{ b: 1, a: [null, 'ü'] }], true));
      expect(file.text()).toBe('{"b":1,"a":[null,"ü"]}\n');
      valueOf(await ledger.append(['second'], false));
      expect(file.text()).toBe('{"b":1,"a":[null,"ü"]}\n"second"\n');
    });

    test('keeps a torn line, closes it before the next record and names it', async () => {
      file.setText('{"seq":1}\n{"seq":2,"te');
      const reopened = await file.open();
      expect(await contents(reopened)).toEqual({
        records: [{ seq: 1 }],
        damaged: [{ line: 2, text: '{"seq":2,"te' }],
        earlier: [],
      });
      valueOf(await reopened.append([{ seq: 3 }], true));
      expect(file.text()).toBe('{"seq":1}\n{"seq":2,"te\n{"seq":3}\n');
      expect(await contents(reopened)).toEqual({
        records: [{ seq: 1 }, { seq: 3 }],
        damaged: [{ line: 2, text: '{"seq":2,"te' }],
        earlier: [],
      });
    });

    test('closes a whole record that lacks only its line end', async () => {
      file.setText('{"seq":1}');
      const reopened = await file.open();
      valueOf(await reopened.append([{ seq: 2 }], true));
      expect((await contents(reopened)).records).toEqual([{ seq: 1 }, { seq: 2 }]);
    });
  });
}

async function contents(ledger: Ledger): Promise<LedgerContents> {
  return valueOf(await ledger.read());
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
