import { describe, expect, test } from 'vitest';
import { planningOf, usualPlanning } from '../../../../src/core/settings/planning.js';
import type { Engine } from '../../../../src/engine/engine.js';
import {
  createWorld,
  invoiceMission,
  quiet,
  upToRequest,
  valueOf,
  type World,
} from '../../../support/engine/world.js';

const hour = 3_600_000;
const item = 'Inbox/brief.md';
const german = planningOf({ words: { multiStep: ['Rechnung'] } });

/** An engine whose words and hours may change while it runs. */
async function planned(planning = usualPlanning): Promise<{
  readonly world: World;
  readonly engine: Engine;
  readonly change: (now: typeof usualPlanning) => Promise<void>;
}> {
  const world = await createWorld();
  let current = planning;
  const engine = await world.start({}, { planning: () => current });
  return {
    world,
    engine,
    async change(now) {
      current = now;
      engine.lookAtEverything();
      await quiet(engine);
    },
  };
}

const told = (engine: Engine, kind: string): readonly string[] =>
  engine
    .view()
    .alerts.filter((alert) => alert.kind === kind)
    .map(({ text }) => text);

describe('the words of the vault', () => {
  test('decide which item is suggested for a plan, and other ones count without a restart', async () => {
    const { world, engine, change } = await planned();
    world.vault.outside.write(item, 'Rechnung schreiben');
    world.vault.outside.write('Inbox/other.md', 'Invoice');
    await quiet(engine);
    expect(told(engine, 'suggestion')).toEqual(['“other” could use a plan (invoice).']);
    await change(german);
    expect(told(engine, 'suggestion')).toEqual(['“brief” could use a plan (Rechnung).']);
    await change(usualPlanning);
    expect(told(engine, 'suggestion')).toEqual(['“other” could use a plan (invoice).']);
  });

  test('decide how a brief is evaluated', async () => {
    const { engine, change } = await planned();
    const brief = { text: 'Rechnung', sourceLink: '[[mail]]' };
    const evaluate = async () => valueOf(await engine.operations.evaluateBrief(brief)).evaluation;
    expect((await evaluate()).complex).toBe(false);
    await change(german);
    expect(await evaluate()).toMatchObject({
      complex: true,
      reasons: ['Suggested because it mentions “Rechnung”.'],
    });
  });

  test('stand in the log of a plan that is made', async () => {
    const { world, engine } = await planned(german);
    await engine.operations.initializePlan({
      ...invoiceMission,
      objective: 'Rechnung',
      context: 'Fertig.',
      steps: [{ text: 'Rechnung', gated: false }],
    });
    expect(world.note('Plans/PLAN-2026-001.md')).toContain(
      'Complex work detected (keywords: Rechnung)',
    );
  });
});

test('a blocked plan is told after the hours of the vault, and other ones count without a restart [FR-017]', async () => {
  const { world, engine, change } = await planned(planningOf({ blockedHours: { high: 2 } }));
  await upToRequest(world, engine);
  await world.clock.advance(2 * hour - 1);
  await quiet(engine);
  expect(told(engine, 'blocked_long')).toEqual([]);
  await world.clock.advance(1);
  await quiet(engine);
  expect(told(engine, 'blocked_long').join()).toContain('Plan blocked for 2 hours: PLAN-2026-001');
  await change(planningOf({ blockedHours: { high: 3 } }));
  expect(told(engine, 'blocked_long')).toEqual([]);
  await change(planningOf({ blockedHours: { high: 1 } }));
  expect(told(engine, 'blocked_long')).toHaveLength(1);
  expect(world.note('Plans/PLAN-2026-001.md').match(/Plan blocked for/g)).toHaveLength(1);
});
