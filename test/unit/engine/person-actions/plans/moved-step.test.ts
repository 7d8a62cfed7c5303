import { describe, expect, test } from 'vitest';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  alertsOf,
  edit,
  idOf,
  look,
  planned,
  rewrite,
  startEngine,
  type Bench,
} from '../../../../support/engine/gate-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  drag,
  onlyReview,
  press,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';
import { setAside } from '../../../../support/engine/earlier-ledger.js';

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

/** A request for the mail's step, approved and kept from running; `go` lets it run, and somebody changes the plan during its call. */
async function approvedBench() {
  const bench = await createPeopleBench({ config: { paused: true } });
  const id = idOf(bench.world, await planned(bench));
  await approveShown(bench);
  const go = async (change?: (text: string) => string): Promise<void> => {
    if (change) {
      bench.world.server.answer = () => {
        rewrite(bench.world, plan, change);
        return success;
      };
    }
    bench.world.config = { ...bench.world.config, paused: false };
    await look(bench);
    expect(bench.world.server.calls).toHaveLength(1);
  };
  return { bench, go, id };
}

/** A request that asks whether the mail happened; during its call somebody changed the plan. */
async function inDoubt(change: (text: string) => string): Promise<PeopleBench> {
  const bench = await createPeopleBench();
  await planned(bench);
  bench.world.server.answer = () => {
    rewrite(bench.world, plan, change);
    return lost;
  };
  await approveShown(bench);
  return bench;
}

/** The person presses “It happened” on the card. */
async function sayHappened(bench: PeopleBench, shown: { readonly stepText?: string }) {
  const { requestId, shownDigest, unknownOutcome } = await onlyReview(bench);
  const attemptId = unknownOutcome?.attemptId ?? '';
  const answer = { requestId, attemptId, happened: true, shownDigest, gesture: press(bench) };
  const said = await bench.engine.personActions.confirmUnknown({ ...answer, ...shown });
  expect(said).toMatchObject({ ok: true });
  await quiet(bench.engine);
}

/** The person presses Approve on the card, with the step that it shows. */
async function approveShown(bench: PeopleBench) {
  const { requestId, shownDigest, step } = await onlyReview(bench);
  const approved = await bench.engine.personActions.approve({
    ...{ requestId, shownDigest, checked: [], gesture: press(bench) },
    ...(step ? { stepText: step.text } : {}),
  });
  expect(approved).toMatchObject({ ok: true });
  await quiet(bench.engine);
}

describe('the step with the id is ticked, under the words that are known of it', () => {
  test('when a person approved it with other words: the card says so', async () => {
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
    expect(planText(bench)).toContain(`2. [x] ✋ ${bob} ^s2\n3. [ ] ✋ ${mail}\n`);
  });

  test('when the words that the person saw are there, and not those it was prepared for', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const path = await planned(bench);
    await edit(bench, plan, replaceStep);
    await edit(bench, path, (text) => text.replaceAll('client_a@', 'client_b@'));
    await edit(bench, plan, (text) => text.replace(`${bob} ^s2`, `${mail} ^s2`));
    expect((await onlyReview(bench)).step).toMatchObject({ text: mail, before: bob });
    await approveShown(bench);
    await edit(bench, plan, (text) => text.replace('3. [ ]', `3. [ ] ✋ ${bob} ^s7\n4. [ ]`));
    bench.world.config = { ...bench.world.config, paused: false };
    await look(bench);
    expect(planText(bench)).toContain(`2. [x] ✋ ${mail} ^s2\n3. [ ] ✋ ${bob} ^s7\n`);
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
    await bench.world.clock.advance(1_000);
    await drag(bench, review);
    await bench.world.clock.advance(10_000);
    await quiet(bench.engine);
    expect(planText(bench)).toContain('2. [x] ✋ Mail the invoice ^s2');
  });

  test('when a person saw others and says that it happened: the card says how it read [GATE-3]', async () => {
    const bench = await inDoubt(reword);
    const { step } = await onlyReview(bench);
    expect(step).toMatchObject({ text: 'Mail the invoice', before: mail });
    await sayHappened(bench, { stepText: step?.text ?? '' });
    expect(planText(bench)).toContain('2. [x] ✋ Mail the invoice ^s2');
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

describe('no step is ticked, the plan says so, and an alert', () => {
  test('when a person says that it happened, and the card showed the words of another step', async () => {
    const bench = await inDoubt(replaceStep);
    const { step } = await onlyReview(bench);
    expect(step).toMatchObject({ text: bob, before: mail });
    const other = (text: string): string => text.replace('step_id: s2', 'step_id: s3');
    await edit(bench, bench.world.only('Pending_Approval'), other);
    await sayHappened(bench, { stepText: bob });
    expect(planText(bench)).toContain(`2. [ ] ✋ ${bob} ^s2`);
    expect(planText(bench)).toContain('No step is ticked: ^s2 reads');
  });

  test('when a person says that it happened, and no card showed its step', async () => {
    const bench = await inDoubt(replaceStep);
    await sayHappened(bench, {});
    expect(planText(bench)).toContain(`2. [ ] ✋ ${bob} ^s2`);
    expect(planText(bench)).toContain(`and read “${mail}” before.`);
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
    await expect(bench.engine.personActions.doneByHand(gated)).rejects.toThrow('dead');
    bench.world.vault.watchers.clear();
    rewrite(bench.world, plan, moveId);
    bench.engine = await startEngine(bench.world, { signer: bench.signer });
    await quiet(bench.engine);
    expect(planText(bench)).toContain(`${bobOpen}\n3. [ ] ✋ ${mail}\n`);
    expect(planText(bench)).toContain('Human: Did step ^s2');
    expect(planText(bench)).toContain('No step is ticked: ^s2 reads');
  });

  test.each([
    ['another stands behind the id', replaceStep, `^s2 reads “${bob}” now`],
    ['its id stands on another line', moveId, `^s2 reads “${bob}” now`],
    [
      'what reads like it has another id',
      (text: string) => moveId(text).replace(`3. [ ] ✋ ${mail}`, `3. [ ] ✋ ${mail} ^s5`),
      `^s2 reads “${bob}” now`,
    ],
  ])('when %s by the time it is filed', async (_what, change, says) => {
    const { bench, go, id } = await approvedBench();
    const boxes = planText(bench).match(/\[x\]/g)?.length;
    await go(change);
    const text = planText(bench);
    expect(text.match(/\[x\]/g)?.length).toBe(boxes);
    expect(text).toContain('Executed step ^s2 — ');
    expect(text).toContain(`No step is ticked: ${says}, and read “${mail}” before.`);
    expect(text).toContain('status: Active');
    const said = expect.stringContaining(`No step is ticked: ${says}`) as string;
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'not_ticked', text: said, path: plan }]);
    // Told once, and nothing is called again.
    await restartPeople(bench);
    await look(bench);
    expect(planText(bench)).toBe(text);
    expect(bench.world.server.calls).toHaveLength(1);
    // For a day, also after a restart.
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'not_ticked', text: said }]);
    await bench.world.clock.advance(24 * 3_600_000);
    await quiet(bench.engine);
    expect(alertsOf(bench, id)).toEqual([]);
    await restartPeople(bench);
    expect(alertsOf(bench, id)).toEqual([]);
  });

  test.each([
    ['ticks what reads like it', (text: string) => text.replace('3. [ ] ✋', '3. [x] ✋')],
    ['ticks what has its id', (text: string) => text.replace('2. [ ] ✋', '2. [x] ✋')],
    [
      'puts its words back',
      (text: string) => text.replace(/ \^s2/, '').replace(mail, `${mail} ^s2`),
    ],
  ])('which ends when somebody %s', async (_what, change) => {
    const { bench, go, id } = await approvedBench();
    await go(moveId);
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'not_ticked' }]);
    await edit(bench, plan, change);
    expect(alertsOf(bench, id)).toEqual([]);
  });

  test('nor when it is filed once more, after a crash behind the plan', async () => {
    const { bench } = await approvedBench();
    await bench.engine.stop();
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, moveId);
      return success;
    };
    bench.world.config = { ...bench.world.config, paused: false };
    let isDead = false;
    const hooks = {
      beforeWrite: () => {
        if (isDead) throw new Error('dead');
      },
      afterWrite: () => {
        isDead ||= planText(bench).includes('Executed step');
        if (isDead) throw new Error('dead');
      },
    };
    bench.engine = await startEngine(bench.world, { signer: bench.signer }, hooks);
    expect(isDead).toBe(true);
    bench.world.vault.watchers.clear();
    rewrite(bench.world, plan, (text) => text.replace('3. [ ] ✋', '3. [x] ✋'));
    bench.engine = await startEngine(bench.world, { signer: bench.signer });
    // What somebody ticked meanwhile is on record behind it.
    expect(bench.world.records().at(-2)?.kind).toBe('filed');
    expect(bench.world.records().at(-1)?.audit.event).toBe('step_ticked');
    expect(planText(bench)).toContain(`${bobOpen}\n3. [x] ✋ ${mail}\n`);
  });

  test('when its ✋ is taken away during the call', async () => {
    const { bench, go, id } = await approvedBench();
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, (text) => text.replace('2. [ ] ✋', '2. [ ]'));
      return success;
    };
    await go();
    expect(planText(bench)).toContain(`2. [ ] ${mail} ^s2`);
    expect(planText(bench)).toContain('No step is ticked: ^s2 no longer has a ✋.');
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'not_ticked' }]);
  });

  test('when it is taken away during the call', async () => {
    const { bench, go } = await approvedBench();
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, (text) => text.replace(/2\. \[ \] ✋.*\n/, ''));
      return success;
    };
    await go();
    expect(planText(bench)).toContain(
      'No step is ticked: no step has the id ^s2 any more, and read',
    );
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
    const done = await bench.engine.personActions.doneByHand({ ...gated, step: 3, text: mail });
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
    await bench.engine.personActions.reject({ requestId: id, reason: '' });
    await edit(bench, plan, moveId);
    const [said] = alertsOf(bench, id);
    expect(said?.text).toContain(`Rejected: “${bob}” (step`);
    expect(said?.text).toContain(`the step said “${mail}”.`);
    expect(said?.step).toEqual({ planId: 'PLAN-2026-001', stepId: 's2', text: bob });
    rewrite(bench.world, plan, (text) => text.replace(bob, 'Pay 90,000 to Bob'));
    const skip = { ...gated, text: said?.step?.text ?? '', reason: 'Not needed' };
    expect(await bench.engine.personActions.skipStep(skip)).toMatchObject({
      error: { code: 'note_changed' },
    });
    expect(planText(bench)).not.toContain('[x] ✋');
  });
});

test('a request whose plan comes later is prepared again, with its step', async () => {
  const { completed } = await planComesLater(() => undefined);
  expect(completed.map(({ step_text }) => step_text)).toEqual([null, mail]);
  expect(new Set(completed.map(({ s }) => s)).size).toBe(1);
});

test('prepared again for another account of its server, what was approved for the first one no longer counts [GATE-10]', async () => {
  const { completed } = await planComesLater(({ server }) => (server.account = 'another'));
  expect(new Set(completed.map(({ s }) => s)).size).toBe(2);
});

/** How a request was prepared before and after its plan came; `meanwhile` comes right before the plan. */
async function planComesLater(meanwhile: (world: Bench['world']) => void) {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const [planNote, request] = [planText(bench), bench.world.note(path)];
  await bench.engine.stop();
  bench.world.vault.outside.remove(plan);
  setAside(bench.world.ledgerFile);
  bench.world.vault.outside.write(path, request.replace(/%% countersign .*%%\n/, ''));
  bench.engine = await startEngine(bench.world, { signer: bench.signer });
  await quiet(bench.engine);
  meanwhile(bench.world);
  bench.world.vault.outside.write(plan, planNote);
  await quiet(bench.engine);
  const completed = bench.world
    .records()
    .flatMap((record) =>
      record.kind === 'completed' && record.audit.event === 'completed' ? [record] : [],
    );
  return { completed };
}
