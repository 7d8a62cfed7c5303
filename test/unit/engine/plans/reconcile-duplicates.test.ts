import { describe, expect, test } from 'vitest';
import { quietMs } from '../../../../src/engine/plans/reconcile-duplicates.js';
import { logOf, twinNote } from '../../../support/builders/twin-note.js';
import { planCrash } from '../../../support/memory/simulated-crash.js';
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
import {
  createWorld,
  everythingIn,
  invoiceMail,
  moveToApproved,
  quiet,
  valueOf,
  type World,
} from '../../../support/engine/world.js';

test('a plan that waits for approval never goes into a copy that does not; nothing of the copy is worked until a person decides [LOOP-6]', async () => {
  const waiting = 'Plans/pending/PLAN-2026-001.md';
  const steps = ['1. [x] Write', '2. [ ] File'];
  const of = { id: 'PLAN-2026-002', log: [created, wrote], steps };
  const begun = await begin({
    [waiting]: { steps: ['1. [ ] Write', '2. [ ] File'] },
    [second]: of,
  });
  const { world, engine } = begun;
  await leaveAlone(begun);
  expect(world.paths('Plans')).toEqual([second, waiting]);
  expect(duplicates(engine)).toMatchObject([
    { offers: { do: 'keep_plan' }, text: expect.stringContaining(`${waiting}” waits`) as string },
  ]);
  const work = { planId: of.id, step: 2, rationale: 'Filed.', actor: 'Agent' } as const;
  expect(await engine.operations.updatePlanStep(work)).toMatchObject({
    error: { code: 'plan_not_started' },
  });
  world.vault.outside.write(second, world.note(second).replace('[ ] File', '[x] File'));
  await leaveAlone(begun);
  expect(world.paths('Plans')).toEqual([second, waiting]);
  world.vault.outside.move(waiting, 'Plans/rejected/PLAN-2026-001.md');
  await quiet(engine);
  expect(world.paths('Done')).toEqual(['Done/Plans/PLAN-2026-002.md']);
});

describe('two notes with one task_id', () => {
  test('become the more complete one: no log line is lost, and the other lies in the archive with a note of what it was [EC2] [SC-007]', async () => {
    const begun = await begin(ofOneId);
    const { world, engine } = begun;
    await leaveAlone(begun);
    expect(world.paths('Plans')).toEqual([first]);
    expect(logOf(world.note(first))).toEqual([
      created,
      found,
      wrote,
      `- [2026-02-21T10:05:00Z] Countersign: Consolidated ${copy} into this plan — It has the same task_id, and all that it says is also here; the other lies in the archive, whole.`,
    ]);
    const archived = world.note('Archive/PLAN-2026-001-duplicate.md');
    expect(archived).toContain(
      '> [!warning] Countersign: duplicate of PLAN-2026-001\n> Kept: [[PLAN-2026-001]].',
    );
    expect(archived).toContain('status: Cancelled\n');
    expect(logOf(archived)).toEqual([
      created,
      found,
      `- [2026-02-21T10:05:00Z] Countersign: Duplicate of PLAN-2026-001 — Kept: ${first}.`,
    ]);
    expect(duplicates(engine)).toEqual([]);
    expect(engine.currentMission()).toMatchObject({ planId: 'PLAN-2026-001', doneSteps: 1 });
    expect(events(world, 'plan_consolidated')).toMatchObject([
      { audit: { actor: 'Countersign', plan_id: 'PLAN-2026-001', from: copy, to: first } },
    ]);
  });

  test('that are the same to the last character may be one that sync is moving: none of them is filed, until a day later [EC2]', async () => {
    const moved = 'Plans/Work/PLAN-2026-001.md';
    const begun = await begin({ [first]: {}, [moved]: {} });
    const { world, engine } = begun;
    await leaveAlone(begun);
    expect(world.paths('Archive')).toEqual([]);
    expect(duplicates(engine)).toMatchObject([{ offers: { do: 'keep_plan' } }]);
    world.vault.outside.remove(first);
    await leaveAlone(begun);
    expect([world.paths('Plans'), duplicates(engine)]).toEqual([[moved], []]);
    world.vault.outside.write(first, world.note(moved));
    await quiet(engine);
    await world.clock.advance(24 * 60 * quietMs);
    await quiet(engine);
    expect(world.paths('Plans')).toHaveLength(1);
  });

  test('are on record before anything is written, and the kept one is written before the other goes [EC2]', async () => {
    const world = await createWorld();
    for (const [path, note] of Object.entries(ofOneId)) {
      world.vault.outside.write(path, twinNote(note));
    }
    const hooks = planCrash(Infinity);
    const engine = await world.start(hooks);
    await leaveAlone({ world, engine });
    const writes = hooks.writes.filter((write) => /Plans\/|ledger/.test(write)).slice(-7);
    expect(writes).toEqual([
      'ledger event',
      `update ${first}`,
      `update ${copy}`,
      'ledger event',
      `move ${copy} to Archive/PLAN-2026-001-duplicate.md`,
      'ledger event',
      // How the one that is left is, from which later edits are told.
      'ledger event',
    ]);
  });

  test('are left alone while somebody types in one of them', async () => {
    const begun = await begin(ofOneId);
    const { world, engine } = begun;
    for (let minute = 0; minute < 5; minute += 1) {
      await world.clock.advance(quietMs - 1_000);
      world.vault.outside.write(copy, `${world.note(copy)}<!-- Line ${minute} -->\n`);
      await quiet(engine);
    }
    expect(world.paths('Plans')).toHaveLength(2);
    expect(duplicates(engine)[0]?.advice).toContain('neither has changed for a minute');
    await leaveAlone(begun);
    expect(world.paths('Plans')).toEqual([first]);
  });

  test('a copy made to begin another plan is let go as soon as it has an id of its own', async () => {
    const begun = await begin({ [first]: {}, 'Plans/PLAN-2026-001 1.md': {} });
    const { world, engine } = begun;
    const other = { id: 'PLAN-2026-007', source: '[[other]]' };
    world.vault.outside.write('Plans/PLAN-2026-001 1.md', twinNote(other));
    await quiet(engine);
    await leaveAlone(begun);
    expect(world.paths('Plans')).toHaveLength(2);
    expect(duplicates(engine)).toEqual([]);
    expect(world.paths('Archive')).toEqual([]);
  });

  test('a copy that is the more complete takes the plan’s own name', async () => {
    const begun = await begin({ [first]: { log: [created, found] }, [copy]: { steps: written } });
    await leaveAlone(begun);
    const { world } = begun;
    expect(world.paths('Plans')).toEqual([first]);
    expect(world.note(first)).toContain('1. [x] Write');
    expect(logOf(world.note(first))).toContain(found);
    expect(world.only('Archive')).toBe('Archive/PLAN-2026-001-duplicate.md');
  });

  test('one of which cannot be read are only told', async () => {
    const begun = await begin(ofOneId);
    const { world, engine } = begun;
    const broken = world.note(copy).replace('status: Active', 'status: [Active');
    world.vault.outside.write(copy, broken);
    await quiet(engine);
    const before = everythingIn(world);
    await leaveAlone(begun);
    expect(everythingIn(world)).toMatchObject({ [first]: before[first], [copy]: broken });
    expect(duplicates(engine)).toMatchObject([{ kind: 'duplicate' }]);
  });

  test('keep the requests that wait for their steps', async () => {
    const begun = await begin({ [first]: { steps: written } });
    const { world, engine } = begun;
    valueOf(await engine.operations.draftExternalAction(invoiceMail));
    await quiet(engine);
    world.vault.outside.write(
      copy,
      world
        .note(first)
        .replace('status: Blocked', 'status: Active')
        .replace(/blocked_reason.*\n/, ''),
    );
    await quiet(engine);
    await leaveAlone(begun);
    expect(world.paths('Plans')).toEqual([first]);
    expect(world.paths('Pending_Approval')).toHaveLength(1);
    expect(engine.currentMission()?.status).toBe('Blocked');
    expect(engine.view().waiting).toHaveLength(1);
  });

  test.each([
    ['as it stands', (note: string) => note.replace('[ ] ✋', '[x] ✋')],
    [
      'under another id, and all else too',
      (note: string) => note.replaceAll('[ ] ', '[x] ').replace('^s2', '^s9'),
    ],
  ])(
    'a copy in which a ✋ step was ticked %s does not withdraw the request for it',
    async (_how, ticked) => {
      const begun = await begin({ [first]: {} });
      const { world, engine } = begun;
      valueOf(await engine.operations.draftExternalAction(invoiceMail));
      await quiet(engine);
      world.vault.outside.write(copy, ticked(world.note(first)));
      await quiet(engine);
      await leaveAlone(begun);
      expect(world.paths('Plans')).toHaveLength(2);
      expect(world.paths('Pending_Approval')).toHaveLength(1);
      expect(duplicates(engine)[0]?.text).toMatch(/The ✋ step “.*” is done only in /);
    },
  );

  test.each([
    [
      'in which a ✋ step waits for one more step',
      (note: string) =>
        note.replace('Send ^s2', 'Send (after 1, 3) ^s2').replace('File', 'File (after 1)'),
    ],
    [
      'in which a step was moved to before a ✋ step',
      (note: string) => note.replace(/(2\. .*\n)(3\. .*\n)/u, '$2$1'),
    ],
    [
      'in which another ✋ step of the same words was cancelled',
      (note: string) =>
        note
          .replace('[ ] ✋ Send ^s2', '[-] ✋ Send ^s2')
          .replace('[-] ✋ Send ^s4', '[ ] ✋ Send ^s4'),
    ],
  ])(
    'a copy %s is left to a person: nothing runs without their answer [EC2]',
    async (_, change) => {
      const steps = ['1. [ ] Write', '2. [ ] ✋ Send ^s2', '3. [ ] File', '4. [-] ✋ Send ^s4'];
      const begun = await begin({ [first]: { steps, log: [created, found] } });
      const { world, engine } = begun;
      const { path } = valueOf(await engine.operations.draftExternalAction(invoiceMail));
      await quiet(engine);
      await moveToApproved(world, engine, path);
      world.vault.outside.write(copy, change(twinNote({ steps })));
      await quiet(engine);
      await leaveAlone(begun);
      expect(world.paths('Plans')).toHaveLength(2);
      expect(duplicates(engine)).toMatchObject([{ offers: { do: 'keep_plan' } }]);
      world.vault.outside.write(first, world.note(first).replace('1. [ ]', '1. [x]'));
      await quiet(engine);
      expect(world.server.calls).toEqual([]);
    },
  );
});

describe('two plans of one source', () => {
  test('become the more complete one, and entries say of which plan they were [EC2] [US1.3] [SC-007]', async () => {
    const begun = await begin(ofOneSource);
    const { world, engine } = begun;
    expect(duplicates(engine)).toEqual([]);
    await leaveAlone(begun);
    expect(world.paths('Plans')).toEqual([first]);
    expect(logOf(world.note(first))).toEqual([
      created,
      `${found} (of PLAN-2026-002)`,
      wrote,
      `- [2026-02-21T10:05:00Z] Countersign: Consolidated PLAN-2026-002 (${second}) into this plan — It has the same source, and all that it says is also here; the other lies in the archive, whole.`,
    ]);
    expect(world.only('Archive')).toBe('Archive/PLAN-2026-002.md');
    expect(world.note('Archive/PLAN-2026-002.md')).toContain('Duplicate of PLAN-2026-001 — Kept:');
    expect(duplicates(engine)).toEqual([]);
    expect(
      await engine.operations.updatePlanStep({
        planId: 'PLAN-2026-002',
        step: 1,
        rationale: 'x',
        actor: 'Agent',
      }),
    ).toMatchObject({ error: { code: 'plan_finished' } });
  });

  test('of which one has requests that wait are left to a person', async () => {
    const begun = await begin({ [first]: { steps: written }, [second]: { id: 'PLAN-2026-002' } });
    const { world, engine } = begun;
    const mail = { ...invoiceMail, planId: 'PLAN-2026-002' };
    valueOf(await engine.operations.draftExternalAction(mail));
    await quiet(engine);
    await leaveAlone(begun);
    expect(world.paths('Plans')).toEqual([first, second]);
    expect(duplicates(engine)[0]?.text).toContain('PLAN-2026-002 has requests that wait');
  });

  test('of which one has a ✋ step done that nobody asked for are left to a person', async () => {
    const begun = await begin({
      [first]: {},
      [second]: { id: 'PLAN-2026-002', steps: ['1. [x] Write', '2. [x] ✋ Send', '3. [ ] File'] },
    });
    await leaveAlone(begun);
    expect(begun.world.paths('Plans')).toEqual([first, second]);
    expect(duplicates(begun.engine)[0]?.text).toContain(`“Send” is done only in “${second}”`);
  });

  test('of which one has a ✋ step that was executed name that one first, and say so', async () => {
    const begun = await begin({ [second]: { id: 'PLAN-2026-002', steps: written } });
    const { world, engine } = begun;
    const mail = { ...invoiceMail, planId: 'PLAN-2026-002' };
    const { requestId, path } = valueOf(await engine.operations.draftExternalAction(mail));
    await quiet(engine);
    await moveToApproved(world, engine, path);
    expect(world.server.calls).toHaveLength(1);
    world.vault.outside.write(first, twinNote({ steps: [...written, '4. [ ] Tell Bob'] }));
    await quiet(engine);
    const [alert] = duplicates(engine);
    expect(alert?.text).toContain(
      `“Tell Bob” is a step only in “${first}”. The ✋ step “Send” is done only in “${second}”: it was executed (request ${requestId}). Elsewhere it is asked for again.`,
    );
    expect(alert?.advice).toContain(`Keep “${second}” in the panel`);
    expect(alert?.offers).toMatchObject({ plans: [{ path: second }, { path: first }] });
  });

  test('are told no more when one of them gets a source of its own, or is gone', async () => {
    const { world, engine } = await begin({
      ...ofOneSource,
      [second]: { id: 'PLAN-2026-002', objective: 'Other work.' },
    });
    expect(duplicates(engine)).toHaveLength(1);
    const note = world.note(second);
    world.vault.outside.write(second, note.replace('[[mail]]', '[[other]]'));
    await quiet(engine);
    expect(duplicates(engine)).toEqual([]);
    world.vault.outside.write(second, note);
    await quiet(engine);
    expect(duplicates(engine)).toHaveLength(1);
    world.vault.outside.remove(first);
    world.vault.outside.remove(second);
    await quiet(engine);
    expect(duplicates(engine)).toEqual([]);
  });

  test('are found whichever way they spell it, as soon as the item is there that both name [EC2] [US1.3]', async () => {
    const item = 'Needs_Action/client-a/mail.md';
    for (const source of [item, '[[client-a/mail]]', `[[${item}|the mail]]`]) {
      const begun = await begin({
        [first]: { log: [created, wrote], steps: written },
        [second]: { id: 'PLAN-2026-002', source, objective: 'Other work.' },
      });
      const { world, engine } = begun;
      await leaveAlone(begun);
      expect(duplicates(engine)).toEqual([]);
      world.vault.outside.write(item, 'Tell the client.');
      await quiet(engine);
      expect(duplicates(engine).map(({ offers }) => offers?.do)).toEqual(['keep_plan']);
      // Of two items of that name, the one plan does not say whose it is.
      const other = 'Needs_Action/client-b/mail.md';
      world.vault.outside.write(other, 'Tell the other one.');
      await quiet(engine);
      expect(duplicates(engine)).toEqual([]);
      world.vault.outside.remove(other);
      await quiet(engine);
      expect(duplicates(engine)).toHaveLength(1);
      const note = world.note(second).replace('Other work.', 'Tell the client.');
      world.vault.outside.write(second, note);
      await leaveAlone(begun);
      expect(world.paths('Plans')).toEqual([first]);
      expect(duplicates(engine)).toEqual([]);
    }
  });

  test('more than ten are told in one sentence, and not compared', async () => {
    const numbers = Array.from({ length: 12 }, (_, at) => `PLAN-2026-0${at + 10}`);
    const notes = Object.fromEntries(numbers.map((id) => [`Plans/${id}.md`, { id }]));
    const begun = await begin(notes);
    await leaveAlone(begun);
    expect(duplicates(begun.engine).map(({ text }) => text)).toEqual([
      expect.stringContaining('More than 10 plans were made from “[ [mail]]”, “Plans/PLAN-2026-0'),
    ]);
    expect(begun.world.paths('Plans')).toHaveLength(12);
  });
});

describe('a person', () => {
  const different = {
    [first]: { steps: written, log: [created, wrote] },
    [second]: { id: 'PLAN-2026-002', steps: filed, log: [created, found] },
  };

  test('sees both side by side, while nothing is moved [EC2]', async () => {
    const begun = await begin(different);
    const { world, engine } = begun;
    const before = everythingIn(world);
    await leaveAlone(begun);
    expect({ ...everythingIn(world), 'Dashboard.md': '' }).toEqual({
      ...before,
      'Dashboard.md': '',
    });
    const [alert] = duplicates(engine);
    expect(alert?.text).toBe(
      `Two plans were made from “[ [mail]]”: “${first}” and “${second}”. “File” is done only in “${second}”. Side by side: “${first}” (“Tell the client.”: Active, 1 of 3 steps done, created 2026-02-21T10:00:00Z, last entry “2026-02-21T10:05:00Z Marked step 1 complete”); “${second}” (“Tell the client.”: Active, 1 of 3 steps done, created 2026-02-21T10:00:00Z, last entry “2026-02-21T10:03:00Z Found the file”).`,
    );
    expect(alert?.advice).toContain('Keep one of them in the panel');
    expect(alert?.offers).toMatchObject({
      do: 'keep_plan',
      plans: [{ path: first, planId: 'PLAN-2026-001' }, { path: second }],
    });
  });

  test('sees them on the Dashboard, wherever the last entry is cut', async () => {
    const long = `- [2026-02-21T10:05:00Z] Agent: ${'x'.repeat(98)}🎉 and more — Written.`;
    const { world, engine } = await begin({
      ...different,
      [first]: { steps: written, log: [created, long] },
    });
    await engine.flushDashboard();
    expect(world.note('Dashboard.md')).toContain('Two plans were made from');
    expect(engine.view().alerts.filter(({ subject }) => subject.kind === 'dashboard')).toEqual([]);
  });

  test('keeps one: the other’s requests are withdrawn, and it goes to the archive with its log kept [EC2]', async () => {
    const begun = await begin(different);
    const { world, engine } = begun;
    const mail = { ...invoiceMail, planId: 'PLAN-2026-002' };
    valueOf(await engine.operations.draftExternalAction(mail));
    await quiet(engine);
    valueOf(await engine.personActions.keepPlan({ path: first, over: [second] }));
    await quiet(engine);
    expect(world.paths('Plans')).toEqual([first]);
    expect(world.paths('Pending_Approval')).toEqual([]);
    expect(world.paths('Archive')).toContain('Archive/PLAN-2026-002.md');
    expect(logOf(world.note(first)).at(-1)).toContain(
      'Human: Consolidated PLAN-2026-002 (Plans/PLAN-2026-002.md) into this plan — It has the same source, and this one was chosen; the other lies in the archive, whole. Only there: “File”.',
    );
    expect(logOf(world.note(first))).toContain(`${found} (of PLAN-2026-002)`);
    expect(duplicates(engine)).toEqual([]);
    expect(world.server.calls).toEqual([]);
  });

  test('cannot keep one that changed places with another since it was shown', async () => {
    const { world, engine } = await begin(different);
    const [offers] = duplicates(engine).map((alert) => alert.offers);
    const shown = offers?.do === 'keep_plan' ? offers.plans : [];
    expect(shown.map(({ path }) => path).sort()).toEqual([first, second].sort());
    const [one, other] = [world.note(first), world.note(second)];
    world.vault.outside.write(first, other);
    world.vault.outside.write(second, one);
    const kept = await engine.personActions.keepPlan({ path: first, over: [second], shown });
    expect(kept).toMatchObject({
      error: { message: expect.stringContaining('just changed') as string },
    });
    await quiet(engine);
    expect(world.paths('Archive')).toEqual([]);
  });

  test.each([
    [
      'is gone',
      (world: World) => {
        world.vault.outside.remove(second);
      },
    ],
    [
      'is other work by now',
      (world: World) => {
        world.vault.outside.write(second, twinNote({ id: 'PLAN-2026-002', source: '[[other]]' }));
      },
    ],
    [
      'is finished',
      (world: World) => {
        world.vault.outside.write(second, twinNote({ id: 'PLAN-2026-002', status: 'Done' }));
      },
    ],
  ])('cannot keep one over a note that %s', async (_what, change) => {
    const { world, engine } = await begin(different);
    change(world);
    const note = world.note(first);
    expect(await engine.personActions.keepPlan({ path: first, over: [second] })).toMatchObject({
      error: { code: 'note_changed' },
    });
    expect(world.note(first)).toBe(note);
  });
});
