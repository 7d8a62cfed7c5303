import { expect, test } from 'vitest';
import { quiet } from '../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  edit,
  idOf,
  inApproved,
  move,
  standalone,
  type Bench,
} from '../../../support/engine/gate-bench.js';
import { withoutPreparation } from '../../../support/engine/newcomer.js';

const plan = 'Plans/PLAN-2026-001.md';
const rejected = (path: string) => path.replace('Pending_Approval/', 'Rejected/');
const waits = /is approved and waiting for step 1/;
const untilRun = 'It runs automatically once the request of that step is approved and has run.';
const findOut = 'Find out whether step 1 happened. If it did, tick it.';

/** Somebody writes a second request for the step of one that lies there. */
async function writeAnother({ world, engine }: Bench, text: string): Promise<void> {
  const another = withoutPreparation(text).replace(/request_id: .*/, 'request_id: another');
  world.vault.outside.write('Pending_Approval/another.md', another);
  await quiet(engine);
}

type Arrange = (bench: Bench, first: string, text: string) => Promise<unknown>;

test.each<[string, Arrange, RegExp, string]>([
  [
    'has no request waits for it',
    async ({ world, engine }, first) => {
      world.vault.outside.remove(first);
      await quiet(engine);
    },
    waits,
    untilRun,
  ],
  [
    'has only rejected requests is said to wait for that',
    (bench, first) => move(bench, first, rejected(first)),
    /waits for step 1, which was rejected/,
    'Draft its request again, skip the step or cancel its plan first.',
  ],
  [
    'was rejected and drafted anew waits for it',
    async (bench, first, text) => {
      await move(bench, first, rejected(first));
      await writeAnother(bench, text);
    },
    waits,
    untilRun,
  ],
  [
    'was rejected, and needs no approval any more, waits for it',
    async (bench, first) => {
      await move(bench, first, rejected(first));
      await edit(bench, plan, (text) => text.replace('✋ Send the invoice', 'Send the invoice'));
    },
    waits,
    'It runs automatically once you or an agent ticks that step.',
  ],
  [
    'waits for itself is told so',
    (bench) => edit(bench, plan, (text) => text.replace('✋ Send the invoice', '$& (after 1)')),
    waits,
    'That step waits for itself, alone or through other steps. Take such an “(after …)” away.',
  ],
  [
    'may have been done is said to wait for that, whatever else asks for it',
    async (bench, first, text) => {
      bench.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
      await approve(bench, first);
      await writeAnother(bench, text);
    },
    /waits for step 1, whose outcome is unknown\.$/,
    findOut,
  ],
  [
    'may have been done is said to wait for that, also once the note that asks is gone',
    async (bench, first) => {
      bench.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
      await approve(bench, first);
      bench.world.vault.outside.remove(first);
      await quiet(bench.engine);
    },
    /waits for step 1, whose outcome is unknown\.$/,
    findOut,
  ],
  [
    'may have been done, as a note says that anybody can write, is said to wait for what it says',
    (bench, first) =>
      edit(bench, first, (text) => text.replace('status: pending', 'status: outcome_unknown')),
    /waits for step 1, whose outcome is unknown, as only the note of its request says\.$/,
    findOut,
  ],
])('what is approved after a step that %s', async (_what, arrange, says, advice) => {
  const bench = await createBench();
  await bench.engine.operations.initializePlan({
    objective: 'Send the invoice.',
    context: '',
    sourceLink: '[[Invoice]]',
    steps: [
      { text: 'Send the invoice', gated: true },
      { text: 'Send the reminder', gated: true },
    ],
    actor: 'Agent',
  });
  const ofStep = (step: number, title: string) =>
    standalone(bench, {
      ...{ planId: 'PLAN-2026-001', step, title },
      arguments: { to: 'client_a@example.com', subject: title },
    });
  const second = await ofStep(2, 'second');
  const first = await ofStep(1, 'first');
  await arrange(bench, first, bench.world.note(first));
  const before = bench.world.server.calls.length;
  await approve(bench, second);
  expect(bench.world.server.calls).toHaveLength(before);
  const alerts = alertsOf(bench, idOf(bench.world, inApproved(second)));
  expect(alerts).toMatchObject([{ text: expect.stringMatching(says) as string, advice }]);
});
