import { expect, test } from 'vitest';
import type { Engine } from '../../../../src/engine/engine.js';
import {
  createWorld,
  invoiceMail,
  invoiceMission,
  moveToApproved,
  quiet,
  valueOf,
  type World,
} from '../../../support/engine/world.js';
import { lost } from '../../../support/engine/questions.js';
import { planPath, requestId, start } from './requests/one-request.js';

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

const other = '2. [ ] ✋ Mail the invoice to Client A\n';
const mailAgain = {
  ...invoiceMail,
  step: 2,
  title: 'again',
  arguments: { ...invoiceMail.arguments, subject: 'The invoice' },
};

test('a step that was worded anew, without its block id, is still asked about: it may have happened [GATE-3]', async () => {
  const { world, engine, path } = await start();
  world.server.answer = () => lost;
  await moveToApproved(world, engine, path);
  await rewrite(world, engine, askedFor, other);
  const byAgent = await engine.operations.draftExternalAction(mailAgain);
  expect(byAgent).toMatchObject({ error: { code: 'request_duplicate' } });
  expect(world.note(planPath)).toContain(other);
});

test('what was executed under the block id of its place is told on the card of the next action [GATE-3]', async () => {
  const { world, engine, path } = await start();
  await moveToApproved(world, engine, path);
  await rewrite(world, engine, askedFor.replace('[ ]', '[x]'), other);
  valueOf(await engine.operations.draftExternalAction(mailAgain));
  await quiet(engine);
  const [review] = await engine.reviews(10);
  expect(review?.attempts).toMatchObject([{ id: requestId, outcome: 'executed' }]);
});

test.each([
  [
    'a step, in upper case',
    (note: string) =>
      note
        .replace('^s2', '^S2')
        .replace('3. [ ] Log', '3. [ ] ✋ Send email to client_a@example.com\n4. [ ] Log'),
    3,
  ],
  [
    'another section',
    (note: string) =>
      note.replace(' ^s2', '').replace('## Reasoning', '## Ideas\nSend it ^s2\n\n## Reasoning'),
    2,
  ],
] as const)('a block id that %s has is given to no step', async (_where, change, step) => {
  const { world, engine } = await start();
  world.vault.outside.write(planPath, change(world.note(planPath)));
  await quiet(engine);
  const mail = { ...invoiceMail, step, supersedes: requestId };
  valueOf(await engine.operations.draftExternalAction(mail));
  expect(world.note(planPath).match(/\^s2(?!\d)/giu)).toHaveLength(1);
  await quiet(engine);
  expect(engine.view().missions).toHaveLength(1);
});

test('of two steps of the same words that lost their ids, each gets back the one of its request', async () => {
  const { world, engine } = await start();
  await rewrite(
    world,
    engine,
    '3. [ ] Log',
    `${askedFor.replace('2.', '3.').replace('s2', 's9')}4. [ ] Log`,
  );
  const second = { ...mailAgain, step: 's9' };
  const { requestId: ninth } = valueOf(await engine.operations.draftExternalAction(second));
  await quiet(engine);
  await rewrite(world, engine, ' ^s2\n', '\n');
  await rewrite(world, engine, ' ^s9\n', '\n');
  const instead = { ...mailAgain, step: 3, title: 'third', supersedes: ninth };
  valueOf(await engine.operations.draftExternalAction(instead));
  expect(world.note(planPath)).toContain('3. [ ] ✋ Send email to client_a@example.com ^s9\n');
});

test('what was rejected keeps no step waiting that lost its id, and it gets that back', async () => {
  const { world, engine, path } = await start();
  world.vault.outside.move(path, path.replace('Pending_Approval', 'Rejected'));
  await quiet(engine);
  await rewrite(world, engine, ' ^s2\n', '\n');
  valueOf(await engine.operations.draftExternalAction({ ...mailAgain, step: 2 }));
  expect(world.note(planPath)).toContain(askedFor);
});

test('what waits and could not be prepared yet keeps its block id, too', async () => {
  const world = await createWorld();
  const engine = await world.start();
  await engine.operations.initializePlan(invoiceMission);
  const mail = { ...invoiceMail, bridge: 'nowhere', tool: 'send_email' };
  valueOf(await engine.operations.draftExternalAction(mail));
  await quiet(engine);
  await rewrite(world, engine, askedFor, '');
  valueOf(await engine.operations.addPlanStep(added));
  expect(world.note(planPath)).toContain('\n2. [ ] ✋ Send a reminder ^s3\n');
});
