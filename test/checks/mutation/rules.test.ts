import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { editsOf } from '../../../tools/mutation/mutation.js';
import { mutations } from '../../../tools/mutation/mutations.js';
import { rulesIn, type Rule, type Span } from '../../../tools/mutation/rules.js';
import untouched from '../../../tools/mutation/rules-without-mutation.json' with { type: 'json' };

const folders = ['src/engine/gate', 'src/engine/requests', 'src/engine/person-actions'];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);

/** Where mutations change a file. */
function spansIn(file: string, source: string): readonly Span[] {
  return mutations.flatMap(editsOf).flatMap((edit): Span[] => {
    if (edit.file !== file) return [];
    const start = source.indexOf(edit.find);
    return start < 0 ? [] : [[start, start + edit.find.length]];
  });
}

function isTouched({ spans }: Rule, edits: readonly Span[]): boolean {
  return spans.some(([start, end]) => edits.some(([from, to]) => from < end && start < to));
}

const left = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  const edits = spansIn(file, source);
  return rulesIn(source)
    .filter((rule) => !isTouched(rule, edits))
    .map(({ line, condition }) => ({ file, line, condition }));
});
const keyOf = ({ file, condition }: { readonly file: string; readonly condition: string }) =>
  `${file}: ${condition}`;

test('each refusal of the gate and of what people do is taken out by a mutation, or it is said why none can', () => {
  const excused = new Set(untouched.map(keyOf));
  const open = left.filter((rule) => !excused.has(keyOf(rule)));
  expect(open.map((rule) => `${rule.file}:${rule.line} ${rule.condition}`)).toEqual([]);
});

test('no refusal is excused that a mutation takes out, or that is gone, and each excuse has a reason', () => {
  const real = new Set(left.map(keyOf));
  expect(untouched.filter((entry) => !real.has(keyOf(entry)))).toEqual([]);
  expect(untouched.filter(({ reason }) => reason.length < 20)).toEqual([]);
});

describe('a rule', () => {
  const failing = "return fail('note_changed', 'No.', 'Look.');";
  test.each<[string, string, string[]]>([
    ['a failure under a condition', `function f(a) { if (a.b) { ${failing} } }`, ['a.b']],
    [
      'a failure behind the last way out',
      `function f(a) { if (a) return null; ${failing} }`,
      ['a'],
    ],
    ['a choice', "function f(a) { return a ? null : returned('x', 'y'); }", ['a']],
    [
      'a failure made elsewhere in the file',
      `function g() { ${failing} } function f(a) { if (a) return g(); }`,
      ['a'],
    ],
    ['a failure made by hand', 'function f(a) { if (a) return { ok: false, error: a }; }', ['a']],
    [
      'a verdict made by hand',
      "function f(a) { return a ? { do: 'archive', code: 'id_used' } : null; }",
      ['a'],
    ],
    [
      'a constant verdict',
      "const no = { do: 'alert', code: 'x' }; function f(a) { if (a) return ok(no); return null; }",
      ['a'],
    ],
    [
      'what guards a decision',
      'function f(c) { const may = mayAct(c); if (!may.ok) return may; }',
      ['!may.ok'],
    ],
    [
      'a record that guards a decision',
      'async function f(c) { const r = await c.book.record(1); if (!r.ok) return r; }',
      ['!r.ok'],
    ],
    [
      'no failure of a port that is handed on',
      'async function f(c) { const r = await c.notes.read(1); if (!r.ok) return r; }',
      [],
    ],
    ['a case', `function f(a) { switch (a) { case 'x': ${failing} } }`, ["'x'"]],
  ])('is %s', (_name, source, conditions) => {
    expect(rulesIn(source).map(({ condition }) => condition)).toEqual(conditions);
  });
});
