import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../../../src/core/plan/parse-plan.js';
import type { InitializePlanInput } from '../../../../../src/engine/operations/new-plans/initialize-plan.js';
import { withNewcomer } from '../../../../support/engine/newcomer.js';
import {
  createWorld,
  everythingIn,
  invoiceMission,
  quiet,
  valueOf,
} from '../../../../support/engine/world.js';

function mission(changes: Partial<InitializePlanInput> = {}): InitializePlanInput {
  return { ...invoiceMission, ...changes };
}

describe('initializePlan', () => {
  test('writes a plan in the rigid schema, before anything is sent [FR-001] [FR-002] [FR-003] [R6.1]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const made = valueOf(await engine.operations.initializePlan(mission()));
    expect(made).toEqual({
      planId: 'PLAN-2026-001',
      path: 'Plans/PLAN-2026-001.md',
      resumed: false,
    });
    expect(world.note(made.path)).toBe(`---
task_id: PLAN-2026-001
source_link: "[[EMAIL_client-a-invoice]]"
created_date: 2026-02-21T10:30:00Z
priority: high
status: Active
aliases: ["Generate and send the January invoice to Client A for $1,500."]
---

# Objective
Generate and send the January invoice to Client A for $1,500.

## Context
Client A asked for the invoice by WhatsApp. The amount is on the rate card.

## Roadmap
1. [ ] Write the invoice
2. [ ] ✋ Send email to client_a@example.com ^s2
3. [ ] Log transaction in [[Current_Month]]

## Reasoning Logs
- [2026-02-21T10:30:00Z] Agent: Created plan — Complex work detected (keywords: invoice, client, send, email).
`);
    expect(world.server.calls).toEqual([]);
    expect(world.records().at(-1)?.audit).toMatchObject({
      actor: 'Agent',
      event: 'plan_created',
      plan_id: 'PLAN-2026-001',
    });
  });

  test('gates the steps whose words reach outside the vault, unless told otherwise', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const steps = [
      { text: 'Send the mail' },
      { text: 'Send the draft to the printer', gated: false },
      { text: 'Count the pages', gated: true, after: [1] },
    ];
    const { path } = valueOf(await engine.operations.initializePlan(mission({ steps })));
    expect(world.note(path)).toContain(`## Roadmap
1. [ ] ✋ Send the mail ^s1
2. [ ] Send the draft to the printer
3. [ ] ✋ Count the pages (after s1) ^s3
`);
  });

  test('gives fifty plans made at once fifty ids without a gap [FR-002]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        engine.operations.initializePlan(
          mission({ sourceLink: `[[item ${n}]]`, evenIfSimilar: true }),
        ),
      ),
    );
    const ids = made.map((result) => valueOf(result).planId);
    expect(new Set(ids).size).toBe(50);
    expect([...ids].sort().at(-1)).toBe('PLAN-2026-050');
    for (const path of world.paths('Plans'))
      expect(parsePlan(world.note(path), path).plan).not.toBeNull();
  });

  test.each([
    ['a plan that is being worked', 'Plans/PLAN-2026-007.md'],
    ['a finished plan', 'Done/Plans/PLAN-2026-007.md'],
    ['an archived plan', 'Archive/PLAN-2026-007.md'],
    ['a plan that cannot be read', 'Plans/renamed.md'],
  ])('goes on counting above %s', async (_what, path) => {
    const world = await createWorld();
    world.vault.outside.write(path, '---\ntask_id: PLAN-2026-007\nstatus: [\n---\n');
    const engine = await world.start();
    expect(valueOf(await engine.operations.initializePlan(mission())).planId).toBe('PLAN-2026-008');
  });

  test('passes over a number that another device took a moment ago', async () => {
    const world = await createWorld();
    const engine = await world.start();
    world.vault.entries.set('Plans/PLAN-2026-001.md', {
      kind: 'file',
      bytes: new TextEncoder().encode('# Theirs\n'),
      mtimeMs: 0,
    });
    expect(valueOf(await engine.operations.initializePlan(mission())).planId).toBe('PLAN-2026-002');
    expect(world.note('Plans/PLAN-2026-001.md')).toBe('# Theirs\n');
  });

  test.each([
    ['the same link', '[[EMAIL_client-a-invoice]]'],
    ['the link with a folder and an alias', '[[Inbox/EMAIL_client-a-invoice.md|the mail]]'],
    ['the link in another case', '[[email_CLIENT-A-invoice]]'],
    ['the path of the note', 'Inbox/EMAIL_client-a-invoice.md'],
  ])(
    'resumes the plan that was made from %s instead of a second one [US1.3]',
    async (_what, sourceLink) => {
      const world = await createWorld();
      world.vault.outside.write('Inbox/EMAIL_client-a-invoice.md', 'Send the invoice.\n');
      const engine = await world.start();
      await engine.operations.initializePlan(mission());
      await quiet(engine);
      const before = everythingIn(world);
      const again = valueOf(await engine.operations.initializePlan(mission({ sourceLink })));
      expect(again).toEqual({
        planId: 'PLAN-2026-001',
        path: 'Plans/PLAN-2026-001.md',
        resumed: true,
      });
      expect(everythingIn(world)).toEqual(before);
    },
  );

  test('makes one plan from one source, however many ask at once [US1.3]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const made = await Promise.all(
      Array.from({ length: 5 }, () => engine.operations.initializePlan(mission())),
    );
    expect(made.map((result) => valueOf(result).resumed)).toEqual([false, true, true, true, true]);
    expect(world.paths('Plans')).toEqual(['Plans/PLAN-2026-001.md']);
  });

  test('makes a new plan from a source whose plan is finished', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const steps = [{ text: 'Look', gated: false }];
    await engine.operations.initializePlan(mission({ steps }));
    await engine.operations.updatePlanStep({
      planId: 'PLAN-2026-001',
      step: 1,
      rationale: 'Looked',
      actor: 'Agent',
    });
    await quiet(engine);
    const again = valueOf(await engine.operations.initializePlan(mission({ steps })));
    expect(again).toMatchObject({ planId: 'PLAN-2026-002', resumed: false });
  });

  test.each<[string, Partial<InitializePlanInput>, string]>([
    ['an empty objective', { objective: '  ' }, '`objective` is missing or empty.'],
    ['no source', { sourceLink: '' }, '`sourceLink` is missing or empty.'],
    ['no steps', { steps: [] }, 'A plan needs at least one step.'],
    [
      'a step without words',
      { steps: [{ text: 'a' }, { text: '' }] },
      '`steps[1].text` is missing or empty.',
    ],
    [
      'a step after one that does not exist',
      { steps: [{ text: 'a', after: [2] }] },
      'Step 1 waits for step 2, which it cannot.',
    ],
    [
      'a step after itself',
      { steps: [{ text: 'a', after: [1] }] },
      'Step 1 waits for step 1, which it cannot.',
    ],
    [
      'too many steps',
      { steps: Array.from({ length: 10_001 }, () => ({ text: 'a' })) },
      'A plan has at most 10000 steps.',
    ],
  ])('refuses %s and writes nothing', async (_what, changes, message) => {
    const world = await createWorld();
    const engine = await world.start();
    const before = everythingIn(world);
    const result = await engine.operations.initializePlan(mission(changes));
    expect(result).toMatchObject({ error: { code: 'input_invalid', message } });
    expect(everythingIn(world)).toEqual(before);
  });
});

test('a number is not given again after a restart, though its note is gone: it may be brought back', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const { path } = valueOf(await engine.operations.initializePlan(mission()));
  world.vault.outside.remove(path);
  await quiet(engine);
  await engine.stop();
  const next = await world.start();
  const other = mission({ sourceLink: '[[another-item]]', evenIfSimilar: true });
  const made = valueOf(await next.operations.initializePlan(other));
  expect(made.planId).toBe('PLAN-2026-002');
});

describe('the handbook', () => {
  const text = '# Handbook\n\n## Triage\n- Low: Client A\n- High: %%\n';

  test('sets the priority of a new plan, whose first entry says so, and is never written', async () => {
    const world = await createWorld();
    world.vault.outside.write('Company_Handbook.md', text);
    const engine = await world.start();
    const { path } = valueOf(await engine.operations.initializePlan(mission()));
    expect(world.note(path)).toContain('\npriority: low\n');
    expect(world.note(path)).toContain(
      'Agent: Created plan — Complex work detected (keywords: invoice, client, send, email); priority low as line 4 of Company_Handbook.md says of “Client A”.\n',
    );
    expect(world.note('Company_Handbook.md')).toBe(text);
  });

  test('puts no link and no markup of its words into the log', async () => {
    const world = await createWorld();
    world.vault.outside.write('Company_Handbook.md', '# Triage\n- Low: <i>the [[Rates]]\n');
    const engine = await world.start();
    const context = 'As in <i>the [[Rates]].';
    const { path } = valueOf(await engine.operations.initializePlan(mission({ context })));
    expect(world.note(path)).toContain(' says of “‹i>the Rates”.\n');
  });

  test('gives way to a priority that was asked for', async () => {
    const world = await createWorld();
    world.vault.outside.write('Company_Handbook.md', text);
    const engine = await world.start();
    const { path } = valueOf(await engine.operations.initializePlan(mission({ priority: 'high' })));
    expect(world.note(path)).toContain('\npriority: high\n');
    expect(world.note(path)).not.toContain('Handbook');
  });
});

test('two computers that begin plans between two syncs give them two numbers', async () => {
  const { first, other, sync } = await withNewcomer();
  const begin = async ({ engine }: typeof first, changes: Partial<InitializePlanInput>) =>
    valueOf(await engine.operations.initializePlan(mission(changes))).planId;
  const boat = { sourceLink: 'boat', objective: 'Buy a boat', context: 'A boat is for sale.' };
  expect(await begin(first, {})).toBe('PLAN-2026-001');
  expect(await begin(other, boat)).toMatch(/^PLAN-2026-9\d{5}$/);
  await sync('other');
  await quiet(first.engine);
  const tent = { sourceLink: 'tent', objective: 'Rent a tent', context: 'The fair begins.' };
  expect(await begin(first, tent)).toBe('PLAN-2026-002');
});
