import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foldRecord,
  type DecisionGraph,
  type EdgeKind,
} from '../../../../src/core/reasoning/decision-graph.js';
import { kindOfId, type NodeKind } from '../../../../src/core/reasoning/record-entry.js';
import { readLongRecord, type RecordLine } from '../../../../src/core/reasoning/record-lines.js';

const path = 'Logs/reasoning/PLAN-2026-001-reasoning.md';

function linesOf(bodies: readonly string[]): readonly RecordLine[] {
  const text = bodies
    .map((body, n) => `- [2026-02-21T10:${10 + (n % 40)}:00Z] Agent: ${body}`)
    .join('\n');
  return readLongRecord(text, path).lines;
}

const fold = (...bodies: readonly string[]) => foldRecord(linesOf(bodies));
const choices = ({ edges }: DecisionGraph) =>
  edges.filter(({ kind }) => kind === 'chooses').map(({ from, to }) => `${from} ${to}`);
const problems = (graph: DecisionGraph) => graph.problems.map(({ is }) => is);

/** What an edge may join. */
const joins: Readonly<Record<EdgeKind, readonly [from: NodeKind, to: NodeKind]>> = {
  spawns: ['goal', 'decision'],
  considers: ['decision', 'option'],
  chooses: ['decision', 'option'],
  rejects: ['decision', 'option'],
  implements: ['decision', 'action'],
  produces: ['action', 'outcome'],
  informs: ['observation', 'decision'],
  supersedes: ['decision', 'decision'],
  supports: ['observation', 'option'],
  contradicts: ['observation', 'option'],
  carries_out: ['observation', 'action'],
};

/** Few ids, so that entries name each other, themselves, and what is doubled or missing. */
const id = (letters: string) =>
  fc
    .tuple(fc.constantFrom(...letters), fc.constantFrom('a', 'b', 'c'))
    .map(([l, n]) => `${l}-${n.repeat(6)}`);
const ref = (letters: string) => id(letters).map((one) => `[[#^${one}]]`);
const any = 'gdoabrqhpf';
const ofDecisions = fc.oneof(
  fc.tuple(ref('g' + any), id('g')).map(([up, own]) => `Goal — x [under:: ${up}] ^${own}`),
  fc
    .tuple(ref('g'), ref('d'), id('d'))
    .map(([up, old, own]) => `Decision — x [under:: ${up}] [supersedes:: ${old}] ^${own}`),
  fc.tuple(ref('ddddo'), id('o')).map(([of, own]) => `Option for ${of} — x ^${own}`),
  fc
    .tuple(ref('d' + any), ref('d'), id('a'))
    .map(([of, also, own]) => `Action for ${of} — x [implements:: ${also}] ^${own}`),
  fc.tuple(ref('a' + any), id('r')).map(([of, own]) => `Outcome of ${of} — failed: x ^${own}`),
  fc.tuple(ref('d' + any), id('b')).map(([of, own]) => `Observed — x [informs:: ${of}] ^${own}`),
  fc
    .tuple(fc.constantFrom('Chose', 'Rejected'), ref('ooooooooh' + any))
    .map(([word, of]) => `${word} ${of} — x`),
);
const ofQuestions = fc.oneof(
  fc.tuple(ref('f' + any), id('q')).map(([up, own]) => `Question — x [under:: ${up}] ^${own}`),
  fc.tuple(ref('g' + any), id('f')).map(([up, own]) => `Subsystem — x [under:: ${up}] ^${own}`),
  fc
    .tuple(fc.constantFrom('Hypothesis h', 'Probe p'), ref('q' + any), id('x'))
    .map(
      ([word, of, own]) => `${word.slice(0, -2)} for ${of} — x ^${word.slice(-1)}${own.slice(1)}`,
    ),
  fc
    .tuple(ref('h' + any), ref('p' + any), id('b'))
    .map(([of, probe, own]) => `Observed — x [supports:: ${of}] [probe:: ${probe}] ^${own}`),
);
const body = fc.oneof({ weight: 6, arbitrary: ofDecisions }, { weight: 1, arbitrary: ofQuestions });
/** Mostly each id once; now and then twice. */
const record = fc
  .tuple(
    fc.uniqueArray(body, {
      minLength: 12,
      maxLength: 40,
      selector: (one) => / \^(\S+)$/u.exec(one)?.[1] ?? one,
    }),
    fc.array(body, { maxLength: 2 }),
  )
  .map(([once, more]) => linesOf([...once, ...more]));

describe('the graph of a decision record', () => {
  test('joins only what may be joined, has one choice or none, and never leads back to itself, whatever the lines [SPEC-04.26] [SPEC-04.30]', () => {
    let cycles = 0;
    let conflicts = 0;
    fc.assert(
      fc.property(record, (lines) => {
        const { nodes, edges, problems: told } = foldRecord(lines);
        cycles += told.filter(({ is }) => is === 'cycle').length;
        conflicts += told.filter(({ is }) => is === 'conflict').length;
        for (const { kind, from, to } of edges) {
          expect([kindOfId(from), kindOfId(to)]).toEqual(joins[kind]);
          expect(nodes.has(from) && nodes.has(to)).toBe(true);
        }
        const chosen = edges.filter(({ kind }) => kind === 'chooses');
        expect(new Set(chosen.map(({ from }) => from)).size).toBe(chosen.length);
        const rejected = new Set(edges.flatMap(({ kind, to }) => (kind === 'rejects' ? [to] : [])));
        expect(chosen.filter(({ to }) => rejected.has(to))).toEqual([]);
        const onward = [
          ...edges.map(({ from, to }) => [from, to] as const),
          ...[...nodes.values()].flatMap(({ id: own, parentId }) =>
            parentId === null ? [] : [[parentId, own] as const],
          ),
        ].filter(([from, to]) => kindOfId(from) === kindOfId(to));
        for (const start of nodes.keys()) {
          const reached = new Set<string>();
          const open = onward.flatMap(([from, to]) => (from === start ? [to] : []));
          for (let next = open.pop(); next !== undefined; next = open.pop()) {
            if (reached.has(next)) continue;
            reached.add(next);
            open.push(...onward.flatMap(([from, to]) => (from === next ? [to] : [])));
          }
          expect(reached.has(start)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
    // The lines do try.
    expect(Math.min(cycles, conflicts)).toBeGreaterThan(0);
  });

  test('is the same in any order of the lines, and with lines that sync left twice', () => {
    fc.assert(
      fc.property(
        record.chain((lines) =>
          fc.tuple(
            fc.constant(lines),
            fc.shuffledSubarray([...lines, ...lines], { minLength: lines.length * 2 }),
          ),
        ),
        ([lines, mixed]) => {
          expect(foldRecord(mixed)).toEqual(foldRecord(lines));
        },
      ),
    );
  });

  const decision = [
    'Decision — How to deliver it ^d-aaaaaa',
    'Option for [[#^d-aaaaaa]] — E-mail ^o-aaaaaa',
    'Option for [[#^d-aaaaaa]] — Fax ^o-bbbbbb',
  ];

  test('two choices that sync brings together are a conflict, and neither holds until a new decision takes its place', () => {
    const twice = [...decision, 'Chose [[#^o-aaaaaa]] — a', 'Chose [[#^o-bbbbbb]] — b'];
    expect(choices(fold(...twice))).toEqual([]);
    expect(problems(fold(...twice))).toEqual(['conflict']);
    const again = fold(...twice, 'Decision — Again [supersedes:: [[#^d-aaaaaa]]] ^d-bbbbbb');
    expect([choices(again), problems(again)]).toEqual([[], []]);
    expect(
      choices(fold(...decision, 'Chose [[#^o-aaaaaa]] — a', 'Chose [[#^o-aaaaaa]] — a, too')),
    ).toEqual(['d-aaaaaa o-aaaaaa']);
    const both = fold(...decision, 'Chose [[#^o-aaaaaa]] — a', 'Rejected [[#^o-aaaaaa]] — b');
    expect([choices(both), problems(both)]).toEqual([[], ['conflict']]);
  });

  test('what a formatter wrote otherwise is the same entry', () => {
    const raw = `- [2026-02-21T10:10:00Z] Agent: Decision — How ^d-aaaaaa\n* [2026-02-21T10:10:00Z]  Agent: Decision  —  How   ^d-aaaaaa`;
    const { nodes, problems: told } = foldRecord(readLongRecord(raw, path).lines);
    expect([nodes.size, told]).toEqual([1, []]);
  });

  test('a doubled id is told once, and links to it lead nowhere; what is missing is told with each link', () => {
    const doubled = fold(...decision, 'Decision — Another ^d-aaaaaa');
    expect(problems(doubled)).toEqual(['doubled_id']);
    expect(doubled.edges).toEqual([]);
    expect(problems(fold(...decision.slice(1)))).toEqual(['unresolved', 'unresolved']);
  });
});
