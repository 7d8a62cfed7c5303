import { describe, expect, test } from 'vitest';
import { createMachine, getNextSnapshot } from 'xstate';
import {
  nextStage,
  passages,
  STAGES,
  type Stage,
  type TaskFacts,
} from '../../../../src/core/loop/stages.js';

type Guarded = { context: TaskFacts };
const when =
  (fact: keyof TaskFacts, wanted = true) =>
  ({ context }: Guarded) =>
    context[fact] === wanted;

/** The design's table as a machine of the library: written for this test, and not made of our own table. */
const machine = createMachine({
  types: {} as { context: TaskFacts; input: TaskFacts; events: { type: string } },
  context: ({ input }) => input,
  initial: 'WATCH',
  states: {
    WATCH: { on: { ACCEPT: { target: 'WRITE', guard: when('accepted') } } },
    WRITE: { on: { WRITE: { target: 'REASON', guard: when('written') } } },
    REASON: { on: { ASSESS: { target: 'PLAN', guard: when('assessed') } } },
    PLAN: { on: { PLAN: { target: 'APPROVE', guard: when('planned') } } },
    APPROVE: { on: { APPROVE: { target: 'ACT', guard: when('approved') } } },
    ACT: {
      on: {
        FINISH: { target: 'LOG', guard: when('finished') },
        WITHDRAW_APPROVAL: { target: 'APPROVE', guard: when('approved', false) },
      },
    },
    LOG: { on: { LOG: { target: 'CLOSE', guard: when('logged') } } },
    CLOSE: { on: { REOPEN: { target: 'ACT', guard: when('finished', false) } } },
  },
});

const names = [
  'accepted',
  'written',
  'assessed',
  'planned',
  'approved',
  'finished',
  'logged',
] as const;
const allFacts: readonly TaskFacts[] = Array.from({ length: 2 ** names.length }, (_, bits) =>
  Object.fromEntries(names.map((name, at) => [name, ((bits >> at) & 1) === 1])),
) as unknown as TaskFacts[];
const events = [...new Set(passages.map(({ event }) => event))];

/** Where the library's machine goes from a stage with an event. */
function follow(from: Stage, facts: TaskFacts, type: string): Stage {
  const at = machine.resolveState({ value: from, context: facts });
  return getNextSnapshot(machine, at, { type }).value as Stage;
}

describe('the stages of a task', () => {
  test('each of the 64 pairs is a passage of the library’s machine, or of neither [LOOP-4]', () => {
    for (const from of STAGES) {
      for (const to of STAGES) {
        const isOurs = passages.some((passage) => passage.from === from && passage.to === to);
        const isTheirs =
          from !== to &&
          allFacts.some((facts) => events.some((event) => follow(from, facts, event) === to));
        expect([from, to, isOurs]).toEqual([from, to, isTheirs]);
      }
    }
    expect(passages).toHaveLength(9);
  });

  test('with any facts a task goes where the library’s machine goes, and nowhere else [LOOP-4]', () => {
    for (const from of STAGES) {
      for (const facts of allFacts) {
        const theirs = events
          .map((event) => follow(from, facts, event))
          .filter((to) => to !== from);
        const next = nextStage(from, facts);
        if (next === null) expect([from, facts, theirs]).toEqual([from, facts, []]);
        else expect(theirs).toContain(next);
      }
    }
  });

  test('whatever is done, a task passes every stage on its way to the end [LOOP-1]', () => {
    const all = Object.fromEntries(names.map((name) => [name, true])) as unknown as TaskFacts;
    const passed: Stage[] = ['WATCH'];
    for (let at: Stage | null = 'WATCH'; (at = nextStage(at, all)) !== null;) passed.push(at);
    expect(passed).toEqual(STAGES);
  });
});
