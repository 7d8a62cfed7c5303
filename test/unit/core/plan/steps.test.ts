import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import type { Step } from '../../../../src/core/plan/plan.js';
import { planNote } from '../../../support/builders/plan-note.js';

/** The steps of a Roadmap. */
function stepsOf(roadmap: string): readonly Step[] {
  const { plan, problems } = parsePlan(
    planNote().replace('1. [ ] One\n2. [ ] Two', roadmap),
    'Plans/a.md',
  );
  if (plan === null) throw new Error(JSON.stringify(problems));
  return plan.steps;
}

describe('which lines are steps', () => {
  test.each([
    ['1. [ ] a', ['a']],
    ['1) [ ] a', ['a']],
    ['12. [ ] a', ['a']],
    ['- [ ] a', ['a']],
    ['* [ ] a', ['a']],
    ['+ [ ] a', ['a']],
    ['-\t[ ] a', ['a']],
    ['- [ ]\ta', ['a']],
    ['   - [ ] a', ['a']],
    ['- [x] a', ['a']],
    ['- [ ]', ['']],
    ['-[ ] a', []],
    ['- [] a', []],
    ['- [ ]a', []],
    ['- [xx] a', []],
    ['- a', []],
    ['[ ] a', []],
    ['1 [ ] a', []],
    ['1234567890. [ ] a', []],
    ['    - [ ] a', []],
    ['\t- [ ] a', []],
    ['-      [ ] a', []],
    ['> - [ ] a', []],
    ['```\n- [ ] a\n```', []],
    ['%%\n- [ ] a\n%%', []],
    ['<!--\n- [ ] a\n-->', []],
    ['- [ ] a\n\n\n- [ ] b', ['a', 'b']],
    ['- [ ] a\n### Sub\n- [ ] b', ['a', 'b']],
    ['- [ ] a\n## Other\n- [ ] b', ['a']],
  ])('%j has the steps %j', (roadmap, texts) => {
    expect(stepsOf(roadmap).map(({ text }) => text)).toEqual(texts);
  });

  test.each([
    ['1. [ ] a\n   - [ ] b\n2. [ ] c', ['a', 'c'], [1, 0]],
    ['1. [ ] a\n  - [ ] b', ['a', 'b'], [0, 0]],
    ['- [ ] a\n  - [ ] b\n    - [x] c\n- [ ] d', ['a', 'd'], [2, 0]],
    ['- [ ] a\n\t- [ ] b', ['a'], [1]],
    ['- [ ] a\n\n  - [ ] b', ['a'], [1]],
    ['- [ ] a\nlazy text\n  - [ ] b', ['a'], [1]],
    ['- [ ] a\n\nA paragraph\n  - [ ] b', ['a', 'b'], [0, 0]],
    ['- [ ] a\n### Sub\n  - [ ] b', ['a', 'b'], [0, 0]],
    ['- a\n  - [ ] b\n- [ ] c', ['c'], [0]],
    ['10. [ ] a\n    - [ ] b', ['a'], [1]],
  ])('what is nested in %j is counted, not a step', (roadmap, texts, subItems) => {
    expect(stepsOf(roadmap).map(({ text }) => text)).toEqual(texts);
    expect(stepsOf(roadmap).map((step) => step.subItems)).toEqual(subItems);
  });
});

describe('the box', () => {
  test.each([
    [' ', false],
    ['x', true],
    ['X', true],
    ['-', false],
    ['/', false],
    ['>', false],
    ['✓', false],
    ['🎉', false],
  ])('marked %j is done: %s', (mark, done) => {
    expect(stepsOf(`- [${mark}] a`)).toMatchObject([{ mark, done }]);
  });
});

describe('the wording', () => {
  test.each([
    ['✋ Send', 'Send', { gated: true }],
    ['✋️ Send', 'Send', { gated: true }],
    ['✋🏽 Send', 'Send', { gated: true }],
    ['✋Send', 'Send', { gated: true }],
    ['🖐️ Send', 'Send', { gated: true }],
    ['🖐🏽 Send', 'Send', { gated: true }],
    ['Send &#x1F590;', 'Send &#x1F590;', { gated: true }],
    ['Send (REQUIRES APPROVAL)', 'Send', { gated: true }],
    ['Send (requires human approval) now', 'Send now', { gated: true }],
    ['Send ✋', 'Send ✋', { gated: true }],
    ['Now ✋ Send', 'Now ✋ Send', { gated: true }],
    ['**✋ Send**', '**✋ Send**', { gated: true }],
    ['`✋` Send', '`✋` Send', { gated: true }],
    ['&#9995; Send', '&#9995; Send', { gated: true }],
    ['&#x270B; Send', '&#x270B; Send', { gated: true }],
    ['\u200b✋ Send', 'Send', { gated: true }],
    ['\u2060\u00a0✋\ufe0f Send', 'Send', { gated: true }],
    ['Send (requires care)', 'Send (requires care)', { gated: false }],
    ['Send ^s4', 'Send', { id: 's4' }],
    ['Send ^s4  ', 'Send', { id: 's4' }],
    ['Send^s4', 'Send^s4', { id: null }],
    ['Send ✅ 2026-02-21', 'Send', {}],
    ['Send ✅ 2026-02-21 ^s4', 'Send', { id: 's4' }],
    ['Send 🔺 🔁 every week 📅 2026-02-21 ➕2026-01-01', 'Send', {}],
    ['Send 🆔 ab1 ⛔ cd2, ef3', 'Send', {}],
    ['Send 🏁 delete', 'Send', {}],
    ['Send ✅ yesterday', 'Send ✅ yesterday', {}],
    ['📅 2026-02-21 is the day', '📅 2026-02-21 is the day', {}],
    ['Send (after 1)', 'Send', { after: [{ position: 1 }] }],
    ['Send (after s1) ✅ 2026-02-21 ^x', 'Send', { after: [{ id: 's1' }], id: 'x' }],
    ['Send (After 1, 3)', 'Send', { after: [{ position: 1 }, { position: 3 }] }],
    ['Send (after ^a-b and 2)', 'Send', { after: [{ id: 'a-b' }, { position: 2 }] }],
    ['Send (after known)', 'Send', { after: [{ id: 'known' }] }],
    ['Send (after lunch)', 'Send (after lunch)', { after: null }],
    ['Send (after 3 days)', 'Send (after 3 days)', { after: null }],
    ['Send (after )', 'Send (after )', { after: null }],
    ['✋ Send (after 1) (REQUIRES APPROVAL)', 'Send', { gated: true, after: [{ position: 1 }] }],
    ['  two   spaces  ', 'two   spaces', {}],
    ['اتصل بالعميل', 'اتصل بالعميل', { gated: false }],
  ])('%j reads %j', (rest, text, rest2) => {
    expect(stepsOf(`- [x] k ^known\n- [ ] ${rest}`)[1]).toMatchObject({ text, ...rest2 });
  });
});
