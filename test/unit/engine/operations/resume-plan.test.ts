import { describe, expect, test } from 'vitest';
import { success } from '../../../support/memory/memory-bridges.js';
import {
  createWorld,
  invoiceMission,
  quiet,
  upToRequest,
  valueOf,
} from '../../../support/engine/world.js';

const complexBrief = 'Generate an invoice for Client A, send it by email and log the payment.';

async function start(brief: string) {
  const world = await createWorld();
  world.vault.outside.write('Inbox/mail.md', `---\nfrom: a\n---\n${brief}\n`);
  return { world, engine: await world.start() };
}

describe('resumePlan', () => {
  test('picks Active before Blocked before Draft, then the newest, and greets with it [US2.1] [US2.3] [FR-004] [FR-005] [FR-006] [R6.7]', async () => {
    const world = await createWorld();
    const plan = (id: string, status: string, created: string): void =>
      world.vault.outside.write(
        `Plans/${id}.md`,
        `---\ntask_id: ${id}\nsource_link: "[[${id}]]"\ncreated_date: ${created}\npriority: low\nstatus: ${status}\n---\n\n# Objective\nDo ${id}.\n\n## Context\n\n## Roadmap\n1. [x] One\n2. [ ] Two\n\n## Reasoning Logs\n- [2026-02-21T10:30:00Z] Agent: Looked — First.\n- [2026-02-21T10:35:00Z] Agent: Marked step 1 complete — Found it.\n`,
      );
    plan('PLAN-2026-001', 'Active', '2026-02-01T00:00:00Z');
    plan('PLAN-2026-002', 'Active', '2026-02-03T00:00:00Z');
    plan('PLAN-2026-003', 'Active', '2026-02-02T00:00:00Z');
    plan('PLAN-2026-004', 'Blocked', '2026-02-05T00:00:00Z');
    plan('PLAN-2026-005', 'Draft', '2026-02-06T00:00:00Z');
    plan('PLAN-2026-006', 'Cancelled', '2026-02-07T00:00:00Z');
    const engine = await world.start();
    expect(engine.view().missions.map(({ planId }) => planId.slice(-1))).toEqual([
      '2',
      '3',
      '1',
      '4',
      '5',
    ]);
    expect(engine.resumeText()).toBe('Resuming plan PLAN-2026-002: Do PLAN-2026-002.');
    const resumed = valueOf(await engine.operations.resumePlan({}));
    expect(resumed).toMatchObject({
      text: 'Resuming plan PLAN-2026-002: Do PLAN-2026-002.',
      checkpoint: 'Marked step 1 complete — Found it.',
      nextStep: { position: 2, text: 'Two' },
      waitingFor: [],
    });
    const named = valueOf(await engine.operations.resumePlan({ planId: 'PLAN-2026-001' }));
    expect(named.text).toBe('Resuming plan PLAN-2026-001: Do PLAN-2026-001.');
  });

  test('a start says which plan it resumes before anything of it goes on [FR-005]', async () => {
    const world = await createWorld();
    const first = await world.start();
    const path = await upToRequest(world, first);
    await first.stop();
    world.vault.outside.move(path, path.replace('Pending_Approval/', 'Approved/'));
    world.notices.length = 0;
    const greeting = `Resuming plan PLAN-2026-001: ${invoiceMission.objective}`;
    const said: boolean[] = [];
    world.server.answer = () => {
      said.push(world.notices[0] === greeting);
      return success;
    };
    await quiet(await world.start());
    expect(said).toEqual([true]);
    expect(world.notices.filter((text) => text === greeting)).toHaveLength(1);
  });

  test('reads the note again: what a person wrote a moment ago counts', async () => {
    const { world, engine } = await start(complexBrief);
    await engine.operations.initializePlan(invoiceMission);
    const path = 'Plans/PLAN-2026-001.md';
    world.vault.outside.write(path, world.note(path).replace('1. [ ]', '1. [x]'));
    const resumed = valueOf(await engine.operations.resumePlan({ planId: 'PLAN-2026-001' }));
    expect(resumed.nextStep?.position).toBe(2);
  });

  test('says what the mission waits for', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const path = await upToRequest(world, engine);
    expect(valueOf(await engine.operations.resumePlan({})).waitingFor).toMatchObject([{ path }]);
  });

  test.each(['rejected', 'cancelled', 'done'] as const)(
    'says of a plan that was %s and is put back that it had ended, and gives no next step [R7.1]',
    async (end) => {
      const { world, engine } = await start(complexBrief);
      const awaits = end === 'rejected' ? { awaitsApproval: true as const } : {};
      const { path } = valueOf(
        await engine.operations.initializePlan({ ...invoiceMission, ...awaits }),
      );
      await quiet(engine);
      const planId = 'PLAN-2026-001';
      const before = world.note(path);
      if (end === 'rejected') world.vault.outside.move(path, `Plans/rejected/${planId}.md`);
      else
        world.vault.outside.write(
          path,
          before.replace(/status: \w+/u, end === 'done' ? 'status: Done' : 'status: Cancelled'),
        );
      await quiet(engine);
      for (const one of world.paths('Plans')) world.vault.outside.remove(one);
      world.vault.outside.write(
        `Plans/approved/${planId}.md`,
        before.replace(/status: \w+/u, 'status: Active'),
      );
      await quiet(engine);
      const resumed = valueOf(await engine.operations.resumePlan({ planId }));
      expect(resumed).toMatchObject({ nextStep: null, plan: { ended: end, current: null } });
      expect(resumed.text).toBe(`Ended plan ${planId}: ${invoiceMission.objective}`);
      expect(resumed.words).toContain(
        `A plan with this number was ${end}. Don’t work on it unless a person reopens it. If this note is new work, it needs a new \`task_id\`.`,
      );
      expect(resumed.words).not.toMatch(/Resuming|Next step|Status: Active/u);
      expect(valueOf(await engine.operations.listMissions({ limit: 10 }))).toEqual({
        missions: [],
        total: 0,
      });
    },
  );

  test.each(['Plans', 'Plans/approved'])(
    'says of a plan that waits on record that it waits, also where its note was moved to %s while nothing ran [LOOP-6]',
    async (folder) => {
      const { world, engine } = await start(complexBrief);
      const { path } = valueOf(
        await engine.operations.initializePlan({ ...invoiceMission, awaitsApproval: true }),
      );
      await quiet(engine);
      await engine.stop();
      const planId = 'PLAN-2026-001';
      world.vault.outside.move(path, `${folder}/${planId}.md`);
      const idle = await world.start({}, { isIdle: true });
      const resumed = valueOf(await idle.operations.resumePlan({ planId }));
      expect(resumed.plan.approval).toBe('pending');
      expect(resumed.words).toContain('a person has not approved this plan yet');
      const { missions, missionCount, plansWaiting } = idle.view();
      expect([missions, missionCount]).toEqual([[], 0]);
      expect(plansWaiting).toMatchObject([{ planId }]);
    },
  );

  test('refuses when there is nothing to resume', async () => {
    const { engine } = await start(complexBrief);
    expect(await engine.operations.resumePlan({})).toMatchObject({
      error: { code: 'plan_missing', message: 'There is no incomplete plan.' },
    });
  });
});
