import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  baseName,
  folderOf,
  isConflictCopy,
  joinPath,
  safeFileName,
  slugOf,
} from '../../../../src/core/note/file-name.js';
import { isoSeconds, timestampForName } from '../../../../src/core/time.js';

test.each([
  ['Client A: January invoice', 'client-a-january-invoice'],
  ['Ärger mit Straße №5', 'arger-mit-strasse-no5'],
  ['Łódź, Ørsted, Ærø', 'lodz-orsted-aero'],
  ["Don't", 'dont'],
  ['请求', 'note'],
  ['', 'note'],
  ['../../etc/passwd', 'etc-passwd'],
])('the slug of %j is %j', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test.each([
  ['one two three four', 9, 'one-two'],
  ['one two', 7, 'one-two'],
  ['abcdefghij', 4, 'abcd'],
  ['a bcdefghij', 4, 'a-bc'],
  ['abc defgh', 4, 'abc'],
])('the slug of %j within %i characters is %j', (text, length, slug) => {
  expect(slugOf(text, length)).toBe(slug);
});

test('times in notes and names are whole seconds in UTC', () => {
  const ms = Date.UTC(2026, 1, 21, 10, 40, 0, 999);
  expect(isoSeconds(ms)).toBe('2026-02-21T10:40:00Z');
  expect(timestampForName(ms)).toBe('2026-02-21T10-40-00Z');
});

describe('a safe file name', () => {
  test.each([
    ['PLAN-2026-001', 'PLAN-2026-001'],
    ['2026-02-21T10-40-00Z_email_client-a', '2026-02-21T10-40-00Z_email_client-a'],
    ['a:b/c\\d|e', 'a-b-c-d-e'],
    ['Ünïcödé ✋ x', 'Unicode-x'],
    ['..', 'note'],
    ['a..b', 'a.b'],
    ['.hidden', 'hidden'],
    ['name. ', 'name'],
    ['con', '_con'],
    ['LPT1.txt', '_LPT1.txt'],
    ['console', 'console'],
    ['', 'note'],
  ])('for %j is %j', (base, name) => {
    expect(safeFileName(base)).toBe(name);
  });

  test('is safe for any text, and stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (base) => {
        const name = safeFileName(base);
        expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/u);
        expect(name).not.toMatch(/[.-]$/u);
        expect(`${name}.md`.length).toBeLessThanOrEqual(120);
        expect(safeFileName(name)).toBe(name);
      }),
    );
  });
});

test.each([
  ['Plans/a/PLAN-2026-001.md', 'PLAN-2026-001', 'Plans/a'],
  ['Dashboard.md', 'Dashboard', ''],
  ['Logs/2026-02-21.log.md', '2026-02-21.log', 'Logs'],
  ['Invoices/scan.PDF', 'scan.PDF', 'Invoices'],
  ['A.MD', 'A', ''],
])('%j has the base name %j and the folder %j', (path, base, folder) => {
  expect(baseName(path)).toBe(base);
  expect(folderOf(path)).toBe(folder);
});

test.each([
  [['Plans', 'a.md'], 'Plans/a.md'],
  [['', 'a.md'], 'a.md'],
  [['/Plans/', '/x/', 'a.md'], 'Plans/x/a.md'],
])('the parts %j join to %j', (parts, path) => {
  expect(joinPath(...parts)).toBe(path);
});

test.each([
  ['Approved/x (Conflicted copy phone 202602211040).md', true],
  ['Approved/x.sync-conflict-20260221-104000-ABCDEFG.md', true],
  ['Approved/x (1).md', true],
  ['Approved/x(1).md', true],
  ['Approved/x.md', false],
  ['Approved/x 2.md', false],
  ['Approved/Invoice (2026).md', false],
  ['Approved (1)/x.md', false],
])('%j is a conflict copy: %s', (path, expected) => {
  expect(isConflictCopy(path)).toBe(expected);
});
