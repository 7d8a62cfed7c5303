import { expect, test } from 'vitest';
import {
  auditLine,
  chainEntry,
  emptyChain,
  type AuditEntry,
} from '../../../../../src/core/audit/entry.js';
import { ok } from '../../../../../src/core/errors.js';
import type { Json } from '../../../../../src/core/json.js';
import { verifyTrail } from '../../../../../src/hosts/obsidian/commands/verify-trail.js';
import type { Ledger } from '../../../../../src/ports/ledger.js';

function chain(count: number): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let at = 0; at < count; at += 1) {
    const fields = { at: '2026-02-21T10:30:00.000Z', actor: 'Human', event: 'e', detail: `${at}` };
    entries.push(chainEntry(entries.at(-1) ?? emptyChain, fields));
  }
  return entries;
}

interface TrailFile {
  readonly path: string;
  readonly lines: readonly string[];
}

const fileOf = (device: string, entries: readonly AuditEntry[]): TrailFile => ({
  path: `Logs/audit/${device}-2026-02.jsonl`,
  lines: entries.map(auditLine),
});

function trail(looks: readonly (readonly TrailFile[])[], own: readonly AuditEntry[] | null) {
  const told: string[] = [];
  let look = 0;
  const records = own?.map((audit) => ({ audit }) as unknown as Json) ?? [];
  const ledger = { read: async () => ok({ records, damaged: [] }) } as unknown as Ledger;
  return {
    told,
    of: {
      auditLog: {
        async readEach(_folder: string, onFile: (path: string) => (line: string) => void) {
          for (const { path, lines } of looks[Math.min(look++, looks.length - 1)] ?? []) {
            const onLine = onFile(path);
            for (const line of lines) onLine(line);
          }
        },
      },
      logsFolder: 'Logs',
      own: own && { device: 'd-own', ledger },
      clock: {
        now: () => 0,
        setTimer: (_ms: number, callback: () => void) => {
          queueMicrotask(callback);
          return () => undefined;
        },
      },
      tell: (text: string) => told.push(text),
    },
  };
}

test('each device is verified by itself, this one’s first and against its ledger', async () => {
  const entries = chain(3);
  const { of, told } = trail([[fileOf('d-other', chain(2)), fileOf('d-own', entries)]], entries);
  const verified = await verifyTrail(of);
  expect(verified).toMatchObject({
    value: [
      { device: 'd-own', report: { lines: 3, findings: [], anchored: true } },
      { device: 'd-other', report: { lines: 2, findings: [], anchored: false } },
    ],
  });
  expect(told).toEqual(['Reading the audit files…']);
});

test('a changed line is found, with its file and number, after it was looked at again', async () => {
  const entries = chain(2);
  const changed = entries.map((entry) => ({ ...entry, detail: 'another' }));
  const { of, told } = trail([[fileOf('d-own', changed)]], entries);
  expect(await verifyTrail(of)).toMatchObject({
    value: [{ report: { findings: [{ path: 'Logs/audit/d-own-2026-02.jsonl', line: 1 }, {}] } }],
  });
  expect(told.filter((text) => text.includes('Checking again'))).toHaveLength(3);
});

test('a line that the ledger had a moment earlier accuses nobody', async () => {
  const entries = chain(2);
  const { of } = trail(
    [[fileOf('d-own', entries.slice(0, 1))], [fileOf('d-own', entries)]],
    entries,
  );
  expect(await verifyTrail(of)).toMatchObject({ value: [{ report: { findings: [] } }] });
});

test('what a runner writes while its trail is read accuses nobody', async () => {
  const entries = chain(2);
  const { of } = trail([[fileOf('d-own', entries)]], entries.slice(0, 1));
  const later = trail([], entries).of.own?.ledger;
  const reads = [of.own?.ledger, later];
  const ledger = { read: () => (reads.shift() ?? later)?.read() } as unknown as Ledger;
  expect(await verifyTrail({ ...of, own: { device: 'd-own', ledger } })).toMatchObject({
    value: [{ report: { findings: [] } }],
  });
  expect(reads).toEqual([]);
});

test('a trail that is gone from the vault is missed by the ledger', async () => {
  const { of } = trail([[]], chain(2));
  expect(await verifyTrail(of)).toMatchObject({ value: [{ report: { findings: [{}] } }] });
});
