import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import type { Engine } from '../../../../src/engine/engine.js';
import { twinNote, type TwinNote } from '../../../support/builders/twin-note.js';
import { planCrash, type CrashMoment } from '../../../support/memory/simulated-crash.js';
import {
  begin,
  copy,
  created,
  duplicates,
  events,
  filed,
  first,
  found,
  leaveAlone,
  ofOneId,
  ofOneSource,
  second,
  written,
  wrote,
} from './twin-vault.js';
import { createWorld, type World } from '../../../support/engine/world.js';

describe('a process that dies', () => {
  const chosen = {
    [first]: { steps: written, log: [created, wrote] },
    [copy]: { steps: filed, log: [created, found] },
    [second]: {
      id: 'PLAN-2026-002',
      steps: filed,
      log: [created, '- [2026-02-21T10:04:00Z] Agent: Third — Line.'],
    },
  };

  async function work(
    world: World,
    hooks = planCrash(Infinity),
    isChosen = false,
  ): Promise<Engine | null> {
    try {
      const engine = await world.start(hooks);
      for (let minute = 0; minute < 3; minute += 1) {
        if (isChosen) {
          const [alert] = duplicates(engine);
          const [keep, ...over] = alert?.offers?.do === 'keep_plan' ? alert.offers.plans : [];
          if (keep)
            await engine.personActions.keepPlan({
              path: keep.path,
              over: over.map(({ path }) => path),
            });
        }
        await leaveAlone({ world, engine });
      }
      return engine;
    } catch (error) {
      if (!hooks.crashed) throw error;
      return null;
    }
  }

  const plansOf = (world: World) =>
    Object.fromEntries(
      [...world.paths('Plans'), ...world.paths('Archive')].map((path) => [path, world.note(path)]),
    );

  test.each<[string, Readonly<Record<string, TwinNote>>, boolean]>([
    ['two of one id', ofOneId, false],
    ['two of one source', ofOneSource, false],
    [
      'a copy that is kept',
      { [first]: { log: [created, found] }, [copy]: { steps: written } },
      false,
    ],
    ['what a person chose', chosen, true],
  ])(
    'at any write leaves the same notes after a restart: %s [EC2] [SC-007]',
    async (_what, notes, isChosen) => {
      const run = async (at: number, moment: CrashMoment) => {
        const world = await createWorld();
        for (const [path, note] of Object.entries(notes))
          world.vault.outside.write(path, twinNote(note));
        const hooks = planCrash(at, moment);
        await work(world, hooks, isChosen);
        world.vault.watchers.clear();
        if (at !== Infinity) {
          const engine = await work(
            world,
            planCrash(Infinity),
            isChosen && events(world, 'plan_consolidated').length === 0,
          );
          await engine?.stop();
        }
        return { notes: plansOf(world), writes: hooks.writes };
      };
      const straight = await run(Infinity, 'before');
      expect(Object.keys(straight.notes).filter((path) => path.startsWith('Plans/'))).toHaveLength(
        1,
      );
      const failures: string[] = [];
      for (const moment of ['before', 'torn', 'after'] as const) {
        for (let at = 1; at <= straight.writes.length; at += 1) {
          // A note is never torn.
          if (moment === 'torn' && !/^(?:ledger|audit)/.test(straight.writes[at - 1] ?? ''))
            continue;
          const { notes: left } = await run(at, moment);
          try {
            expect(left).toEqual(straight.notes);
          } catch (error) {
            failures.push(`${moment} write ${at} (${straight.writes[at - 1]}): ${String(error)}`);
          }
        }
      }
      expect(failures).toEqual([]);
    },
    120_000,
  );
});

test('two devices that consolidate at the same time write the same bytes [EC2] [SC-007]', async () => {
  const notes = async (ahead: number) => {
    const begun = await begin({
      ...ofOneId,
      [second]: { id: 'PLAN-2026-002', log: [created, found] },
    });
    await begun.world.clock.advance(ahead);
    for (let minute = 0; minute < 4; minute += 1) await leaveAlone(begun);
    const { world } = begun;
    const paths = [...world.paths('Plans'), ...world.paths('Archive')];
    return paths.map((path) => [path, world.note(path)]);
  };
  const here = await notes(0);
  expect(here).toHaveLength(3);
  expect(await notes(7_654_321)).toEqual(here);
  for (const [path = '', text = ''] of here) expect(parsePlan(text, path).plan).not.toBeNull();
});
