import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parsePlan } from '../../../src/core/plan/parse-plan.js';
import { createWorld, quiet, valueOf, type World } from '../../support/engine/world.js';

const golden = join(import.meta.dirname, '../../support/golden/mission');
const isRewritten = process.env['REWRITE_GOLDEN'] === '1';
const minute = 60_000;

const item = 'Needs_Action/EMAIL_client-a-invoice.md';
const brief = `---
type: email
from: client_a@example.com
priority: high
---
Please send the January invoice over $1,500 to Client A, then log the transaction.
`;
const planId = 'PLAN-2026-001';
const archived = `Done/Plans/${planId}.md`;
const actor = 'Agent' as const;

/** All notes of the vault, by path. */
function notesOf(world: World): Record<string, string> {
  return Object.fromEntries(world.paths('').map((path) => [path, world.note(path)]));
}

/** The vault at a stage as it is kept in `test/support/golden/mission`. */
function goldenAt(stage: string): Record<string, string> {
  const folder = join(golden, stage);
  const paths = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  const notes = paths
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.replaceAll('\\', '/'));
  return Object.fromEntries(notes.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** After a wanted change of wording: `REWRITE_GOLDEN=1`, then read what changed. */
function rewriteGolden(stage: string, notes: Record<string, string>): void {
  rmSync(join(golden, stage), { recursive: true, force: true });
  for (const [path, text] of Object.entries(notes)) {
    const file = join(golden, stage, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** From item to archive; after each stage, `look` sees the vault. */
async function playMission(look: (stage: string, world: World) => void): Promise<World> {
  const world = await createWorld();
  const engine = await world.start();
  const { operations } = engine;
  const expectStage = async (stage: string): Promise<void> => {
    await quiet(engine);
    await world.clock.advance(minute);
    await quiet(engine);
    look(stage, world);
  };
  const complete = async (step: number, rationale: string): Promise<void> => {
    valueOf(await operations.updatePlanStep({ planId, step, rationale, actor }));
    await world.clock.advance(4 * minute);
  };

  world.vault.outside.write(item, brief);
  await expectStage('1-arrived');

  const { evaluation } = valueOf(await operations.evaluateBrief({ path: item }));
  expect(evaluation.complex).toBe(true);
  const started = await operations.startPlan({
    path: item,
    objective: 'Generate and send the January invoice to Client A for $1,500.',
    steps: [
      { text: 'Identify client: Client A (client_a@example.com)' },
      { text: 'Calculate amount: $1,500 from [[Rates]]' },
      { text: 'Write the invoice' },
      { text: 'Send email to client_a@example.com' },
      { text: 'Log transaction in [[Current_Month]]' },
    ],
    actor,
  });
  expect(valueOf(started)).toMatchObject({ kind: 'plan', planId, resumed: false });
  await expectStage('2-planned');

  await complete(1, 'Client found in contacts');
  await complete(2, 'The rate card has $1,500 a month');
  await complete(3, 'Invoices/2026-01_Client_A.md, checked against the rate card');
  await expectStage('3-worked');

  const drafted = valueOf(
    await operations.draftExternalAction({
      planId,
      step: 's4',
      actionType: 'email',
      targetRecipient: 'client_a@example.com',
      title: 'Client A January invoice',
      rationale: 'Step 4 of PLAN-2026-001: the invoice is ready and Client A asked for it.',
      context: 'Client A asked for the invoice by email. The amount is on the rate card.',
      arguments: {
        to: 'client_a@example.com',
        subject: 'January 2026 invoice',
        text: 'Dear Client A,\nplease find the invoice over $1,500 below.\n',
      },
      actor,
    }),
  );
  await expectStage('4-blocked');
  expect(world.server.calls).toEqual([]);

  await world.clock.advance(15 * minute);
  world.vault.outside.move(drafted.path, drafted.path.replace('Pending_Approval/', 'Approved/'));
  await expectStage('5-executed');
  expect(world.server.calls).toHaveLength(1);

  await complete(5, 'Entered under today with the amount and the invoice number');
  await expectStage('6-archived');
  await engine.stop();
  return world;
}

test('the invoice for Client A, from item to archive, byte for byte [SEED-3] [SC-006]', async () => {
  const world = await playMission((stage, now) => {
    const notes = notesOf(now);
    if (isRewritten) rewriteGolden(stage, notes);
    expect(notes).toEqual(goldenAt(stage));
  });
  const { log = [] } = parsePlan(world.note(archived), archived).plan ?? {};
  expect(log.filter(({ at, rationale }) => !at || !rationale)).toEqual([]);
  const told = new Set(log.map(({ at }) => at));
  // The stages of its item are no decisions about the plan.
  const decisions = world
    .records()
    .filter(({ audit }) => audit.plan_id === planId && audit.event !== 'task_passed');
  expect(decisions.length).toBeGreaterThanOrEqual(log.length);
  for (const { audit } of decisions) expect(told).toContain(`${audit.at.slice(0, 19)}Z`);
});

test('the finished plan note alone says of each step why it was done, and of each wait for what and why [SC-008]', async () => {
  const world = await playMission(() => undefined);
  const { plan } = parsePlan(world.note(archived), archived);
  const entriesOf = (word: RegExp): readonly string[] =>
    (plan?.log ?? []).filter(({ action }) => word.test(action)).map(({ rationale }) => rationale);
  expect(plan?.steps).toHaveLength(5);
  for (const { position, gated } of plan?.steps ?? []) {
    const ended = new RegExp(`^(?:Marked|Executed) step ${position}\\b`);
    expect(entriesOf(ended).map((why) => why.length > 10)).toEqual([true]);
    const waits = entriesOf(new RegExp(`^Blocked at step ${position}\\b`));
    expect(waits).toHaveLength(gated ? 1 : 0);
    for (const why of waits) {
      expect(why).toMatch(
        /^Awaiting Human Approval: \S+_email_\S+ since \S+Z\. The note says: “email to client_a@example\.com”\. A step with ✋ reaches/,
      );
    }
    const approvals = entriesOf(new RegExp(`^Approval received for step ${position}\\b`));
    expect(approvals).toHaveLength(gated ? 1 : 0);
  }
  expect(entriesOf(/^Created plan$/)[0]).toMatch(/^Complex work detected \(keywords: /);
  expect(entriesOf(/^Completed plan$/)).toEqual(['All 5 steps are done.']);
});
