import { expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/engine.js';
import { invoiceMail, moveToApproved, quiet, valueOf, type World } from '../world.js';
import { planPath, requestId, start } from './one-request.js';

const added = {
  planId: 'PLAN-2026-001',
  text: 'Send a reminder',
  behind: 1,
  rationale: 'It was forgotten',
  actor: 'Agent' as const,
};
const askedFor = '2. [ ] ✋ Send email to client_a@example.com ^s2\n';
const writtenByHand = '2. [ ] ✋ Send a reminder\n';

async function rewrite(world: World, engine: Engine, from: string, to: string): Promise<void> {
  const note = world.note(planPath);
  expect(note).toContain(from);
  world.vault.outside.write(planPath, note.replace(from, to));
  await quiet(engine);
}

test('what was asked for a step that was taken out keeps no other step waiting that is added', async () => {
  const { world, engine } = await start();
  await rewrite(world, engine, askedFor, '');
  valueOf(await engine.operations.addPlanStep(added));
  await quiet(engine);
  expect(world.note(planPath)).toContain('\n2. [ ] ✋ Send a reminder ^s3\n');
  expect(world.note(planPath)).toContain('status: Active\n');
});

test('nor one that an action is drafted for', async () => {
  const { world, engine } = await start();
  await rewrite(world, engine, askedFor, writtenByHand);
  const mail = { ...invoiceMail, step: 2, title: 'Reminder', arguments: { to: 'b@example.com' } };
  const drafted = valueOf(await engine.operations.draftExternalAction(mail));
  expect(world.note(planPath)).toContain('\n2. [ ] ✋ Send a reminder ^s3\n');
  expect(world.note(drafted.path)).toContain('\nstep_id: s3\n');
});

test('what was done for a step that was taken out is not asked about for another, after a restart neither', async () => {
  const { world, engine, path } = await start();
  await moveToApproved(world, engine, path);
  await engine.stop();
  expect(world.server.calls).toHaveLength(1);
  const again = await world.start();
  await rewrite(world, again, askedFor.replace('[ ]', '[x]'), '');
  valueOf(await again.operations.addPlanStep(added));
  expect(world.note(planPath)).toContain('\n2. [ ] ✋ Send a reminder ^s3\n');
});

test('a step whose block id was lost still has its request, and gets the id back with the next', async () => {
  const { world, engine } = await start();
  await rewrite(world, engine, ' ^s2\n', '\n');
  const drafted = await engine.operations.draftExternalAction({ ...invoiceMail, step: 2 });
  expect(drafted).toMatchObject({ error: { code: 'request_duplicate' } });
  const instead = { ...invoiceMail, step: 2, supersedes: requestId };
  valueOf(await engine.operations.draftExternalAction(instead));
  expect(world.note(planPath)).toContain(askedFor);
});
