import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLogEntry, parseLogEntry } from '../../../../src/core/plan/log-entry.js';

const AT = '2026-02-21T10:30:00Z';

describe('reading an entry', () => {
  test.each([
    [`- [${AT}] Agent: Created — Why.`, [AT, 'Agent', 'Created', 'Why.']],
    [`- ${AT} Agent: Created — Why. More`, [AT, 'Agent', 'Created', 'Why. More']],
    [`* [${AT}] Agent (Codex): Created`, [AT, 'Agent (Codex)', 'Created', '']],
    ['+ 2026-02-21T10:30 Human: Done', ['2026-02-21T10:30', 'Human', 'Done', '']],
    ['- [2026-02-21 10:30:00+01:00] Human: A', ['2026-02-21 10:30:00+01:00', 'Human', 'A', '']],
    [`- [${AT}] A: B — C — D`, [AT, 'A', 'B', 'C — D']],
    [`- [${AT}] A: B — C ^d-7k2mxa`, [AT, 'A', 'B', 'C', 'd-7k2mxa']],
    [`- [${AT}] A: B ^b1 `, [AT, 'A', 'B', '', 'b1']],
    [`- [${AT}] A: B — x^2 and ^s4.`, [AT, 'A', 'B', 'x^2 and ^s4.']],
  ])('%j [FR-021]', (line, expected) => {
    const entry = parseLogEntry(line);
    expect(Object.values(entry ?? {})).toEqual(expected);
  });

  test.each([
    '',
    'text',
    `[${AT}] Agent: no bullet`,
    `- [${AT} Agent: open bracket`,
    `- ${AT} no colon`,
    `- [${AT}] : no actor`,
    '- yesterday Agent: no time',
    `  - [${AT}] Agent: nested`,
  ])('%j is a line of another form', (line) => {
    expect(parseLogEntry(line)).toBeNull();
  });
});

describe('writing an entry', () => {
  test.each([
    [['Agent', 'Created plan', 'Complex work'], 'Agent: Created plan — Complex work.'],
    [['Agent', 'Asked', 'Really?'], 'Agent: Asked — Really?'],
    [['Human', 'Ticked step 1', ''], 'Human: Ticked step 1.'],
    [['Agent', 'a\n# b\r\n- [ ] c', '\u2028d\te'], 'Agent: a # b - [ ] c — d e.'],
    [['Agent', 'a %% b', '<!-- c %%%'], 'Agent: a % % b — <! -- c % % %.'],
    [['A: b', 'c — d', 'e — f'], 'A b: c - d — e — f.'],
    // What becomes of a dash must not open a comment.
    [['Agent', '<!—-a', ''], 'Agent: <! --a.'],
    [['Agent', 'ends ^s4', ''], 'Agent: ends ^s4.'],
    // An amount stays on its side of words from right to left.
    [['Agent', 'Paid אבג 500', 'שלום 5'], 'Agent: Paid \u2068אבג\u2069 500 — \u2067שלום 5.\u2069'],
  ])('%j gives %j [FR-021]', ([actor, action, rationale], expected) => {
    const entry = { at: AT, actor: actor ?? '', action: action ?? '', rationale: rationale ?? '' };
    expect(formatLogEntry(entry)).toBe(`- [${AT}] ${expected}`);
  });

  test('an entry keeps its block id at the end of its line, without a full stop', () => {
    const line = `- [${AT}] Agent: Decision — How to deliver ^d-7k2mxa`;
    const entry = parseLogEntry(line);
    expect(entry && formatLogEntry(entry)).toBe(line);
  });

  test('is read back without what keeps amounts on their side; what somebody else hid in a line stays', () => {
    const entry = { at: AT, actor: 'Agent', action: 'Paid אבג 500', rationale: 'שלום 5.' };
    expect(parseLogEntry(formatLogEntry(entry))).toEqual(entry);
    const hidden = `- [${AT}] Agent: Paid \u2067500 1\u2069`;
    expect(parseLogEntry(hidden)).toMatchObject({ action: 'Paid \u2067500 1\u2069' });
  });

  test('whatever it holds, it is one line that is read back with the same parts', () => {
    const unit = fc.constantFrom(...'a:—.[]#-%<!`^~ \n\r\t✋"א5\u2068\u2069');
    const word = fc.string({ unit, minLength: 1 }).filter((text) => /a/u.test(text));
    fc.assert(
      fc.property(word, word, fc.string({ unit }), (actor, action, rationale) => {
        const line = formatLogEntry({ at: AT, actor, action, rationale });
        expect(line).not.toMatch(/[\n\r]|%%|<!--/u);
        const entry = parseLogEntry(line);
        expect(entry).toMatchObject({ at: AT });
        expect(formatLogEntry(entry ?? { at: '', actor, action, rationale })).toBe(line);
      }),
    );
  });
});
