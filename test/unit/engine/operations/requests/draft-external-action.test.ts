import { describe, expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import type { DraftExternalActionInput } from '../../../../../src/engine/operations/requests/draft-external-action.js';
import {
  createWorld,
  everythingIn,
  invoiceMail,
  quiet,
  valueOf,
} from '../../../../support/engine/world.js';

const planPath = 'Plans/PLAN-2026-001.md';
const requestPath = 'Pending_Approval/2026-02-21T10-30-00Z_email_client-a-january-invoice.md';

function plan(status = 'Active'): string {
  return `---
task_id: PLAN-2026-001
source_link: "[[mail]]"
created_date: 2026-02-21T10:30:00Z
priority: low
status: ${status}
---

# Objective
Tell the client.

## Roadmap
1. [x] Write
2. [ ] ✋ Send email to client_a@example.com ^s2
3. [ ] Log it
4. [x] ✋ Post it ^s4
- [ ] ✋ Call them

## Reasoning Logs
`;
}

async function start(status?: string) {
  const world = await createWorld();
  world.vault.outside.write(planPath, plan(status));
  return { world, engine: await world.start() };
}

describe('draftExternalAction', () => {
  test('writes the request with target, reason, step and full draft, tells the plan, and sends nothing [US3.1] [FR-007] [FR-008] [FR-009] [FR-020] [R3.1] [R6.5] [SC-003]', async () => {
    const { world, engine } = await start();
    const drafted = valueOf(
      await engine.operations.draftExternalAction({
        ...invoiceMail,
        context: 'The invoice is in [[Invoice 7]].',
        expires: '2026-02-28T00:00:00Z',
      }),
    );
    expect(drafted).toEqual({
      requestId: '2026-02-21T10-30-00Z_email_client-a-january-invoice',
      path: requestPath,
    });
    expect(world.note(requestPath)).toBe(`---
type: approval_request
request_id: 2026-02-21T10-30-00Z_email_client-a-january-invoice
action_type: email
target_recipient: client_a@example.com
approval_required_by: human
plan_id: PLAN-2026-001
step_id: s2
rationale: "Step 2 of PLAN-2026-001: the invoice is ready and Client A asked for it."
created_date: 2026-02-21T10:30:00Z
expires: "2026-02-28T00:00:00Z"
status: pending
aliases: ["Email to client_a@example.com: January 2026 invoice"]
---
> [!todo] Waiting for you
> To run the action below, press Approve in Countersign, or read its card and drag this note to \`Approved/\` in Obsidian. Any other move there only asks you, unless moves are trusted. To deny it, move this note to \`Rejected/\`.
> Plan: [[PLAN-2026-001#^s2|PLAN-2026-001, step 2]]

\`\`\`countersign-action
bridge: email
tool: send_email
arguments:
  to: client_a@example.com
  subject: January 2026 invoice
  text: |-
    Dear Client A,
    please find the invoice below.
\`\`\`

## Context
The invoice is in [[Invoice 7]].
`);
    expect(world.note(planPath)).toBe(
      `${plan()}- [2026-02-21T10:30:00Z] Agent: Drafted email for step 2 — Step 2 of PLAN-2026-001: the invoice is ready and Client A asked for it (request 2026-02-21T10-30-00Z_email_client-a-january-invoice).\n`,
    );
    await quiet(engine);
    await world.clock.advance(60_000);
    expect(world.server.calls).toEqual([]);
  });

  test('gives a step without a block id one, in the same write', async () => {
    const { world, engine } = await start();
    valueOf(await engine.operations.draftExternalAction({ ...invoiceMail, step: 5 }));
    expect(world.note(planPath)).toContain('- [ ] ✋ Call them ^s5\n');
    expect(world.note(requestPath)).toContain('step_id: s5\n');
    await quiet(engine);
    expect(world.note(planPath)).toContain('status: Blocked');
  });

  test('names requests apart that are drafted in one second', async () => {
    const { world, engine } = await start();
    const { planId: _plan, step: _step, ...standalone } = invoiceMail;
    const drafted = await Promise.all(
      [1, 2, 3].map(() => engine.operations.draftExternalAction(standalone)),
    );
    const name = '2026-02-21T10-30-00Z_email_client-a-january-invoice';
    expect(drafted.map((result) => valueOf(result).requestId)).toEqual([
      name,
      `${name}-2`,
      `${name}-3`,
    ]);
    expect(world.paths('Pending_Approval')).toHaveLength(3);
  });

  const { planId: _, step: __, ...noPlan } = invoiceMail;
  test.each([
    ['for no plan', noPlan, noPlan],
    ['for another step', invoiceMail, { ...invoiceMail, step: 5 }],
    ['by somebody else', invoiceMail, { ...invoiceMail, actor: 'Human' as const }],
  ])('gives an id to nothing else %s while its note is away', async (_what, first, second) => {
    const { world, engine } = await start();
    // So it is not prepared: only the draft is in the ledger.
    world.server.reachable = false;
    const { requestId, path } = valueOf(await engine.operations.draftExternalAction(first));
    await quiet(engine);
    world.vault.outside.remove(path);
    await quiet(engine);
    const other = valueOf(await engine.operations.draftExternalAction(second));
    expect(other.requestId).toBe(`${requestId}-2`);
    await quiet(engine);
  });

  test.each([
    [
      'a title with emoji and other letters',
      { title: '🎉 Größe: Счёт / №7' },
      '_email_grosse-no7.md',
    ],
    ['a title of nothing a file may be called', { title: '🎉' }, '_email_note.md'],
    [
      'a type of two words',
      { actionType: 'social_post', bridge: 'email', tool: 'x' },
      '_social_post_client-a-january-invoice.md',
    ],
    ['a path for a title', { title: '../../../etc/passwd' }, '_email_etc-passwd.md'],
  ])('makes a file name without a colon from %s [FR-008]', async (_what, changes, end) => {
    const { world, engine } = await start();
    const drafted = valueOf(
      await engine.operations.draftExternalAction({ ...invoiceMail, ...changes }),
    );
    expect(drafted.path).toBe(`Pending_Approval/2026-02-21T10-30-00Z${end}`);
    expect(drafted.path).toMatch(/^[\x20-\x7e]{1,137}$/);
    expect(world.note(drafted.path)).toContain(`request_id: ${drafted.requestId}`);
  });

  test('takes bridge, tool and first arguments from the route of the type', async () => {
    const { world, engine } = await start();
    const route = { actionType: 'payment', bridge: 'email', tool: 'pay', budgetPerHour: null };
    world.config = {
      ...world.config,
      routes: [{ ...route, success: null, arguments: { from: 'DE01', to: 'nobody' } }],
    };
    const { path } = valueOf(
      await engine.operations.draftExternalAction({
        ...invoiceMail,
        actionType: 'payment',
        arguments: { to: 'DE02', amount: 1500 },
      }),
    );
    expect(world.note(path)).toContain(
      'bridge: email\ntool: pay\narguments:\n  from: DE01\n  to: DE02\n  amount: 1500\n',
    );
  });

  test.each<[string, Partial<DraftExternalActionInput>, object]>([
    ['no target', { targetRecipient: ' ' }, { code: 'input_invalid' }],
    ['no reason', { rationale: '' }, { code: 'input_invalid' }],
    [
      'a type without a route',
      { actionType: 'payment' },
      {
        code: 'route_missing',
        message: 'There is no route for actions of type payment.',
        advice: expect.stringContaining(
          '`countersign bridge import FILE --route payment=ALIAS.TOOL`',
        ) as string,
      },
    ],
    [
      'a type that would be more than one word of a command',
      { actionType: 'x`; rm y' },
      { code: 'route_missing', advice: expect.stringContaining('--route TYPE=ALIAS') as string },
    ],
    ['an unknown plan', { planId: 'PLAN-2026-002' }, { code: 'plan_missing' }],
    ['a step that does not exist', { step: 's7' }, { code: 'step_missing', path: planPath }],
    ['a step without ✋', { step: 3 }, { code: 'step_not_gated', path: planPath, line: 15 }],
    ['a step that is done', { step: 's4' }, { code: 'step_done', path: planPath, line: 16 }],
    [
      'arguments that no note can hold',
      { arguments: JSON.parse('{"__proto__":1}') as Record<string, never> },
      { code: 'input_invalid' },
    ],
  ])('refuses %s and writes nothing', async (_what, changes, error) => {
    const { world, engine } = await start();
    const before = everythingIn(world);
    const result = await engine.operations.draftExternalAction({ ...invoiceMail, ...changes });
    expect(result).toMatchObject({ error });
    expect(everythingIn(world)).toEqual(before);
  });

  test.each(['planId', 'step'] as const)('refuses a draft with only %s', async (only) => {
    const { world, engine } = await start();
    const { planId: _planId, step: _step, ...rest } = invoiceMail;
    const before = everythingIn(world);
    const result = await engine.operations.draftExternalAction({
      ...rest,
      [only]: invoiceMail[only],
    });
    expect(result).toMatchObject({ error: { code: 'input_invalid' } });
    expect(everythingIn(world)).toEqual(before);
  });

  test('refuses a plan that is a draft, and says how it is started', async () => {
    const { world, engine } = await start('Draft');
    const before = everythingIn(world);
    expect(await engine.operations.draftExternalAction(invoiceMail)).toMatchObject({
      error: { code: 'plan_not_started', path: planPath },
    });
    expect(everythingIn(world)).toEqual(before);
  });

  test('refuses a second request for a step, also when both are drafted at once', async () => {
    const { world, engine } = await start();
    const results = await Promise.all([
      engine.operations.draftExternalAction(invoiceMail),
      engine.operations.draftExternalAction({ ...invoiceMail, title: 'Another' }),
    ]);
    expect(results).toMatchObject([
      { ok: true },
      { error: { code: 'request_duplicate', path: requestPath } },
    ]);
    await quiet(engine);
    const before = everythingIn(world);
    expect(await engine.operations.draftExternalAction(invoiceMail)).toMatchObject({
      error: { code: 'request_duplicate', path: requestPath },
    });
    expect(everythingIn(world)).toEqual(before);
  });

  test('refuses without a route while the safety settings cannot be read', async () => {
    const { world, engine } = await start();
    const { error } = fail('device_state_invalid', 'The file is damaged.', 'Repair it.');
    world.config = error as never;
    expect(await engine.operations.draftExternalAction(invoiceMail)).toMatchObject({
      error: { code: 'device_state_invalid' },
    });
  });
});
