import { describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../../../src/core/errors.js';
import type { SimilarAnswer } from '../../../../../src/hosts/obsidian/missions/similar-plan-modal.js';
import {
  NewMission,
  type MissionWriter,
} from '../../../../../src/hosts/obsidian/missions/new-mission.js';

const typed = { text: ' Write it, then send it.\n', title: 'Send it', priority: 'high' } as const;
const item = 'Needs_Action/2026-02-21T10-30-00Z_send-it.md';

/** A writer on a vault in memory. */
function writer(
  options: {
    startPlan?: () => Result<never>;
    taken?: readonly string[];
    similar?: object;
    answer?: SimilarAnswer;
  } = {},
) {
  const notes = new Map<string, string>((options.taken ?? []).map((path) => [path, 'taken']));
  const asked: object[] = [];
  const looked: string[] = [];
  const of: MissionWriter = {
    operations: {
      keepAsTask: async (input) => {
        asked.push(input);
        return ok({ remembered: true });
      },
      evaluateBrief: async () => ok({ similar: options.similar ?? null } as never),
      startPlan: async (input) => {
        asked.push(input);
        const failed = options.startPlan?.();
        if (failed && !failed.ok && asked.length === 1) return failed;
        return ok({ kind: 'plan', path: 'Plans/PLAN-2026-001.md' } as never);
      },
    },
    store: {
      create: async (path, text) => {
        if (notes.has(path)) return fail('note_exists', 'It exists.', '');
        notes.set(path, text);
        return ok(undefined);
      },
    },
    ask: async () => options.answer ?? null,
    folder: 'Needs_Action',
    now: () => Date.UTC(2026, 1, 21, 10, 30),
    look: (path) => looked.push(path),
  };
  return { of, notes, asked, looked };
}

test('a task is kept as an item, word for word', async () => {
  const { of, notes, asked, looked } = writer();
  expect(await new NewMission(of).keep(typed)).toEqual(ok(item));
  expect(notes.get(item)).toBe(
    '---\ntype: task\npriority: high\ncreated_date: 2026-02-21T10:30:00Z\n---\n\nWrite it, then send it.\n',
  );
  expect(asked).toEqual([]);
  expect(looked).toEqual([item]);
});

test('a task that looks like work for a plan is remembered as one [R8.2]', async () => {
  const { of, asked, looked } = writer();
  expect(await new NewMission(of).keep({ ...typed, isComplex: true })).toEqual(ok(item));
  expect(asked).toEqual([{ path: item }]);
  expect(looked).toEqual([item]);
});

test('a plan is made of the item that is kept first, with the objective and priority as typed', async () => {
  const { of, notes, asked } = writer();
  expect(await new NewMission(of).plan(typed)).toEqual(ok('Plans/PLAN-2026-001.md'));
  expect([...notes.keys()]).toEqual([item]);
  expect(asked).toMatchObject([
    { path: item, objective: 'Send it', priority: 'high', evenIfSimple: true, actor: 'Human' },
  ]);
});

test('what was typed is kept where the plan fails, and a second try goes on from it', async () => {
  const { of, notes, asked, looked } = writer({
    startPlan: () => fail('ledger_write_failed', 'The disk is full.', 'Make room.'),
  });
  const mission = new NewMission(of);
  expect(await mission.plan(typed)).toMatchObject({
    error: { advice: `Make room. What you typed is saved in ${item}.` },
  });
  expect(looked).toEqual([item]);
  expect(await mission.plan(typed)).toMatchObject({ ok: true });
  expect([...notes.keys()]).toEqual([item]);
  expect(asked).toHaveLength(2);
  expect(await mission.plan({ ...typed, text: 'Another' })).toMatchObject({ ok: true });
  expect(notes.size).toBe(2);
});

test('steps that a person changed are those of the plan, and other steps make no other item', async () => {
  const steps = [{ text: 'Write it', gated: false }];
  const { of, notes, asked } = writer({
    startPlan: () => fail('ledger_write_failed', 'The disk is full.', 'Make room.'),
  });
  const mission = new NewMission(of);
  await mission.plan(typed);
  expect(asked[0]).not.toHaveProperty('steps');
  await mission.plan({ ...typed, steps });
  expect(asked[1]).toMatchObject({ path: item, steps });
  expect([...notes.keys()]).toEqual([item]);
});

test('an item takes the first name that is free', async () => {
  const { of } = writer({ taken: [item] });
  expect(await new NewMission(of).keep(typed)).toEqual(ok(item.replace('.md', '-2.md')));
});

describe('what is like a plan that is not finished', () => {
  const similar = { plan: { planId: 'PLAN-2026-007' } };

  test.each<[SimilarAnswer, object]>([
    ['go_on', { goOnWith: 'PLAN-2026-007' }],
    ['new', { evenIfSimilar: true }],
  ])('is asked about, and the answer “%s” is told with the item [US1.3]', async (answer, told) => {
    const { of, asked } = writer({ similar, answer });
    expect(await new NewMission(of).plan(typed)).toMatchObject({ ok: true });
    expect(asked).toMatchObject([{ path: item, actor: 'Human', ...told }]);
    expect(Object.keys(asked[0] ?? {})).toContain(Object.keys(told)[0]);
  });

  test('writes nothing for a person who wants neither', async () => {
    const { of, notes, asked } = writer({ similar });
    expect(await new NewMission(of).plan(typed)).toEqual(ok(null));
    expect([...notes, ...asked]).toEqual([]);
  });
});
