import { describe, expect, test } from 'vitest';
import type { CallReport } from '../../../src/core/request/call-report.js';
import { success } from '../../memory/memory-bridges.js';
import {
  alertsOf,
  edit,
  idOf,
  look,
  planned,
  rewrite,
  startEngine,
  type Bench,
} from '../gate/bench.js';
import { quiet } from '../world.js';
import {
  createPeopleBench,
  drag,
  onlyReview,
  press,
  restartPeople,
  type PeopleBench,
} from './people-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const gated = { planId: 'PLAN-2026-001', step: 's2' };
const mail = 'Send email to client_a@example.com';
const bob = 'Pay 9,000 to Bob';
const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };

const planText = ({ world }: Bench): string => world.note(plan);

/** Something writes another step above the mail's, and its id onto that one. */
const moveId = (text: string): string =>
  text.replace(/2\. \[(.)\] ✋ (.*) \^s2/, `2. [ ] ✋ ${bob} ^s2\n3. [$1] ✋ $2`);
const bobOpen = `2. [ ] ✋ ${bob} ^s2`;
/** Something writes another step behind the id. */
const replaceStep = (text: string): string => text.replace(`${mail} ^s2`, `${bob} ^s2`);
/** A person words it otherwise. */
const reword = (text: string): string => text.replace(`${mail} ^s2`, 'Mail the invoice ^s2');

/** A request for the mail's step, approved and kept from running; `go` lets it run. */
async function approvedBench(): Promise<{ bench: PeopleBench; go: () => Promise<void> }> {
  const bench = await createPeopleBench({ config: { paused: true } });
  await planned(bench);
  await approveShown(bench);
  const go = async (): Promise<void> => {
    bench.world.config = { ...bench.world.config, paused: false };
    await look(bench);
    expect(bench.world.server.calls).toHaveLength(1);
  };
  return { bench, go };
}

/** The person presses Approve on the card, with the step that it shows. */
async function approveShown(bench: PeopleBench) {
  const { requestId, shownDigest, step } = await onlyReview(bench);
  const approved = await bench.engine.people.approve({
    ...{ requestId, shownDigest, checked: [], gesture: press(bench) },
    ...(step ? { stepText: step.text } : {}),
  });
  expect(approved).toMatchObject({ ok: true });
  await quiet(bench.engine);
}

describe('the step that an action was prepared for is ticked', () => {
  test('when its id stands on another line by the time it is filed', async () => {
    const { bench, go } = await approvedBench();
    await edit(bench, plan, moveId);
    await go();
    expect(planText(bench)).toContain(`${bobOpen}\n3. [x] ✋ ${mail}\n`);
    expect(planText(bench)).toContain('Executed step 3');
  });

  test('also when a person approved it while the id stood there: the card says so', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    expect((await onlyReview(bench)).step).toEqual({
      ...{ position: 2, text: mail, shown: mail, before: null },
    });
    await edit(bench, plan, moveId);
    expect((await onlyReview(bench)).step).toEqual({
      ...{ position: 2, text: bob, shown: bob, before: mail },
    });
    await approveShown(bench);
    expect(planText(bench)).toContain(`${bobOpen}\n3. [x] ✋ ${mail}\n`);
  });

  test('under other words, when a person saw those on the card', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    await edit(bench, plan, reword);
    await approveShown(bench);
    expect(planText(bench)).toContain('2. [x] ✋ Mail the invoice ^s2');
  });

  test('under other words, when a person saw those and dragged the note', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    await edit(bench, plan, reword);
    const review = await onlyReview(bench);
    await drag(bench, review);
    await bench.world.clock.advance(10_000);
    await quiet(bench.engine);
    expect(planText(bench)).toContain('2. [x] ✋ Mail the invoice ^s2');
  });

  test('when a person says that it happened, and the id was moved during the call [GATE-3]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, moveId);
      return lost;
    };
    await approveShown(bench);
    const { requestId, shownDigest, doubt } = await onlyReview(bench);
    const attemptId = doubt?.attemptId ?? '';
    const answer = { requestId, attemptId, happened: true, shownDigest, gesture: press(bench) };
    expect(await bench.engine.people.confirmUnknown(answer)).toMatchObject({ ok: true });
    await quiet(bench.engine);
    expect(planText(bench)).toContain(`${bobOpen}\n3. [x] ✋ ${mail}\n`);
  });

  test('when a person did it themselves, and the id was moved before a restart told the plan [GATE-9]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    await bench.engine.stop();
    const hooks = {
      beforeWrite: (what: string) => {
        if (what.startsWith('move')) throw new Error('dead');
      },
    };
    bench.engine = await startEngine(bench.world, { signer: bench.signer }, hooks);
    await expect(bench.engine.people.doneByHand(gated)).rejects.toThrow('dead');
    bench.world.vault.watchers.clear();
    rewrite(bench.world, plan, moveId);
    bench.engine = await startEngine(bench.world, { signer: bench.signer });
    await quiet(bench.engine);
    expect(planText(bench)).toContain(`${bobOpen}\n3. [x] ✋ ${mail}\n`);
    expect(planText(bench)).toContain('Did it myself: step 3');
  });

  test('by its id alone, where the ledger is older and does not say how it read', async () => {
    const { bench, go } = await approvedBench();
    await bench.engine.stop();
    const { ledgerFile } = bench.world;
    ledgerFile.text = (ledgerFile.text ?? '').replaceAll(`"step_text":"${mail}"`, '"old":true');
    bench.engine = await startEngine(bench.world, { signer: bench.signer });
    await edit(bench, plan, replaceStep);
    await go();
    expect(planText(bench)).toContain(`2. [x] ✋ ${bob} ^s2`);
  });
});

describe('no step is ticked, and the plan says so', () => {
  test.each([
    ['another stands behind the id', replaceStep, `^s2 reads “${bob}” now`],
    [
      'two others read like it',
      (text: string) => moveId(text).replace('3. [ ] Log', `4. [ ] ✋ ${mail} ^s8\n3. [ ] Log`),
      `^s2 reads “${bob}” now`,
    ],
    [
      'the one that reads like it is ticked',
      (text: string) => moveId(text).replace('3. [ ] ✋', '3. [x] ✋'),
      `^s2 reads “${bob}” now`,
    ],
    [
      'what reads like it carries no ✋',
      (text: string) => moveId(text).replace('3. [ ] ✋', '3. [ ]'),
      `^s2 reads “${bob}” now`,
    ],
  ])('when %s by the time it is filed', async (_what, change, says) => {
    const { bench, go } = await approvedBench();
    await edit(bench, plan, change);
    const boxes = planText(bench).match(/\[x\]/g)?.length;
    await go();
    const text = planText(bench);
    expect(text.match(/\[x\]/g)?.length).toBe(boxes);
    expect(text).toContain('Executed step ^s2 — ');
    expect(text).toContain(`No step is ticked: ${says}, and read “${mail}” before.`);
    expect(text).toContain('status: Active');
    // Told once, and nothing is called again.
    await restartPeople(bench);
    await look(bench);
    expect(planText(bench)).toBe(text);
    expect(bench.world.server.calls).toHaveLength(1);
  });

  test('when it is taken away during the call', async () => {
    const { bench, go } = await approvedBench();
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, (text) => text.replace(/2\. \[ \] ✋.*\n/, ''));
      return success;
    };
    await go();
    expect(planText(bench)).toContain('No step is ticked: no step is ^s2 any more, and read');
  });

  test('when the step came only after its action had been prepared and approved', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const path = await planned(bench);
    await edit(bench, plan, (text) => text.replace(`${mail} ^s2`, mail));
    await edit(bench, path, (text) => text.replaceAll('client_a@', 'client_b@'));
    expect((await onlyReview(bench)).step).toBeNull();
    await approveShown(bench);
    await edit(bench, plan, (text) => text.replace('2. [ ]', `2. [ ] ✋ ${bob} ^s2\n3. [ ]`));
    bench.world.config = { ...bench.world.config, paused: false };
    await look(bench);
    expect(planText(bench)).not.toContain('[x] ✋');
  });
});

describe('what goes by a step that was moved', () => {
  test('is withdrawn when a person says of the step that they did it themselves [GATE-9]', async () => {
    const bench = await createPeopleBench();
    const id = idOf(bench.world, await planned(bench));
    await edit(bench, plan, moveId);
    const done = await bench.engine.people.doneByHand({ ...gated, step: 3, text: mail });
    expect(done).toMatchObject({ ok: true, value: { position: 3, withdrawn: [id] } });
    await quiet(bench.engine);
    expect(planText(bench)).toContain(`${bobOpen}\n3. [x] ✋ ${mail}\n`);
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
  });

  test('is told as ticked outside, also when the id is moved away from the tick', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await edit(bench, plan, (text) => text.replace('2. [ ] ✋', '2. [x] ✋'));
    await edit(bench, plan, moveId);
    // A copy of its note has it looked at again.
    bench.world.vault.outside.write(path, bench.world.note(bench.world.only('Archive')));
    await quiet(bench.engine);
    expect(alertsOf(bench, id)).toMatchObject([
      { kind: 'ticked_outside', text: expect.stringContaining('Step ^s2 of') as string },
    ]);
    expect(planText(bench)).toContain(bobOpen);
  });

  test('is not taken for opened again, nor a tick of the other step for ours', async () => {
    const { bench, go } = await approvedBench();
    await go();
    expect(planText(bench)).toContain(`2. [x] ✋ ${mail} ^s2`);
    await edit(bench, plan, moveId);
    expect(bench.world.records().map(({ audit }) => audit.event)).not.toContain('step_opened');
    const drafted = await bench.engine.operations.draftExternalAction({
      ...{ ...gated, actionType: 'email', targetRecipient: 'bob@example.com', title: 'Bob' },
      ...{ rationale: 'Due.', arguments: { to: 'bob@example.com', subject: 'Bob', text: 'Hi' } },
      actor: 'Agent',
    });
    if (!drafted.ok) throw new Error(drafted.error.message);
    await quiet(bench.engine);
    const id = idOf(bench.world, drafted.value.path);
    await edit(bench, plan, (text) => text.replace(`2. [ ] ✋ ${bob}`, `2. [x] ✋ ${bob}`));
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'ticked_outside' }]);
  });

  test('shows both words where its action was rejected, and skips only what it shows', async () => {
    const bench = await createPeopleBench();
    const id = idOf(bench.world, await planned(bench));
    await bench.engine.people.reject({ requestId: id, reason: '' });
    await edit(bench, plan, moveId);
    const [said] = alertsOf(bench, id);
    expect(said?.text).toContain(`The step: “${bob}”.`);
    expect(said?.text).toContain(`it read “${mail}”.`);
    expect(said?.step).toEqual({ planId: 'PLAN-2026-001', stepId: 's2', text: bob });
    rewrite(bench.world, plan, (text) => text.replace(bob, 'Pay 90,000 to Bob'));
    const skip = { ...gated, text: said?.step?.text ?? '', reason: 'Not needed' };
    expect(await bench.engine.people.skipStep(skip)).toMatchObject({
      error: { code: 'note_changed' },
    });
    expect(planText(bench)).not.toContain('[x] ✋');
  });
});

test('a request whose plan comes later is prepared again, with its step', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const [planNote, request] = [planText(bench), bench.world.note(path)];
  await bench.engine.stop();
  bench.world.vault.outside.remove(plan);
  bench.world.ledgerFile.text = null;
  bench.world.vault.outside.write(path, request.replace(/%% countersign .*%%\n/, ''));
  bench.engine = await startEngine(bench.world, { signer: bench.signer });
  await quiet(bench.engine);
  bench.world.vault.outside.write(plan, planNote);
  await quiet(bench.engine);
  const texts = bench.world
    .records()
    .flatMap((record) => (record.kind === 'completed' ? [record.step_text] : []));
  expect(texts).toEqual([null, mail]);
});
