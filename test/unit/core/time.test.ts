import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInstant, recordedMs } from '../../../src/core/time.js';
import { parsePlan } from '../../../src/core/plan/parse-plan.js';
import { parseRequest } from '../../../src/core/request/parse-request.js';
import { projectFiles, readProjectFile } from '../../support/project-files.js';
import { callNote } from '../../support/builders/request-note.js';

const noon = Date.UTC(2026, 1, 21, 12);

test.each<[text: string, ms: number, zoned: boolean]>([
  ['2026-02-21T12:00:00Z', noon, true],
  ['2026-02-21T12:00Z', noon, true],
  ['2026-02-21 12:00:00Z', noon, true],
  ['2026-02-21T13:00:00+01:00', noon, true],
  ['2026-02-21T13:00:00+0100', noon, true],
  ['2026-02-21T06:30:00-05:30', noon, true],
  ['2026-02-22T02:00:00+14:00', noon, true],
  ['2026-02-21T12:00:00', noon, false],
  ['2026-02-21T12:00', noon, false],
  [' 2026-02-21T12:00:00 ', noon, false],
  ['2026-02-21', Date.UTC(2026, 1, 21), false],
  ['2024-02-29', Date.UTC(2024, 1, 29), false],
  ['2026-02-21T12:00:00.5Z', noon + 500, true],
  ['2026-02-21T12:00:00.123456789Z', noon + 123, true],
  ['1969-12-31T23:59:59Z', -1_000, true],
  ['9999-12-31T23:59:59Z', Date.UTC(9999, 11, 31, 23, 59, 59), true],
])('%j is an instant', (text, ms, zoned) => {
  expect(readInstant(text)).toEqual({ ms, zoned });
});

test.each([
  ...['', 'yesterday', '2026', '2026-02', '21.02.2026', '02/21/2026', '20260221', '1771675200'],
  ...[
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-1-5',
    '2026-02-21Z',
  ],
  ...['2026-02-21T24:00:00Z', '2026-02-21T12:60:00Z', '2026-02-21T23:59:60Z', '2026-02-21T12Z'],
  ...[
    '2026-02-21T12:00:00+24:00',
    '2026-02-21T12:00:00+01:60',
    '2026-02-21T12:00:00 Z',
    '0099-01-01',
    '0050-02-21',
    '2026-02-21T12:00:00+99:00',
  ],
  ...['2026-02-21T12:00:00z', '2026-02-21T12:00:00Z x', '2026-02-21\n12:00', '２０２６-02-21'],
])('%j is none', (text) => {
  expect(readInstant(text)).toBeNull();
});

test('what a clock writes is read as what it was', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
      (date) => {
        expect(readInstant(date.toISOString())).toEqual({ ms: date.getTime(), zoned: true });
      },
    ),
  );
});

test.each(['0050-02-21', '2026-02-21T10:30:00+99:00', '2026-02-30'])(
  'what is no instant, %s, is refused wherever a note names a time, and says what to write',
  (time) => {
    const plan = `---\ntask_id: PLAN-2026-001\nsource_link: a\ncreated_date: ${time}\npriority: high\nstatus: Active\n---\n# Objective\nA.\n## Context\n## Roadmap\n1. [ ] One\n## Reasoning Logs\n`;
    const advice = /Write .*2026-02-2\dT1\d:\d0:00Z/;
    expect(parsePlan(plan, 'p.md').problems.map((it) => it.advice)).toEqual([
      expect.stringMatching(advice),
    ]);
    for (const key of ['created_date', 'expires']) {
      const { problems } = parseRequest(callNote({}, { [key]: time }), 'r.md');
      expect(problems.map((it) => it.advice)).toEqual([expect.stringMatching(advice)]);
    }
  },
);

test('a record of ours whose time cannot be read is from the beginning of time', () => {
  expect(recordedMs({ at: '2026-02-21T12:00:00.000Z' })).toBe(noon);
  expect(recordedMs({ at: 'some day' })).toBe(0);
});

test('nothing else reads times from texts', () => {
  const files = projectFiles().filter((path) => /^src\/.*\.(?:ts|svelte)$/.test(path));
  const others = files.filter((path) => /\bDate\.parse\(|parseISO/.test(readProjectFile(path)));
  expect(others).toEqual([]);
});
