import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../../../src/engine/engine.js';
import {
  createWorld,
  everythingIn,
  quiet,
  valueOf,
  type World,
} from '../../../../support/engine/world.js';

const path = 'Plans/PLAN_invoice_client_a.md';
const note = `---
created: 2026-01-07T10:30:00Z
status: pending_approval
---

## Objective
Generate and send the January invoice to Client A.

## Steps
- [x] Identify client: Client A
- [x] Send an offer by email
- [ ] Generate invoice PDF
  - as the last one
- [ ] Ask the owner (REQUIRES APPROVAL)

## Approval Required
The owner has to agree.
`;

async function withNote(text = note): Promise<{ world: World; engine: Engine }> {
  const world = await createWorld();
  world.vault.outside.write(path, text);
  const engine = await world.start();
  await quiet(engine);
  return { world, engine };
}
const offers = (engine: Engine) => engine.view().alerts.map((alert) => alert.offers);

describe('adoptPlan', () => {
  test('writes a plan of ours beside it, and leaves that note as it is', async () => {
    const { world, engine } = await withNote();
    const made = valueOf(await engine.operations.importPlan({ path, actor: 'Human' }));
    expect(world.note(made.path)).toBe(`---
task_id: PLAN-2026-001
source_link: "[[PLAN_invoice_client_a]]"
created_date: 2026-02-21T10:30:00Z
priority: high
status: Active
aliases: ["Generate and send the January invoice to Client A."]
---

# Objective
Generate and send the January invoice to Client A.

## Context
The owner has to agree.

## Roadmap
1. [x] Identify client: Client A
2. [ ] ✋ Send an offer by email ^s2
3. [ ] Generate invoice PDF
4. [ ] ✋ Ask the owner ^s4

## Reasoning Logs
- [2026-02-21T10:30:00Z] Human: Adopted plan — Read from Plans/PLAN_invoice_client_a.md, which is not changed. Ticked there: 1. Ticked there, but open here because it may reach outside: 2. Find out whether it happened. More about the steps is in that note only.
`);
    await quiet(engine);
    expect(world.note(path)).toBe(note);
    expect(engine.currentMission()?.current?.position).toBe(2);
    expect(world.server.calls).toEqual([]);
    expect(world.records().at(-1)?.audit).toMatchObject({ actor: 'Human', event: 'plan_created' });
  });

  test('what says in the past that it reached outside is gated and open, though all is ticked there', async () => {
    const past =
      '## Steps\n- [x] Paid the rent to Anna\n- [x] Invoice sent to Bob\n- [x] File it\n';
    const { world, engine } = await withNote(past);
    const made = valueOf(await engine.operations.importPlan({ path, actor: 'Human' }));
    await quiet(engine);
    expect(world.note(made.path)).toContain(
      '1. [ ] ✋ Paid the rent to Anna ^s1\n2. [ ] ✋ Invoice sent to Bob ^s2\n3. [x] File it\n',
    );
    expect(world.note(made.path)).toContain('status: Active\n');
  });

  test('says which steps were marked otherwise there, as dropped or begun', async () => {
    const marked = '## Steps\n- [-] Clear the old folder\n- [ ] Sort the files\n- [/] List them\n';
    const { world, engine } = await withNote(marked);
    const made = valueOf(await engine.operations.importPlan({ path, actor: 'Human' }));
    expect(world.note(made.path)).toContain(
      'Neither open nor done there, but open here: 1 [-], 3 [/]. Skip what is not wanted.',
    );
  });

  test('keeps what waits for what, and says what it could not take over', async () => {
    const ordered = `## Steps
- [ ] Order paper (after 3) 📅 2026-03-01
- [ ] Find the pens ^pens
- [x] Sort the files ✅ 2026-01-08
- [ ] Print all (after 1, ^pens and s9)
- [ ] Fold it (after 5)
- [ ] Eat (after lunch)
`;
    const { world, engine } = await withNote(ordered);
    const made = valueOf(await engine.operations.importPlan({ path, actor: 'Human' }));
    expect(world.note(made.path)).toContain(`## Roadmap
1. [ ] ✋ Order paper (after s3) ^s1
2. [ ] Find the pens ^s2
3. [x] Sort the files ^s3
4. [ ] Print all (after s1, s2)
5. [ ] Fold it
6. [ ] Eat (after lunch)
`);
    expect(world.note(made.path)).toContain(
      'Ticked there: 3. Waits there for a step that does not exist: 4, 5. Dates and other marks of tasks are in that note only: 1, 3.',
    );
  });

  test('reads a block id in any case, and without its sign where a step bears it', async () => {
    const ordered = `## Steps
- [ ] Print all (after ^PENS, paper)
- [ ] Find the pens ^pens
- [ ] Order paper ^Paper
- [ ] Eat (after lunch)
`;
    const { world, engine } = await withNote(ordered);
    const made = valueOf(await engine.operations.importPlan({ path, actor: 'Human' }));
    expect(world.note(made.path)).toContain(`## Roadmap
1. [ ] Print all (after s2, s3)
2. [ ] Find the pens ^s2
3. [ ] ✋ Order paper ^s3
4. [ ] Eat (after lunch)
`);
  });

  test('goes on with the plan that there is already', async () => {
    const { world, engine } = await withNote();
    const made = valueOf(await engine.operations.importPlan({ path, actor: 'Human' }));
    expect(valueOf(await engine.operations.importPlan({ path, actor: 'Human' }))).toEqual({
      ...made,
      resumed: true,
    });
    expect(world.paths('Plans')).toEqual([made.path, path]);
  });

  test('an agent’s is a draft where the other plan awaits approval, and works where it does not', async () => {
    const agents = { path, actor: 'Agent' } as const;
    const { world, engine } = await withNote();
    expect(world.note(valueOf(await engine.operations.importPlan(agents)).path)).toContain(
      'status: Draft\n',
    );
    const approved = await withNote(note.replace('pending_approval', 'approved'));
    expect(
      approved.world.note(valueOf(await approved.engine.operations.importPlan(agents)).path),
    ).toContain('status: Active\n');
  });

  test.each([
    ['a note that is none', path, '# Notes\n'],
    ['a plan of ours', path, note.replace('created:', 'task_id: PLAN-2026-007\ncreated:')],
    ['a note elsewhere', 'Inbox/plan.md', note],
  ])('%s is refused, and nothing is written', async (_, at, text) => {
    const { world, engine } = await withNote('');
    world.vault.outside.write(at, text);
    await quiet(engine);
    await engine.flushDashboard();
    const before = everythingIn(world);
    expect(await engine.operations.importPlan({ path: at, actor: 'Agent' })).toMatchObject({
      ok: false,
      error: { code: 'input_invalid', path: at },
    });
    expect(everythingIn(world)).toEqual(before);
  });

  test('where a plan is like it, a person’s press adopts it all the same, and an agent is told how to insist', async () => {
    const { world, engine } = await withNote();
    const like = 'Generate and send the February invoice to Client A.';
    const steps = [{ text: 'Generate invoice PDF' }];
    const input = { objective: like, context: '', sourceLink: 'mail:1', steps } as const;
    valueOf(await engine.operations.initializePlan({ ...input, actor: 'Human' }));
    const agents = { path, actor: 'Agent' } as const;
    expect(await engine.operations.importPlan(agents)).toMatchObject({
      error: { code: 'plan_similar' },
    });
    expect(world.paths('Plans')).toEqual(['Plans/PLAN-2026-001.md', path]);
    expect(await engine.operations.importPlan({ path, actor: 'Human' })).toMatchObject({
      ok: true,
      value: { planId: 'PLAN-2026-002', resumed: false },
    });
  });

  test('a note that is gone is said to be', async () => {
    const { engine } = await withNote();
    const gone = { path: 'Plans/gone.md', actor: 'Human' } as const;
    expect(await engine.operations.importPlan(gone)).toMatchObject({
      error: { code: 'note_missing' },
    });
  });
});

describe('a plan in another tool’s form', () => {
  test('is listed with the offer to adopt it, until it is', async () => {
    const { engine } = await withNote();
    expect(engine.view().alerts).toMatchObject([
      {
        kind: 'foreign',
        text: '“Plans/PLAN_invoice_client_a.md” is a plan in another tool’s format, with 4 steps.',
        path,
        offers: { do: 'adopt_plan', path },
      },
    ]);
    await engine.operations.importPlan({ path, actor: 'Human' });
    await quiet(engine);
    expect(offers(engine)).toEqual([]);
  });

  test('is not offered again after a restart', async () => {
    const { world, engine } = await withNote();
    await engine.operations.importPlan({ path, actor: 'Human' });
    await engine.stop();
    const again = await world.start();
    await quiet(again);
    expect(offers(again)).toEqual([]);
  });

  test.each([
    ['says that it is completed', note.replace('pending_approval', 'completed')],
    ['has all of its steps ticked', note.replaceAll('[ ]', '[x]')],
  ])('is not listed when it %s', async (_, text) => {
    const { world, engine } = await withNote(text);
    expect(engine.view().alerts).toEqual([]);
    world.vault.outside.write(path, note);
    await quiet(engine);
    expect(offers(engine)).toEqual([{ do: 'adopt_plan', path }]);
  });

  test('is listed no more when it is none any more', async () => {
    const { world, engine } = await withNote();
    world.vault.outside.write(path, '# Notes\n');
    await quiet(engine);
    expect(offers(engine)).toEqual([undefined]);
    world.vault.outside.write(path, note);
    await quiet(engine);
    expect(offers(engine)).toEqual([{ do: 'adopt_plan', path }]);
  });

  test('under an address as its source it is taken for adopted, too', async () => {
    const { engine } = await withNote();
    await engine.operations.importPlan({ path, sourceLink: path, actor: 'Human' });
    await quiet(engine);
    expect(offers(engine)).toEqual([]);
  });
});
