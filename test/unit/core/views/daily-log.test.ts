import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chainEntry, emptyChain, type AuditEntry } from '../../../../src/core/audit/entry.js';
import {
  appendToDailyLog,
  dailyLogPath,
  newDailyLog,
} from '../../../../src/core/views/daily-log.js';

const device = 'd-aaaaaaaaaa';
const day = '2026-02-21';

function entry(seq: number, fields: Partial<AuditEntry> = {}): AuditEntry {
  const at = `2026-02-21T10:30:${String(seq % 60).padStart(2, '0')}.123Z`;
  const told = { at, actor: 'Agent', event: 'step_added', detail: `Step ${seq} added` };
  return chainEntry({ ...emptyChain, seq: seq - 1 }, { ...told, ...fields });
}

function completed(text: string, entries: readonly AuditEntry[], by = device): string {
  const result = appendToDailyLog(text, by, entries);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** The cells of the only row for one entry. */
function cellsFor(fields: Partial<AuditEntry>): readonly string[] {
  const row =
    newDailyLog(day, device, [entry(7, fields)])
      .trimEnd()
      .split('\n')
      .at(-1) ?? '';
  return row.split(' | ');
}

const top = `| Time (UTC) | Who | What happened | Mission | Request | Entry |
| --- | --- | --- | --- | --- | --- |
`;
const first = '| 10:30:01 | Agent | Step 1 added |  |  | d-aaaaaaaaaa:1 |\n';
const second = '| 10:30:02 | Agent | Step 2 added |  |  | d-aaaaaaaaaa:2 |\n';
const third = '| 10:30:03 | Agent | Step 3 added |  |  | d-aaaaaaaaaa:3 |\n';
const three = [entry(1), entry(2), entry(3)];

test('a day lies below the logs folder, under its date', () => {
  expect(dailyLogPath('Work/Logs', day)).toBe('Work/Logs/2026-02-21.log.md');
});

test('a new note has a heading, a sentence and a row for each entry, oldest first', () => {
  const mission = { plan_id: 'PLAN-2026-001', request_id: '2026-02-21T10-30-00Z_email_client-a' };
  expect(newDailyLog(day, device, [entry(1), entry(2, mission)])).toBe(`# 2026-02-21

What happened on this day, according to the audit log. New rows are added at the end of the table; existing rows are not changed.

${top}${first}| 10:30:02 | Agent | Step 2 added | [[PLAN-2026-001]] | 2026-02-21T10-30-00Z_email_client-a | d-aaaaaaaaaa:2 |
`);
});

describe('foreign text in a cell', () => {
  test.each([
    ['a pipe', 'a | b \\| c', 'a ¦ b \\¦ c'],
    ['a line break', 'a\n| b\r\nc', 'a ¦ b c'],
    ['a link and an embed', '[[Secret]] ![[Secret]] [x](y)', 'Secret !Secret [x] (y)'],
    ['lists of a call', 'to: ["a@x"], n: [[1]]', 'to: ["a@x"], n: [ [1]]'],
    ['HTML and a comment', '<img src=x> <!-- a %% b %%', '‹img src=x> ‹! -- a % % b % %'],
    ['code that a plugin would run', '`= this.file`', "'= this.file'"],
    [
      'an address',
      'see obsidian://open?x and https://a.b',
      'see obsidian: //open?x and https: //a.b',
    ],
    ['a tag', 'for #urgent, not #', 'for # urgent, not #'],
    ['what turns the text around', 'a\u202eb', 'a‹U+202E›b'],
    ['an end of the note', '%% countersign:end %%', '% % countersign:end % %'],
  ])('is inert: %s', (_what, detail, cell) => {
    expect(cellsFor({ detail })[2]).toBe(cell);
  });

  test('is inert also where an actor, a mission or a request should stand', () => {
    const hostile = '[[x]] | <b>';
    const cells = cellsFor({ actor: hostile, plan_id: hostile, request_id: hostile });
    expect([cells[1], cells[3], cells[4]]).toEqual(Array(3).fill('x ¦ ‹b>'));
  });

  test('keeps amounts on their side of words from right to left', () => {
    const cells = cellsFor({ detail: 'Pay אבג 500' });
    expect(cells[2]).toBe('Pay \u2068אבג\u2069 500');
    const told = [entry(1, { detail: 'Pay אבג 500' })];
    expect(completed(newDailyLog(day, device, told), told)).toBe(newDailyLog(day, device, told));
  });

  test('is cut when it is very long, never in the middle of a character', () => {
    const cell = cellsFor({ detail: '🙂'.repeat(2_000) })[2];
    expect(cell).toBe(`${'🙂'.repeat(500)}…`);
  });

  test('never makes more cells, lines or links than one row has', () => {
    const piece = fc.constantFrom(
      '|',
      '\n',
      '[[',
      ']]',
      '`',
      '<',
      '%%',
      '#',
      '://',
      '\\',
      'a',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.string(), (pieces, text) => {
        const told = `${pieces.join('')}${text}${pieces.join('')}`;
        const note = newDailyLog(day, device, [entry(1, { actor: told, detail: told })]);
        const rows = note.split('\n').slice(6);
        expect(rows).toHaveLength(2);
        expect(rows[0]?.split('|')).toHaveLength(8);
        expect(rows[0]).not.toMatch(/\[\[|<|`|%%|:\/\/|#\S/);
        expect(completed(note, [entry(1, { actor: told, detail: told })])).toBe(note);
      }),
    );
  });
});

describe('what a note lacks', () => {
  test('is added below its last row, and nothing twice', () => {
    const note = newDailyLog(day, device, [entry(1)]);
    const after = completed(note, three);
    expect(after).toBe(`${note}${second}${third}`);
    expect(completed(after, three)).toBe(after);
  });

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('leaves what a person wrote above and below as it is, with %s', (_what, eol) => {
    const above = '\ufeff---\ncssclasses: wide # mine\n---\nMy day  \n\n| a |\n| - |\n| b |\n\n';
    const below = '\nMy own | words\n\t- no end';
    const before = `${above}${top}${first}`.replaceAll('\n', eol);
    const rest = below.replaceAll('\n', eol);
    const rows = `${second}${third}`.replaceAll('\n', eol);
    expect(completed(`${before}${rest}`, three)).toBe(`${before}${rows}${rest}`);
  });

  test('goes below a last row without a line end', () => {
    expect(completed(`${top}${first}`.trimEnd(), three)).toBe(
      `${top}${first}${second}${third}`.trimEnd(),
    );
  });

  test('is found in a table whose cells were made wider, and whose plan got another name', () => {
    const wide = top.replaceAll(' |', '    |').replaceAll('---', ':---');
    const row =
      '|10:30:02|Agent|Step 2 added (mine) |[[PLAN-2026-009\\|mine]]||   d-aaaaaaaaaa:2|\n';
    expect(completed(`${wide}${first}${row}`, three)).toBe(`${wide}${first}${row}${third}`);
  });

  test('is what lies behind the newest row: one that a person removed stays removed', () => {
    expect(completed(`${top}${second}`, three)).toBe(`${top}${second}${third}`);
  });

  test('is added again where the newest rows are gone, as when sync put an older text there', () => {
    expect(completed(`${top}${first}`, three)).toBe(`${top}${first}${second}${third}`);
  });

  test('counts for each device by itself', () => {
    const others = first.replace(device, 'd-bbbbbbbbbb');
    const text = `${top}${others}${others.replace(':1 ', ':99 ')}`;
    expect(completed(text, [entry(1)])).toBe(`${text}${first}`);
  });

  test.each([
    ['a number that is still to come', first.replace(':1 ', ':99 ')],
    ['another time', second.replace('10:30:02', '10:30:09')],
    ['a place in a fence', `\n\`\`\`\n${third}\`\`\`\n`],
  ])('is not hidden by a row of the same form with %s', (_what, forged) => {
    const after = completed(`${top}${forged}`, three);
    for (const row of [first, second, third]) expect(after).toContain(row);
    expect(after.length).toBe(`${top}${forged}${first}${second}${third}`.length);
  });

  test.each([
    ['another text', '# Mine\nHello', '# Mine\nHello\n\n'],
    ['a table of other columns', '| Time | Who |\n| - | - |\n', '| Time | Who |\n| - | - |\n\n'],
    ['a heading row alone', top.split('\n')[0] ?? '', `${top.split('\n')[0] ?? ''}\n\n`],
    ['the table in a fence', `\`\`\`\n${top}\`\`\`\n`, `\`\`\`\n${top}\`\`\`\n\n`],
    ['nothing', '', ''],
  ])('gets a table of its own at the end of a note with %s', (_what, text, kept) => {
    const after = completed(text, [entry(1)]);
    expect(after).toBe(`${kept}${top}${first}`);
    expect(completed(after, [entry(1), entry(2)])).toBe(`${after}${second}`);
  });

  test('is not written into a fence or comment that nothing closes, which is said with its line', () => {
    for (const open of ['```', '%%']) {
      expect(appendToDailyLog(`Mine\n${open}\n${top}`, device, three)).toMatchObject({
        ok: false,
        error: { code: 'region_invalid', line: 2 },
      });
    }
  });

  test('never costs a line of any note', () => {
    const line = fc.constantFrom(first, second, ...top.split('\n'), '```', '%%', '---', 'Mine', '');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('\n');
        const result = appendToDailyLog(text, device, three);
        if (!result.ok) return;
        let at = 0;
        for (const kept of text.split('\n')) {
          at = result.value.indexOf(kept, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += kept.length;
        }
        expect(completed(result.value, three)).toBe(result.value);
      }),
    );
  });
});
