import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readExpectation } from '../../../../../src/core/reasoning/beliefs/likelihoods.js';
import {
  believe,
  noneOfThese,
  usualNone,
  type Beliefs,
  type Probe,
  type Question,
  type QuestionEvent,
} from '../../../../../src/core/reasoning/beliefs/question.js';
import { valueOf } from '../../../../support/engine/world.js';

const probe = (
  id: string,
  expected: Readonly<Record<string, string>>,
  cost?: [number, string],
): Probe => ({
  id,
  expectations: new Map(
    Object.entries(expected).map(([name, text]) => [name, valueOf(readExpectation(text))]),
  ),
  cost: cost ? { amount: cost[0], unit: cost[1] } : null,
});
const supposed = (id: string, prior: number | null = null): QuestionEvent => ({
  ...{ is: 'hypothesis', id, prior },
});
const seen = (id: string, of: string, outcome: string, isIndependent = false): QuestionEvent => ({
  ...{ is: 'observation', id, probe: of, outcome, isIndependent },
});
const asked = (events: readonly QuestionEvent[], probes: readonly Probe[] = [], none = usualNone) =>
  believe({ none, events, probes });
const rounded = ({ shares }: Beliefs) =>
  shares && Object.fromEntries([...shares].map(([id, one]) => [id, Number(one.toFixed(4))]));

/** Why an invoice was paid twice. */
const importLog = probe('log', {
  import: 'two rows: 0.9, one row: 0.1',
  retry: 'two rows: 0.1, one row: 0.9',
  customer: 'two rows: 0.1, one row: 0.9',
  none: 'two rows: 0.5, one row: 0.5',
});
const three = [supposed('import'), supposed('retry'), supposed('customer')];

describe('what is believed of a question', () => {
  test('begins alike, with a little for what nobody thought of [SUB-3]', () => {
    expect(rounded(asked(three))).toEqual({
      ...{ import: 0.3167, retry: 0.3167, customer: 0.3167, none: 0.05 },
    });
    expect(rounded(asked([supposed('a', 0.7), supposed('b', 0.3)], [], 0))).toEqual({
      ...{ a: 0.7, b: 0.3, none: 0 },
    });
    expect(rounded(asked([supposed('a', 0.6), supposed('b')]))).toEqual({
      ...{ a: 0.6, b: 0.35, none: 0.05 },
    });
  });

  // By hand: 0.31667·0.9 = 0.285; twice 0.31667·0.1 = 0.031667; 0.05·0.5 = 0.025; together 0.37333.
  test('changes by the rule of Bayes [SUB-3]', () => {
    const { shares, history, problems } = asked(
      [...three, seen('b1', 'log', 'Two rows')],
      [importLog],
    );
    expect(problems).toEqual([]);
    expect(history.map(({ after }) => after)).toEqual(['b1']);
    expect(shares?.get('import')).toBeCloseTo(0.285 / 0.373333, 4);
    expect(shares?.get('retry')).toBeCloseTo(0.0316667 / 0.373333, 4);
    expect(shares?.get(noneOfThese)).toBeCloseTo(0.025 / 0.373333, 4);
  });

  test.each<
    readonly [
      string,
      Pick<Question, 'events'> & { probes?: readonly Probe[]; none?: number },
      string,
      string,
    ]
  >([
    [
      'confidences of more than 1',
      { events: [supposed('a', 0.7), supposed('b', 0.7)] },
      'no numbers',
      'sum to 1.4, which is more than 1',
    ],
    [
      'confidences that sum to less',
      { events: [supposed('a', 0.5)] },
      'no numbers',
      'sum to 0.55 with “none of these”',
    ],
    [
      'the same probe again',
      { events: [...three, seen('1', 'log', 'two rows'), seen('2', 'log', 'two rows')] },
      'once',
      'was carried out before',
    ],
    [
      'an outcome that it does not have',
      { events: [...three, seen('1', 'log', 'three')] },
      'start',
      '“three” is no outcome of its probe, so it changes no number. Record it again with one of these as its outcome: “two rows”, “one row”, “other”.',
    ],
    [
      'a probe that is not there',
      { events: [...three, seen('1', 'x', 'two rows')] },
      'start',
      'names no probe',
    ],
    [
      'a probe that says nothing of one',
      {
        events: [...three, seen('1', 'half', 'yes')],
        probes: [probe('half', { import: 'yes: likely, no: unlikely' })],
      },
      'start',
      'does not say how likely',
    ],
    [
      'what nobody holds possible',
      {
        events: [supposed('a'), seen('1', 'p', 'no')],
        none: 0,
        probes: [probe('p', { a: 'yes: 1, no: 0' })],
      },
      'start',
      'contradicts every hypothesis',
    ],
  ])(
    'is told, and keeps what is right, with %s [SUB-3]',
    (_, { events, probes = [importLog], none }, is, why) => {
      const found = asked(events, probes, none);
      expect(found.problems.map((one) => one.why).join()).toContain(why);
      const once = asked([...three, seen('1', 'log', 'two rows')], [importLog]);
      if (is === 'no numbers') expect(found.shares).toBeNull();
      else
        expect(rounded(found)).toEqual(
          rounded(
            is === 'once'
              ? once
              : asked(
                  events.filter((one) => one.is === 'hypothesis'),
                  [],
                  none,
                ),
          ),
        );
    },
  );

  test('counts a probe again that was said to be independent [SUB-3]', () => {
    const twice = asked(
      [...three, seen('1', 'log', 'two rows'), seen('2', 'log', 'two rows', true)],
      [importLog],
    );
    // 0.31667·0.81 = 0.2565; twice 0.31667·0.01; 0.05·0.25 = 0.0125.
    expect(twice.shares?.get('import')).toBeCloseTo(0.2565 / 0.275333, 4);
    expect(twice.probes[0]?.runs).toBe(2);
  });

  test('takes a hypothesis that comes later out of “none of these” [SUB-3]', () => {
    const before = asked([...three, seen('1', 'log', 'two rows')], [importLog]);
    const known = probe('log', {
      import: 'two rows: 0.9, one row: 0.1',
      retry: 'two rows: 0.1, one row: 0.9',
      customer: 'two rows: 0.1, one row: 0.9',
      late: 'two rows: even, one row: even',
    });
    const after = asked([...three, seen('1', 'log', 'two rows'), supposed('late')], [known]);
    const none = after.shares?.get(noneOfThese) ?? 0;
    expect(after.shares?.get('late')).toBeCloseTo(none, 9);
    for (const { id } of three.filter((one) => one.is === 'hypothesis'))
      expect(after.shares?.get(id)).toBeGreaterThan(0);
    expect(before.shares?.get('import')).toBeGreaterThan(0.7);
    // What was observed before still counts, although nothing was expected under it then.
    const unsaid = asked([...three, seen('1', 'log', 'two rows'), supposed('late')], [importLog]);
    expect(unsaid.shares?.get('import')).toBeCloseTo(before.shares?.get('import') ?? 0, 9);
    const sum = [...(after.shares?.values() ?? [])].reduce((all, one) => all + one, 0);
    expect(sum).toBeCloseTo(1, 9);
  });

  test('what is thought of later takes no earlier observation away, whatever it may bring [SUB-3]', () => {
    const events = [...three, seen('1', 'log', 'two rows')];
    const before = rounded(asked(events, [importLog]));
    const late = probe('log', {
      import: 'two rows: 0.9, one row: 0.1',
      retry: 'two rows: 0.1, one row: 0.9',
      customer: 'two rows: 0.1, one row: 0.9',
      none: 'two rows: 0.5, one row: 0.5',
      late: 'two rows: 0.1, three rows: 0.9',
    });
    const { problems, ...after } = asked([...events, supposed('late')], [late]);
    expect(problems).toEqual([]);
    expect(rounded(after as Beliefs)).toMatchObject({ import: before?.['import'] });
  });

  test('an observation that does not count changes nothing, wherever it stands [SUB-3]', () => {
    const idle = fc.constantFrom(
      seen('x', 'log', 'three rows'),
      seen('x', 'nothing', 'two rows'),
      seen('x', 'half', 'yes'),
    );
    const half = probe('half', {});
    const some = fc.array(
      fc.constantFrom(
        ...three,
        seen('', 'log', 'two rows', true),
        seen('', 'log', 'one row', true),
      ),
    );
    fc.assert(
      fc.property(some, idle, fc.nat(), (drawn, extra, at) => {
        // Each hypothesis once; what is seen may be seen again.
        const events = drawn.flatMap((one, place): readonly QuestionEvent[] =>
          one.is === 'hypothesis'
            ? drawn.indexOf(one) === place
              ? [one]
              : []
            : [{ ...one, id: `b${place}` }],
        );
        const place = at % (events.length + 1);
        const more = [...events.slice(0, place), extra, ...events.slice(place)];
        const { problems, ...found } = asked(more, [importLog, half]);
        expect(found.shares).toEqual(asked(events, [importLog, half]).shares);
        expect(problems.map(({ about }) => about)).toContain('x');
      }),
    );
  });

  test('what was observed before anything was thought of is told, and stops nothing [SUB-3]', () => {
    const early = asked([seen('0', 'log', 'two rows'), ...three], [importLog]);
    expect(rounded(early)).toEqual(rounded(asked(three)));
    expect(early.problems).toEqual([
      { about: '0', why: 'It changes no number: no hypothesis was recorded before it.' },
    ]);
  });

  test('a confidence means the same, said before or after an observation that tells nothing of it [SUB-3]', () => {
    const hundredths = fc.integer({ min: 1, max: 60 }).map((n) => n / 100);
    fc.assert(
      fc.property(hundredths, fc.double({ min: 0, max: 1, noNaN: true }), (none, part) => {
        const prior = Number((none * part).toFixed(4));
        const known = probe('p', {
          ...{ a: 'yes: 0.8, no: 0.2', late: 'yes: 0.3, no: 0.7', none: 'yes: 0.3, no: 0.7' },
        });
        const [a, late, yes] = [
          supposed('a', 1 - none),
          supposed('late', prior),
          seen('1', 'p', 'yes'),
        ];
        const before = asked([a, late, yes], [known], none - prior).shares;
        const after = asked([a, yes, late], [known], none).shares;
        expect([...(after ?? [])]).toHaveLength(3);
        for (const [id, share] of after ?? []) expect(share).toBeCloseTo(before?.get(id) ?? -1, 6);
        // Nor does it matter if nobody took it off “none of these”.
        const unasked = asked([a, late, yes], [known], none);
        for (const [id, share] of after ?? [])
          expect(unasked.shares?.get(id)).toBeCloseTo(share, 3);
      }),
    );
  });

  test.each<readonly [string, readonly QuestionEvent[], number, readonly string[]]>([
    [
      'the others leave nothing',
      [supposed('a', 0.5), supposed('b', 0.45), supposed('c')],
      0.05,
      ['c'],
    ],
    ['“none of these” has all', [supposed('a'), supposed('b')], 1, ['a', 'b']],
    [
      'it comes later, and “none of these” is excluded',
      [...three, seen('1', 'log', 'two rows'), supposed('late'), supposed('later', 0.1)],
      0,
      ['late', 'later'],
    ],
  ])('what begins with nothing is told, where %s [SUB-3]', (_, events, none, ids) => {
    const { shares, problems } = asked(events, [importLog], none);
    expect(ids.map((id) => shares?.get(id))).toEqual(ids.map(() => 0));
    expect(problems).toEqual(
      ids.map((about) => ({ about, why: expect.stringContaining('It starts at 0%') as string })),
    );
  });

  test('ranks probes by bits, and by bits for their cost where all are counted alike [SUB-3]', () => {
    const expected = { a: 'yes: 0.9, no: 0.1', b: 'yes: 0.1, no: 0.9' };
    const weak = { a: 'yes: likely, no: unlikely', b: 'yes: unlikely, no: likely' };
    const two = [supposed('a'), supposed('b')];
    const order = (...probes: readonly Probe[]) => asked(two, probes).probes.map(({ id }) => id);
    expect(order(probe('weak', weak), probe('strong', expected))).toEqual(['strong', 'weak']);
    expect(order(probe('strong', expected, [60, 'min']), probe('weak', weak, [1, 'min']))).toEqual([
      'weak',
      'strong',
    ]);
    expect(order(probe('weak', weak, [1, 'min']), probe('strong', expected, [60, 'EUR']))).toEqual([
      'strong',
      'weak',
    ]);
    const [, unsaid] = asked(two, [
      probe('half', { a: 'yes: even, no: even' }),
      probe('strong', expected),
    ]).probes;
    expect(unsaid).toMatchObject({
      ...{ id: 'half', gainBits: null, lacks: ['How likely is each outcome if b is true?'] },
    });
  });

  test('names hypotheses that no probe can tell apart [SUB-3]', () => {
    expect(asked(three, [importLog]).alike).toEqual([['retry', 'customer']]);
  });

  test('takes time for what was recorded, not for each hypothesis at each probe [SUB-3]', () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => String(at));
    const began = process.cpuUsage().user;
    const { probes } = asked(
      ids.map((id) => supposed(`h${id}`)),
      ids.map((id) => probe(`p${id}`, { [`h${id}`]: 'yes: 0.9, no: 0.1' })),
    );
    expect(probes[0]?.lacks).toHaveLength(6);
    expect(probes[0]?.lacks.slice(4)).toEqual([
      'How likely is each outcome if h5 is true?',
      'The same of 19994 more.',
    ]);
    expect(process.cpuUsage().user - began).toBeLessThan(8_000_000);
  });

  test('sums to 1 with a thousand hypotheses, whatever is observed [SUB-3]', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `h${at}`);
    const wide = probe(
      'wide',
      Object.fromEntries(
        many.map((id, at) => [id, at % 3 === 0 ? 'yes: 0.9, no: 0.1' : 'yes: 0, no: 1']),
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom('yes', 'no', 'other')), (outcomes) => {
        const events = [
          ...many.map((id) => supposed(id)),
          ...outcomes.map((outcome, at) => seen(`b${at}`, 'wide', outcome, true)),
        ];
        const { shares } = asked(events, [wide]);
        const sum = [...(shares?.values() ?? [])].reduce((all, one) => all + one, 0);
        expect(sum).toBeCloseTo(1, 9);
      }),
      { numRuns: 20 },
    );
  });
});

describe('what a probe may bring', () => {
  test.each([
    ['two rows', 'does not say how likely'],
    ['two rows: maybe', '“maybe” does not say how likely'],
    ['yes: NaN, no: 1', '“NaN”'],
    ['yes: 1.2', '“1.2”'],
    ['yes: -0.1', '“-0.1”'],
    ['yes: likely, Yes: unlikely', 'is there twice'],
  ])('is refused where it says %s [SUB-3]', (text, why) => {
    const read = readExpectation(text);
    expect(read.ok ? '' : read.error.message).toContain(why);
  });

  test.each([
    ['numbers that do not sum to 1', { a: 'yes: 0.5, no: 0.4', b: 'yes: 1, no: 0' }, 'sum to 0.9'],
    ['words beside numbers', { a: 'yes: likely, no: 0.1', b: 'yes: 1, no: 0' }, 'mixed'],
    [
      'an outcome left out',
      { a: 'yes: 1', b: 'yes: 0.5, no: 0.5' },
      'Nothing is said of the outcome “no”',
    ],
  ])('gives no number with %s [SUB-3]', (_, expected, why) => {
    const [only] = asked([supposed('a'), supposed('b')], [probe('p', expected)]).probes;
    expect(only).toMatchObject({ gainBits: null });
    expect(only?.lacks.join()).toContain(why);
  });
});
