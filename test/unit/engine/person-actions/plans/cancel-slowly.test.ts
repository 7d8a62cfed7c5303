import { expect, test } from 'vitest';
import type { NoteStore } from '../../../../../src/ports/note-store.js';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { calledIds, planned } from '../../../../support/engine/gate-bench.js';
import {
  invoiceMail,
  invoiceMission,
  quiet,
  valueOf,
  type World,
} from '../../../../support/engine/world.js';
import { createPeopleBench, onlyReview, press } from '../../../../support/engine/people-bench.js';

const planId = 'PLAN-2026-001';

/** Plans that are open in an editor, with typing that is not saved: our writes wait. */
function slowlyWritten({ vault, clock }: World, isSlow: () => boolean): NoteStore {
  const store = memoryNoteStore(vault);
  const update: NoteStore['update'] = async (path, change) => {
    if (isSlow() && path.startsWith('Plans/')) {
      await new Promise<void>((resolve) => void clock.setTimer(4_000, resolve));
    }
    return store.update(path, change);
  };
  return { ...store, update };
}

test.each(['the server is asked for its tools', 'the call is about to be made'])(
  'a plan that a person cancels while %s is over at once, although its note is written late [GATE-9]',
  async (when) => {
    let isSlow = false;
    let cancel: (() => void) | null = null;
    const bench = await createPeopleBench({
      ports: (world) => {
        const log = memoryAuditLog(world.vault);
        const read: typeof log.read = (...args) => {
          if (when.startsWith('the call') && world.records().at(-1)?.kind === 'intent') cancel?.();
          return log.read(...args);
        };
        return { store: slowlyWritten(world, () => isSlow), auditLog: { ...log, read } };
      },
    });
    const { world } = bench;
    await planned(bench);
    const review = await onlyReview(bench);
    const pressed: { said: Promise<unknown> | null } = { said: null };
    cancel = () => {
      cancel = null;
      isSlow = true;
      const reason = 'Changed my mind';
      pressed.said = bench.engine.operations.cancelPlan({ planId, reason, actor: 'Human' });
    };
    world.server.duringInspect = async () => {
      world.server.duringInspect = () => undefined;
      if (!when.startsWith('the server')) return;
      cancel?.();
      for (let turn = 0; turn < 20; turn += 1) await settle();
    };
    const { requestId, shownDigest, step } = review;
    const gesture = press(bench);
    const approval = { requestId, shownDigest, checked: [], gesture };
    await bench.engine.personActions.approve({
      ...approval,
      ...(step ? { stepText: step.text } : {}),
    });
    await expect.poll(() => pressed.said !== null).toBe(true);
    for (let turn = 0; turn < 100; turn += 1) await settle();
    await world.clock.advance(20_000);
    expect(await pressed.said).toMatchObject({ ok: true });
    await quiet(bench.engine);
    expect(calledIds(world)).toEqual([]);
  },
);

test('a plan that a person gives up for its twin is over at once, although the notes are written late [GATE-9]', async () => {
  let isSlow = false;
  const bench = await createPeopleBench({
    ports: (world) => ({ store: slowlyWritten(world, () => isSlow) }),
  });
  const { world, engine } = bench;
  const first = `Plans/${planId}.md`;
  const twin = 'Plans/PLAN-2026-002.md';
  valueOf(await engine.operations.initializePlan(invoiceMission));
  const done = { planId, step: 1, rationale: 'Written', actor: 'Agent' } as const;
  valueOf(await engine.operations.updatePlanStep(done));
  world.vault.outside.write(twin, world.note(first).replaceAll(planId, 'PLAN-2026-002'));
  await quiet(engine);
  const mail = { ...invoiceMail, planId: 'PLAN-2026-002' };
  valueOf(await engine.operations.draftExternalAction(mail));
  await quiet(engine);
  const { requestId, shownDigest, step } = await onlyReview(bench);
  const pressed: { said: Promise<unknown> | null } = { said: null };
  world.server.duringInspect = async () => {
    world.server.duringInspect = () => undefined;
    isSlow = true;
    pressed.said = engine.personActions.keepPlan({ path: first, over: [twin] });
    for (let turn = 0; turn < 20; turn += 1) await settle();
  };
  const approval = { requestId, shownDigest, checked: [], gesture: press(bench) };
  await engine.personActions.approve({ ...approval, ...(step ? { stepText: step.text } : {}) });
  await expect.poll(() => pressed.said !== null).toBe(true);
  for (let turn = 0; turn < 100; turn += 1) await settle();
  await world.clock.advance(30_000);
  await pressed.said;
  await quiet(engine);
  expect(calledIds(world)).toEqual([]);
});
