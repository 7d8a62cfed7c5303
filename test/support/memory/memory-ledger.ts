import { ok, type Result } from '../../../src/core/errors.js';
import type { Json } from '../../../src/core/json.js';
import { isOfEarlier } from '../../../src/core/ledger/read-ledger.js';
import type { Ledger, LedgerContents } from '../../../src/ports/ledger.js';
import { appendLines } from './append-lines.js';
import type { WriteHooks } from './simulated-crash.js';

/** The ledger file of one device; it outlives the ledgers over it. `null` while there is no file. */
export interface MemoryLedgerFile {
  text: string | null;
  /** The texts of ledgers that were set aside beside it. */
  earlier?: readonly string[];
}

/** A Ledger over a file in memory. Hooks are told the record's `type` or `kind`, if it has one. */
export function memoryLedger(file: MemoryLedgerFile, hooks: WriteHooks = {}): Ledger {
  return {
    async read() {
      return ok(ledgerContents(file));
    },
    async append(records) {
      for (const record of records) {
        const store = (text: string): void => void (file.text = text);
        const place = { text: file.text ?? '', store };
        appendLines(place, [JSON.stringify(record)], `ledger ${nameOf(record)}`, hooks);
      }
      return ok(undefined);
    },
  };
}

/** What the files of a ledger hold. */
export function ledgerContents({ text, earlier = [] }: MemoryLedgerFile): LedgerContents {
  const own = recordsIn(text ?? '');
  const hasBegun = own.records.some((record) => nameOf(record) === 'epoch');
  return {
    ...own,
    earlier: hasBegun ? [] : earlier.map((one) => recordsIn(one).records.filter(isOfEarlier)),
  };
}

function recordsIn(ledger: string): Pick<LedgerContents, 'records' | 'damaged'> {
  const records: Json[] = [];
  const damaged: { line: number; text: string }[] = [];
  ledger.split('\n').forEach((text, index) => {
    if (text === '') return;
    try {
      records.push(JSON.parse(text) as Json);
    } catch {
      damaged.push({ line: index + 1, text });
    }
  });
  return { records, damaged };
}

function nameOf(record: Json): string {
  if (typeof record !== 'object' || record === null) return 'record';
  const { type, kind } = record as { readonly type?: Json; readonly kind?: Json };
  if (typeof type === 'string') return type;
  return typeof kind === 'string' ? kind : 'record';
}

/** An append that is told each record by itself, until one is refused. */
export function oneByOne(
  append: (record: Json, durable: boolean) => Promise<Result<void>>,
): Ledger['append'] {
  return async (records, durable) => {
    for (const record of records) {
      const appended = await append(record, durable);
      if (!appended.ok) return appended;
    }
    return ok(undefined);
  };
}
