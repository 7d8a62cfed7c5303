import { expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import { calledIds, idOf, look, planned } from '../../../../support/engine/gate-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  drag,
  onlyReview,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';

const planId = 'PLAN-2026-001';
type Press = (bench: PeopleBench, requestId: string) => Promise<unknown>;

const presses: readonly [string, Press | null][] = [
  ['nothing', null],
  ['Undo', ({ engine }, requestId) => engine.personActions.undo({ requestId })],
  ['Reject', ({ engine }, requestId) => engine.personActions.reject({ requestId, reason: '' })],
  ['Withdraw', ({ engine }, requestId) => engine.personActions.withdraw({ requestId })],
  ['“I’ve done this myself”', ({ engine }) => engine.personActions.doneByHand({ planId, step: 2 })],
  [
    'Skip',
    ({ engine }) => engine.personActions.skipStep({ planId, step: 2, reason: 'Not needed.' }),
  ],
  [
    'Cancel plan',
    ({ engine }) => engine.operations.cancelPlan({ planId, reason: 'No.', actor: 'Human' }),
  ],
];

test.each(presses)(
  'while the audit files stop everything, a person presses %s: it is refused, and what was approved does not run later [GATE-9]',
  async (_what, press) => {
    let isBroken = false;
    const bench = await createPeopleBench({
      config: { paused: true },
      ports: ({ vault }) => {
        const log = memoryAuditLog(vault);
        const broken = fail('audit_write_failed', 'Logs is a file.', 'Put it right.');
        const append: typeof log.append = async (...args) =>
          isBroken ? broken : log.append(...args);
        return { auditLog: { ...log, append } };
      },
    });
    const { world } = bench;
    const id = idOf(world, await planned(bench));
    await pressApprove(bench, await onlyReview(bench));
    // An agent puts a file in the place of Logs; something is to be recorded.
    isBroken = true;
    const entry = { planId, action: 'Looked', rationale: 'To be sure', actor: 'Agent' } as const;
    await bench.engine.operations.logReasoning(entry);
    await quiet(bench.engine);
    if (press) expect(await press(bench, id)).toMatchObject({ ok: false });
    await quiet(bench.engine);
    // It takes it away again.
    isBroken = false;
    world.config = { ...world.config, paused: false };
    await restartPeople(bench);
    expect(calledIds(world)).toHaveLength(press ? 0 : 1);
  },
);

const obstacles: Readonly<Record<string, (bench: PeopleBench) => () => void>> = {
  'its plan has a copy': ({ world }) => {
    const copy = 'Plans/copy.md';
    world.vault.outside.write(copy, world.note(world.only('Plans')));
    return () => {
      world.vault.outside.remove(copy);
    };
  },
  'the settings cannot be used': ({ world }) => {
    const good = world.config;
    const { error } = fail('settings_invalid', 'They name other folders.', 'Put it right.');
    Object.assign(world, { config: error });
    return () => {
      world.config = good;
    };
  },
};

test.each(
  Object.entries(obstacles).flatMap(([what, hinder]) =>
    presses.map(([name, press]) => [what, name, hinder, press] as const),
  ),
)(
  'while %s, a person presses %s: whether or not it is refused, it does not run later [GATE-9]',
  async (_what, _name, hinder, press) => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const { world } = bench;
    const id = idOf(world, await planned(bench));
    await pressApprove(bench, await onlyReview(bench));
    const putRight = hinder(bench);
    await quiet(bench.engine);
    await press?.(bench, id);
    await quiet(bench.engine);
    putRight();
    world.config = { ...world.config, paused: false };
    await look(bench);
    expect(calledIds(world)).toHaveLength(press ? 0 : 1);
  },
);

test.each(
  Object.entries(obstacles).flatMap(([what, hinder]) =>
    presses.flatMap(([name, press]) => (press ? [[what, name, hinder, press] as const] : [])),
  ),
)(
  'a drag is held; while %s, a person presses %s: whether or not it is refused, the drag is not carried out [GATE-23] [GATE-9]',
  async (_what, _name, hinder, press) => {
    const bench = await createPeopleBench();
    const { world } = bench;
    const id = idOf(world, await planned(bench));
    await drag(bench, await onlyReview(bench));
    const putRight = hinder(bench);
    await press(bench, id);
    putRight();
    await world.clock.advance(20_000);
    await quiet(bench.engine);
    expect(calledIds(world)).toEqual([]);
  },
);
