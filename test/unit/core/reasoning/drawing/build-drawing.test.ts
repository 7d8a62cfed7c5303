import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlan } from '../../../../../src/core/plan/parse-plan.js';
import {
  buildDrawing,
  inOrder,
  type DecisionDrawing,
} from '../../../../../src/core/reasoning/drawing/build-drawing.js';
import { foldRecord } from '../../../../../src/core/reasoning/decision-graph.js';
import { planNodes, type EndedRequest } from '../../../../../src/core/reasoning/plan-nodes.js';
import { DecisionQueries } from '../../../../../src/core/reasoning/queries.js';
import { readLongRecord } from '../../../../../src/core/reasoning/record-lines.js';
import { planNote } from '../../../../support/builders/plan-note.js';

const { plan } = parsePlan(planNote().replace('One', 'One ^s1'), 'Plans/PLAN-2026-001.md');

function linesOf(bodies: readonly string[]) {
  const text = bodies
    .map((body, n) => `- [2026-02-21T10:${String(n % 60).padStart(2, '0')}:00Z] Agent: ${body}`)
    .join('\n');
  return readLongRecord(text, 'Logs/reasoning/PLAN-2026-001-reasoning.md').lines;
}

function draw(
  lines: ReturnType<typeof linesOf>,
  requests: readonly EndedRequest[] = [],
  authorshipOf: Parameters<typeof foldRecord>[2] = () => 'verified',
): DecisionDrawing | null {
  if (!plan) throw new Error('no plan');
  return buildDrawing(
    new DecisionQueries(foldRecord(lines, planNodes(plan, requests), authorshipOf)),
  );
}

/** As a person sees it: indented, the chosen path with a bar, what is quiet with a tilde. */
function seen(drawing: DecisionDrawing | null): readonly string[] {
  const depths = new Map<unknown, number>();
  return [...inOrder(drawing?.roots ?? [])].map((node) => {
    const depth = depths.get(node) ?? 0;
    for (const child of node.children) depths.set(child, depth + 1);
    const mark = node.isOnPath ? '|' : node.isQuiet ? '~' : ' ';
    const why = node.why === '' ? '' : ` — ${node.why}`;
    const more = node.more.map((one) => ` (${one})`).join('');
    const badge = node.badge === null ? '' : ` [${node.badge}]`;
    return `${mark} ${'  '.repeat(depth)}${node.kind}: ${node.text}${why}${more}${badge}`;
  });
}

const sample = [
  'Decision — How to send it ^d-aaaaaa',
  'Option for [[#^d-aaaaaa]] — By post ^o-aaaaaa',
  'Option for [[#^d-aaaaaa]] — E-mail ^o-bbbbbb',
  'Rejected [[#^o-aaaaaa]] — Too slow',
  'Chose [[#^o-bbbbbb]] — The contract asks for it',
  'Observed — The last one went by mail [informs:: [[#^d-aaaaaa]] [[#^d-bbbbbb]]] [confidence:: 0.8] ^b-aaaaaa',
  'Action for [[#^d-aaaaaa]] — Send it [implements:: [[#^s1]]] ^a-aaaaaa',
  'Outcome of [[#^a-aaaaaa]] — failed: The server was away ^r-aaaaaa',
  'Outcome of [[#^a-aaaaaa]] — succeeded: Delivered ^r-bbbbbb',
  'Decision — When to send it ^d-bbbbbb',
  'Option for [[#^d-bbbbbb]] — Today ^o-cccccc',
  'Chose [[#^o-cccccc]]',
  'Decision — When to send it, again [supersedes:: [[#^d-bbbbbb]]] ^d-cccccc',
  'Option for [[#^d-cccccc]] — Now\u202e ^o-dddddd',
  'Option for [[#^d-cccccc]] — Later ^o-eeeeee',
  'Chose [[#^o-dddddd]]',
  'Chose [[#^o-eeeeee]]',
  'Linked [[#^d-aaaaaa]] — commit 0123456789abcdef',
];

/** How the decisions of the sample are drawn, wherever they stand. */
const drawnDecisions = [
  '|   decision: How to send it (Commit 0123456789)',
  '|     chosen: E-mail — The contract asks for it',
  '|       action: Send it',
  '|         succeeded: Delivered',
  '          failed: The server was away',
  '|       step: One',
  '      rejected: By post — Too slow',
  '      observed: The last one went by mail (Confidence 0.8)',
  '~   replaced: When to send it (Replaced by “When to send it, again”)',
  '~     chosen: Today',
  '    disputed: When to send it, again (Replaces “When to send it”) (Its choices contradict each other, so none applies.)',
  '      conflicting: Now‹U+202E›',
  '      conflicting: Later',
];

test('the chosen path goes straight on: goal, decision, option, action, latest outcome; the rest says what it is', () => {
  const drawing = draw(linesOf(sample));
  expect(seen(drawing)).toEqual([
    '| goal: Do it.',
    ...drawnDecisions,
    '    group: Steps without a decision',
    '      step: Two',
  ]);
  expect(drawing?.across).toEqual([
    { kind: 'informs', from: 'b-aaaaaa', to: 'd-bbbbbb' },
    { kind: 'supersedes', from: 'd-cccccc', to: 'd-bbbbbb' },
  ]);
  const [decision] = drawing?.roots[0]?.children ?? [];
  expect(decision?.inShort.map(({ kind, text }) => [kind, text])).toEqual([
    ['chosen', 'E-mail'],
    ['succeeded', 'Delivered'],
  ]);
});

test('the same record in any order gives the same drawing', () => {
  const lines = linesOf(sample);
  const all = fc.shuffledSubarray([...lines], { minLength: lines.length });
  fc.assert(
    fc.property(all, (mixed) => {
      expect(draw(mixed)).toEqual(draw(lines));
    }),
  );
});

test('a plan without entries is not drawn, and what belongs to nothing has a place of its own', () => {
  expect(draw([])).toBeNull();
  const lone = draw(linesOf(['Observed — It rains ^b-aaaaaa']));
  expect(seen(lone)).toEqual([
    '  goal: Do it.',
    '    group: Steps without a decision',
    '      step: One',
    '      step: Two',
    '  group: Belongs to nothing',
    '    observed: It rains',
  ]);
  const goalless = [
    ...sample,
    'Action — Wait [under:: [[#^g-aaaaaa]]] ^a-bbbbbb',
    'Outcome of [[#^a-bbbbbb]] — failed: x ^r-cccccc',
  ];
  const lost = goalless.map((body) =>
    body.replace(/^Decision — .*?(?= \[s| \^)/u, '$& [under:: [[#^g-aaaaaa]]]'),
  );
  expect(seen(draw(linesOf(lost))).slice(4)).toEqual([
    '| group: Belongs to nothing',
    ...drawnDecisions,
    '    action: Wait',
    '      failed: x',
  ]);
});

test('who wrote an entry is said where nobody proves it, once for what belongs together, and not at all where nobody can know', () => {
  const badges = (authorship: 'outside' | 'not_verified', id: string) =>
    seen(draw(linesOf(sample), [], (line) => (line.id === id ? authorship : 'verified'))).filter(
      (line) => line.includes(' ['),
    );
  expect(badges('outside', 'o-aaaaaa')).toEqual(['      rejected: By post — Too slow [Outside]']);
  const both = draw(linesOf(sample), [], (line) =>
    line.id === 'd-aaaaaa' || line.id === 'o-aaaaaa' ? 'outside' : 'verified',
  );
  expect(seen(both).filter((line) => line.includes(' ['))).toHaveLength(1);
  const commit = draw(linesOf(sample), [], (line) =>
    line.raw.includes('Linked') ? 'outside' : 'verified',
  );
  expect(seen(commit)[1]).toMatch(/\(Commit 0123456789 \(not verified\)\)$/u);
  const none = draw(linesOf(sample), [], () => 'not_verified');
  expect(none?.isUnverified).toBe(true);
  expect(seen(none).filter((line) => line.includes(' ['))).toEqual([]);
});

test('a request of a step opens the line of that step; without a step it stands under the goal', () => {
  const ended = { at: '2026-02-21T11:00:00Z', atMs: 1, why: 'Sent.' };
  const drawing = draw(linesOf(sample), [
    { requestId: 'r-1', stepId: 's1', is: 'executed', actor: 'Countersign', ...ended },
    { requestId: 'r-2', stepId: null, is: 'rejected', actor: 'Human', ...ended },
  ]);
  const nodes = new Map([...inOrder(drawing?.roots ?? [])].map((node) => [node.id, node]));
  expect(nodes.get('r-1')?.place).toEqual({ path: 'Plans/PLAN-2026-001.md', line: 16 });
  expect(nodes.get('r-2')?.kind).toBe('observed');
  expect(seen(drawing)).toContain('    observed: A person rejected this request: Sent.');
});

test('more than 200 nodes start with their decisions folded, and long rows in groups; what is folded is counted', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const idOf = (n: number) => `${letters[n % 32]}${letters[Math.floor(n / 32)]}aaaa`;
  const many = (decisions: number) =>
    draw(
      linesOf(
        Array.from({ length: decisions }, (_, n) => [
          `Decision — Question ${n} ^d-${idOf(n)}`,
          `Option for [[#^d-${idOf(n)}]] — Answer ${n} ^o-${idOf(n)}`,
        ]).flat(),
      ),
    );
  const folded = (drawing: DecisionDrawing | null) =>
    [...inOrder(drawing?.roots ?? [])].filter(({ startsFolded }) => startsFolded);
  expect(folded(many(90)).map(({ text, held }) => [text, held])).toEqual([
    ['Steps without a decision', 2],
  ]);
  const large = many(210);
  const [goal] = large?.roots ?? [];
  expect(goal?.children.slice(0, 2).map(({ text, held }) => [text, held])).toEqual([
    ['1 to 100', 200],
    ['101 to 200', 200],
  ]);
  expect(goal?.held).toBe(422);
  expect(large?.decisions).toBe(210);
  expect(folded(large)).toHaveLength(210 + 2 + 1);
});

test('an outcome of which nobody says whether it succeeded is drawn as neither', () => {
  const lines = linesOf([
    'Decision — How to send it ^d-aaaaaa',
    'Action for [[#^d-aaaaaa]] — Send it ^a-aaaaaa',
    'Outcome of [[#^a-aaaaaa]] — unknown: The run ended ^r-aaaaaa',
  ]);
  expect(seen(draw(lines)).join('\n')).toContain('ended: The run ended');
});
