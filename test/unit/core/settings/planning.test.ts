import { describe, expect, test } from 'vitest';
import { defaultComplexityKeywords } from '../../../../src/core/policy/keywords.js';
import { loopOfPlugin, loopOfRunner } from '../../../../src/core/settings/loop.js';
import {
  planningOf,
  usualPlanning,
  withBlockedHours,
  withKeywords,
  withLoop,
} from '../../../../src/core/settings/planning.js';
import {
  hoursProblem,
  wholeNumberIn,
  wordsIn,
  wordsProblem,
} from '../../../../src/core/settings/planning-fields.js';
import {
  checkVaultSettings,
  newVaultSettings,
} from '../../../../src/core/settings/vault-settings.js';

const settings = newVaultSettings('v-abcdefghij');
const file = '.obsidian/plugins/countersign/data.json';

describe('the words and hours of a vault', () => {
  test('are the defaults where nothing was chosen', () => {
    expect(planningOf(settings)).toEqual(usualPlanning);
    expect(usualPlanning.blockedHours).toEqual({ high: 4, medium: 24, low: 24 });
  });

  test('replace the defaults group by group and priority by priority', () => {
    const chosen = withBlockedHours(withKeywords({}, 'multiStep', ['Rechnung']), 'low', 48);
    expect(chosen).toEqual({ words: { multiStep: ['Rechnung'] }, blockedHours: { low: 48 } });
    expect(planningOf(chosen)).toMatchObject({
      words: { ...defaultComplexityKeywords, multiStep: ['Rechnung'] },
      blockedHours: { high: 4, medium: 24, low: 48 },
      loop: loopOfPlugin,
    });
  });

  test('leave tasks to the host’s own way, but for what a person chose', () => {
    const chosen = withLoop(withLoop({}, { takesItems: false }), { planApproval: 'never' });
    expect(chosen).toEqual({ loop: { takesItems: false, planApproval: 'never' } });
    expect(planningOf(chosen, loopOfRunner).loop).toEqual({
      trajectories: true,
      ...{ takesItems: false, writesPlans: true, planApproval: 'never', takesEarlier: false },
    });
    const written = { ...settings, ...chosen };
    expect(checkVaultSettings(written, file)).toEqual({ ok: true, value: written });
  });

  test('leave nothing behind when a person goes back to the defaults', () => {
    const chosen = withKeywords(withKeywords({}, 'simple', []), 'priority', ['eilig']);
    expect(withKeywords(chosen, 'priority', null)).toEqual({ words: { simple: [] } });
    expect(withKeywords(withKeywords(chosen, 'priority', null), 'simple', null)).toEqual({});
    const hours = withBlockedHours({ words: { simple: [] } }, 'high', 1);
    expect(withBlockedHours(hours, 'high', null)).toEqual({ words: { simple: [] } });
  });

  test('are kept as they were written when the settings are read', () => {
    const written = { ...settings, words: { priority: [] }, blockedHours: { high: 720 } };
    expect(checkVaultSettings(written, file)).toEqual({ ok: true, value: written });
    expect(checkVaultSettings(settings, file)).toEqual({ ok: true, value: settings });
  });
});

test.each<[key: string, value: unknown, says: string]>([
  ['words', [], '`words` isn’t a list of settings'],
  ['words', null, '`words` isn’t a list of settings'],
  ['words', { verbs: ['send'] }, '`words.verbs` is none of priority, multiStep'],
  ['words', { priority: 'urgent' }, '`words.priority`: It isn’t a list of words'],
  ['words', { simple: ['read', 7] }, '`words.simple`: 7 isn’t a word'],
  ['words', { simple: ['a, b'] }, '`words.simple`: “a, b” contains a comma'],
  ['words', { simple: [' read'] }, '`words.simple`: “ read” starts or ends with a space'],
  ['blockedHours', 24, '`blockedHours` isn’t a list of settings'],
  ['blockedHours', { urgent: 1 }, '`blockedHours.urgent` is none of high, medium, low'],
  ['blockedHours', { high: 0 }, '`blockedHours.high`: Type a whole number of hours'],
  ['blockedHours', { high: '4' }, '`blockedHours.high`: Type a whole number of hours'],
  ['loop', true, '`loop` isn’t a list of settings'],
  ['loop', { takesItems: 'yes' }, '`loop.takesItems`: It is not one of true, false'],
  ['loop', { planApproval: true }, '`loop.planApproval`: It is not one of always, risky, never'],
  ['loop', { takesEarlier: true }, '`loop.takesEarlier` is none of takesItems, writesPlans'],
])(
  'settings whose %s are %j cannot be used, and the key and the file are named',
  (key, value, says) => {
    const checked = checkVaultSettings({ ...settings, [key]: value }, file);
    expect(checked).toMatchObject({ ok: false, error: { code: 'settings_invalid', path: file } });
    expect(!checked.ok && checked.error.message).toContain(says);
  },
);

test.each<[typed: string, words: readonly string[]]>([
  ['', []],
  [' , \n,', []],
  ['send, pay', ['send', 'pay']],
  ['send\r\npay\n\n sign  off ', ['send', 'pay', 'sign off']],
  ['Send, send, SEND', ['Send']],
  ['#high,c++ (x)', ['#high', 'c++ (x)']],
])('what is typed as %j are the words %j', (typed, words) => {
  expect(wordsIn(typed)).toEqual(words);
  expect(wordsProblem(wordsIn(typed))).toBeNull();
});

test.each<[word: string, says: string]>([
  ['a', '“a” is too short. A word has at least 2 characters.'],
  ['x'.repeat(41), 'is too long. A word has at most 40 characters.'],
  ['pay\u202eload', '“pay‹U+202E›load” contains an invisible character.'],
  ['se\u200bnd', '“se‹U+200B›nd” contains an invisible character.'],
  ['a\u0007b', 'contains an invisible character.'],
  ['--', '“--” has no letter and no digit.'],
])('%j is no word: it %s', (word, says) => {
  expect(wordsProblem(['send', word])).toContain(says);
});

test('a group has at most 100 words, each of 2 to 40 characters', () => {
  const word = (length: number): string => 'é'.repeat(length);
  expect(wordsProblem([word(2), word(40)])).toBeNull();
  const many = Array.from({ length: 101 }, (_, index) => `word${index}`);
  expect(wordsProblem(many.slice(1))).toBeNull();
  expect(wordsProblem(many)).toBe('These are 101 words. A group has at most 100.');
});

test.each<[typed: string, isRight: boolean]>([
  ['1', true],
  [' 720 ', true],
  ['0', false],
  ['721', false],
  ['-1', false],
  ['1.5', false],
  ['1e2', false],
  ['', false],
  ['four', false],
])('%j hours: %s', (typed, isRight) => {
  expect(hoursProblem(wholeNumberIn(typed)) === null).toBe(isRight);
});
