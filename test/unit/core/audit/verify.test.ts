import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  auditLine,
  auditPath,
  chainEntry,
  emptyChain,
  hashEntry,
  type AuditEntry,
} from '../../../../src/core/audit/entry.js';
import { readAuditLine, verifyAudit } from '../../../../src/core/audit/verify.js';
import type { Json } from '../../../../src/core/json.js';
import { canonicalByHand, sha256ByNode } from '../../../support/builders/canonical-by-hand.js';
import { runs } from '../../../support/run/test-length.js';

const PATH = 'Logs/audit/d-aaaaaaaaaa-2026-02.jsonl';

function chain(length: number, detail = (index: number) => `Event ${index}.`): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let index = 1; index <= length; index += 1) {
    const at = new Date(Date.UTC(2026, 1, 21) + index).toISOString();
    const fields = { at, actor: 'Countersign', event: 'filed', detail: detail(index) };
    entries.push(chainEntry(entries.at(-1) ?? emptyChain, fields));
  }
  return entries;
}

const entries = chain(4);
const lines = entries.map(auditLine);

function verify(changed: readonly string[], ledger: readonly AuditEntry[] | null = entries) {
  return verifyAudit([{ path: PATH, lines: changed }], ledger);
}

describe('an entry', () => {
  test('is chained by the hash of its canonical JSON', () => {
    const entry = chainEntry(emptyChain, {
      at: '2026-02-21T10:30:00.000Z',
      actor: 'Agent (Codex)',
      event: 'approved',
      plan_id: 'PLAN-2026-001',
      detail: 'é 😀 "quoted"',
    });
    const rest =
      '{"actor":"Agent (Codex)","at":"2026-02-21T10:30:00.000Z","detail":"é 😀 \\"quoted\\"",' +
      `"event":"approved","plan_id":"PLAN-2026-001","prev":"${'0'.repeat(64)}","seq":1}`;
    expect(entry.hash).toBe(sha256ByNode(rest));
    expect(auditLine(entry)).toBe(canonicalByHand(JSON.parse(auditLine(entry)) as Json));
    expect(chainEntry(entry, { ...entry, detail: 'next' })).toMatchObject({
      seq: 2,
      prev: entry.hash,
    });
    expect(readAuditLine(auditLine(entry))).toEqual(entry);
  });

  test('is kept in a file for its device and month', () => {
    expect(auditPath('Logs', 'd-aaaaaaaaaa', '2026-02-21T10:30:00.000Z')).toBe(PATH);
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    '7',
    '"x"',
    '{}',
    ` ${lines[0]}`,
    `${lines[0]}\r\r`,
    lines[0]?.replace('"seq":1', '"seq":1.5') ?? '',
  ])('is not %j', (line) => {
    expect(readAuditLine(line)).toBeNull();
  });

  test('is none where it is nested more deeply than anything can read', () => {
    const deep = `${'['.repeat(60_000)}1${']'.repeat(60_000)}`;
    expect(
      readAuditLine(lines[0]?.replace('"event"', `"effect":${deep},"event"`) ?? ''),
    ).toBeNull();
  });
});

test('a whole trail is in order, over months, with or without the ledger', () => {
  expect(verify(lines)).toEqual({
    lines: 4,
    findings: [],
    torn: [],
    head: { seq: 4, hash: entries[3]?.hash },
    anchored: true,
  });
  const months = [
    { path: 'a', lines: [lines[0] ?? '', lines[1] ?? '', ''] },
    { path: 'b', lines: [lines[2] ?? '', lines[3] ?? '', ''] },
  ];
  expect(verifyAudit(months, entries)).toMatchObject({ findings: [], anchored: true });
  expect(verifyAudit(months, null)).toMatchObject({ findings: [], anchored: false });
  expect(verifyAudit([], null)).toMatchObject({ lines: 0, findings: [], head: emptyChain });
});

/** What was done to the four lines, and the line at which it is found. */
const tampered: Record<string, [change: (lines: string[]) => string[], line: number]> = {
  'a word altered': [(all) => all.map((line) => line.replace('Event 2', 'Event 7')), 2],
  'a word altered and its hash made anew': [
    (all) => all.with(1, reseal(all[1], { detail: 'Other.' })),
    2,
  ],
  'the last line altered and its hash made anew': [
    (all) => all.with(3, reseal(all[3], { detail: 'Other.' })),
    4,
  ],
  'an outcome added and its hash made anew': [
    (all) => all.with(3, reseal(all[3], { outcome: 'executed' })),
    4,
  ],
  'a number skipped and the hash made anew': [(all) => all.with(3, reseal(all[3], { seq: 9 })), 4],
  'the first line removed': [(all) => all.slice(1), 1],
  'a line removed': [(all) => all.toSpliced(1, 1), 2],
  'a line doubled': [(all) => all.toSpliced(2, 0, all[1] ?? ''), 3],
  'two lines swapped': [([a = '', b = '', ...rest]) => [b, a, ...rest], 1],
  'all lines backwards': [(all) => all.toReversed(), 1],
  'the last line removed': [(all) => all.slice(0, -1), 3],
  'everything removed': [() => [], 0],
  'a foreign line added': [(all) => [...all, 'hello'], 5],
  'an entry added': [(all) => [...all, auditLine(chainEntry(last(all), fieldsOf('New.')))], 5],
  'a damaged line in the middle': [(all) => all.with(1, all[1]?.slice(0, 90) ?? ''), 2],
  'a damaged line before another entry': [(all) => all.toSpliced(1, 0, '{"actor":"Human'), 2],
  'spaces put into a line': [(all) => all.with(1, all[1]?.replace(':', ': ') ?? ''), 2],
  'keys in another order': [
    (all) =>
      all.with(
        1,
        JSON.stringify(
          Object.fromEntries(Object.entries(JSON.parse(all[1] ?? '') as object).reverse()),
        ),
      ),
    2,
  ],
  'a line of another trail': [
    (all) => all.with(1, auditLine(chain(2, () => 'Else.')[1] as AuditEntry)),
    2,
  ],
};

describe.each(Object.entries(tampered))('%s', (_name, [change, line]) => {
  test('is found, at its line [GATE-19]', () => {
    const { findings } = verify(change([...lines]));
    expect(findings.length).toBeGreaterThan(0);
    expect(findings[0]).toMatchObject({ path: PATH, line });
    expect(findings[0]?.message).toMatch(/^[A-Z].*\.$/);
  });
});

describe('without the ledger', () => {
  const hidden = ['the last line removed', 'everything removed', 'an entry added'];
  const resealed = [
    'the last line altered and its hash made anew',
    'an outcome added and its hash made anew',
  ];

  test.each(Object.entries(tampered).filter(([name]) => ![...hidden, ...resealed].includes(name)))(
    'the chain alone shows: %s',
    (_name, [change]) => {
      expect(verify(change([...lines]), null).findings.length).toBeGreaterThan(0);
    },
  );

  test('a trail made anew from its end is only consistent, and said not to be anchored', () => {
    for (const name of [...hidden, ...resealed]) {
      const [change] = tampered[name] ?? [];
      expect(verify(change?.([...lines]) ?? [], null)).toMatchObject({
        findings: [],
        anchored: false,
      });
    }
  });
});

describe('a line that a crash tore', () => {
  const torn = lines[2]?.slice(0, 90) ?? '';

  test('is excused when the same entry follows whole', () => {
    const report = verify(lines.toSpliced(2, 0, torn));
    expect(report).toMatchObject({ findings: [], torn: [{ path: PATH, line: 3 }], lines: 5 });
  });

  test('is excused as the very last one, but what the ledger holds beyond it is told', () => {
    const report = verify([...lines.slice(0, 2), torn, '']);
    expect(report.torn).toMatchObject([{ line: 3 }]);
    expect(report.findings).toMatchObject([
      { message: expect.stringContaining('up to 4') as string },
    ]);
    expect(verify([...lines.slice(0, 2), torn], null)).toMatchObject({
      findings: [],
      torn: [{ line: 3 }],
    });
  });

  test('is not excused as the very last one where the ledger does not hold that entry [GATE-19]', () => {
    const rolledBack = entries.slice(0, 2);
    expect(verify([...lines.slice(0, 2), torn], rolledBack)).toMatchObject({
      findings: [{ line: 3 }],
      torn: [],
    });
    const other = chain(4, () => 'Else.');
    expect(verify([...lines.slice(0, 2), torn], [...rolledBack, ...other.slice(2)])).toMatchObject({
      torn: [],
    });
  });

  test('is excused where the cut went through a character, or zeros fill it up', () => {
    for (const end of ['\ufffd', '\0\0']) {
      expect(verify(lines.toSpliced(2, 0, `${torn}${end}`)).findings).toEqual([]);
    }
  });

  test.each<[string, string[]]>([
    ['when another entry follows', lines.toSpliced(1, 0, torn)],
    ['when the entry before follows again', [...lines.slice(0, 3), torn, ...lines.slice(2)]],
    [
      'as a whole line with one character changed',
      lines.with(3, lines[3]?.replace('Event', 'event') ?? ''),
    ],
    ['as a last line that is no start of an entry', [...lines, 'Event 5']],
    [
      'as a last line that is no JSON, but ends like one',
      lines.with(3, lines[3]?.replace('"', '') ?? ''),
    ],
  ])('is not excused %s', (_name, changed) => {
    expect(verify(changed, null).findings.length).toBeGreaterThan(0);
  });

  test('is not excused at the end of a month that another follows', () => {
    const months = [
      { path: 'a', lines: [...lines.slice(0, 2), torn] },
      { path: 'b', lines: lines.slice(2) },
    ];
    expect(verifyAudit(months, null).findings).toMatchObject([{ path: 'a', line: 3 }]);
  });
});

test('any single corruption of any trail is found [GATE-19]', () => {
  const detail = fc.string({
    unit: fc.constantFrom('a', '}', '{', '"', ' ', 'é', '\\'),
    maxLength: 8,
  });
  const trail = fc
    .array(detail, { minLength: 1, maxLength: 6 })
    .map((details) => chain(details.length, (index) => details[index - 1] ?? ''));
  const corruption = fc.record({
    kind: fc.constantFrom('flip', 'insert', 'delete', 'drop', 'double', 'swap', 'cut', 'blank'),
    where: fc.nat(10_000),
    at: fc.nat(10_000),
    character: fc.constantFrom('x', '0', ' ', '}', '"', '{'),
  });
  fc.assert(
    fc.property(trail, corruption, (all, { kind, where, at, character }) => {
      const written = all.map(auditLine);
      const index = where % written.length;
      const line = written[index] ?? '';
      const position = at % line.length;
      const changed = {
        flip: () =>
          written.with(index, line.slice(0, position) + character + line.slice(position + 1)),
        insert: () =>
          written.with(index, line.slice(0, position) + character + line.slice(position)),
        delete: () => written.with(index, line.slice(0, position) + line.slice(position + 1)),
        drop: () => written.toSpliced(index, 1),
        double: () => written.toSpliced(index, 0, line),
        swap: () => [...written.slice(index + 1), ...written.slice(0, index + 1)],
        cut: () => written.with(index, line.slice(0, position)),
        blank: () => written.with(index, ''),
      }[kind]();
      fc.pre(changed.join('\n') !== written.join('\n'));
      const report = verifyAudit([{ path: PATH, lines: changed }], all);
      expect(report.findings.length).toBeGreaterThan(0);
    }),
    { numRuns: runs(2_000) },
  );
});

function last(all: readonly string[]): AuditEntry {
  return JSON.parse(all.at(-1) ?? '') as AuditEntry;
}

function fieldsOf(detail: string) {
  return { at: '2026-02-22T00:00:00.000Z', actor: 'Human', event: 'filed', detail };
}

/** A line with other fields and the hash that they must have. */
function reseal(line: string | undefined, change: Partial<AuditEntry>): string {
  const { hash, ...rest } = { ...(JSON.parse(line ?? '') as AuditEntry), ...change };
  expect(hash).not.toBe('');
  return auditLine({ ...rest, hash: hashEntry(rest) });
}
