import { describe, expect, test } from 'vitest';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  alertsOf,
  approve,
  calledIds,
  createBench,
  edit,
  idOf,
  look,
  move,
  planned,
  rewrite,
  type Bench,
} from '../../../../support/engine/gate-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const planId = 'PLAN-2026-001';
const mail = 'Send email to client_a@example.com';
const bob = 'Pay 9,000 to Bob';
const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };

const planText = ({ world }: PeopleBench): string => world.note(plan);

/** An agent writes another step above the mail's, and its id onto that one; the mail's gets `id`, or none. */
const moveId =
  (id?: string) =>
  (text: string): string =>
    text.replace(
      /2\. \[(.)\] ✋ (.*) \^s2/,
      `2. [ ] ✋ ${bob} ^s2\n3. [$1] ✋ $2${id === undefined ? '' : ` ^${id}`}`,
    );

/** The mail's action was run, and nobody knows whether it happened: its note asks. */
async function inDoubt(ports: Parameters<typeof createPeopleBench>[0] = {}) {
  const bench = await createPeopleBench(ports);
  const attempt = idOf(bench.world, await planned(bench));
  bench.world.server.answer = () => lost;
  await pressApprove(bench, await onlyReview(bench));
  bench.world.server.answer = () => success;
  const path = bench.world.only('Pending_Approval');
  return { bench, attempt, path, id: idOf(bench.world, path) };
}

/** The agent writes a request for another mail into Pending, for a step with this id. */
async function draftFor(bench: Bench, step: string) {
  const [like] = [...bench.world.paths('Pending_Approval'), ...bench.world.paths('Done/Actions')];
  const path = 'Pending_Approval/another.md';
  const another = bench.world
    .note(like ?? '')
    .replace(/^request_id: .*$/m, 'request_id: another-request')
    .replace(/^supersedes: .*\n/m, '')
    .replace(/^status: .*$/m, 'status: pending')
    .replace(/^step_id: .*$/m, `step_id: ${step}`)
    .replaceAll('client_a@', 'office@')
    .replace(/%% countersign .*%%\n?/, '');
  bench.world.vault.outside.write(path, another);
  await quiet(bench.engine);
  return { path, id: idOf(bench.world, path) };
}

async function reviewAt(bench: PeopleBench, path: string) {
  const review = (await bench.engine.reviews(10)).find((one) => one.path === path);
  if (!review) throw new Error(`${path} does not wait`);
  return review;
}

describe('what was run for a step is found by its words, too:', () => {
  test('its line gets another id, and its next action asks “I checked” [GATE-3]', async () => {
    const { bench, attempt } = await inDoubt();
    await edit(bench, plan, moveId('s9'));
    const { path } = await draftFor(bench, 's9');
    const review = await reviewAt(bench, path);
    expect(review.attempts).toMatchObject([{ id: attempt, outcome: 'unknown' }]);
    expect(await pressApprove(bench, review)).toMatchObject({
      error: { code: 'attempts_not_checked' },
    });
  });

  test('also where it was worded otherwise after the action had been prepared', async () => {
    const { bench, attempt } = await inDoubt();
    await edit(bench, plan, moveId('s9'));
    const { path } = await draftFor(bench, 's9');
    await edit(bench, plan, (text) => text.replace(`${mail} ^s9`, 'Mail the office ^s9'));
    expect((await reviewAt(bench, path)).attempts).toMatchObject([
      { id: attempt, outcome: 'unknown' },
    ]);
  });

  test('also where it read otherwise when the person approved the first one', async () => {
    const bench = await createPeopleBench();
    const attempt = idOf(bench.world, await planned(bench));
    await edit(bench, plan, (text) => text.replace(`${mail} ^s2`, 'Mail the invoice ^s2'));
    bench.world.server.answer = () => lost;
    await pressApprove(bench, await onlyReview(bench));
    await edit(bench, plan, moveId('s9'));
    const { path } = await draftFor(bench, 's9');
    expect((await reviewAt(bench, path)).attempts).toMatchObject([
      { id: attempt, outcome: 'unknown' },
    ]);
  });

  test('also where it is worded so only after the action had been prepared', async () => {
    const { bench, attempt } = await inDoubt();
    await edit(bench, plan, (text) => moveId('s9')(text).replace(`${mail} ^s9`, 'Mail ^s9'));
    const { path } = await draftFor(bench, 's9');
    expect((await reviewAt(bench, path)).attempts).toEqual([]);
    await edit(bench, plan, (text) => text.replace('Mail ^s9', `${mail} ^s9`));
    expect((await reviewAt(bench, path)).attempts).toMatchObject([
      { id: attempt, outcome: 'unknown' },
    ]);
  });

  test('what another device signed without “I checked” is not called, and comes back with the question', async () => {
    const bench = await createBench();
    const first = await planned(bench);
    bench.world.server.answer = () => lost;
    await approve(bench, first);
    const [attempt] = calledIds(bench.world);
    await edit(bench, plan, (text) => moveId('s9')(text).replace(`${mail} ^s9`, 'Mail ^s9'));
    const { path, id } = await draftFor(bench, 's9');
    await edit(bench, plan, (text) => text.replace('Mail ^s9', `${mail} ^s9`));
    await approve(bench, path);
    expect(calledIds(bench.world)).toEqual([attempt]);
    const reviews = await bench.engine.reviews(5);
    const back = reviews.find(({ request }) => request.supersedes === id);
    expect(back?.attempts).toMatchObject([{ id: attempt }]);
  });

  test('also what an older version prepared, when the first one became unknown', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    await planned(bench);
    await edit(bench, plan, (text) =>
      text.replace(`✋ ${mail} ^s2`, `$&\n3. [ ] ✋ ${mail} (after 1) ^s9`),
    );
    const { id } = await draftFor(bench, 's9');
    for (const review of await bench.engine.reviews(10)) await pressApprove(bench, review);
    expect(bench.world.paths('Approved')).toHaveLength(2);
    await bench.engine.stop();
    const records = bench.world.records().map((record) => {
      const isOld = 'id' in record && record.id === id;
      return JSON.stringify(
        isOld ? { ...record, step_text: undefined, launch: undefined } : record,
      );
    });
    bench.world.ledgerFile.text = `${records.join('\n')}\n`;
    bench.world.server.answer = () => lost;
    bench.world.config = { ...bench.world.config, paused: false };
    await restartPeople(bench);
    expect(calledIds(bench.world)).toHaveLength(1);
  });

  test('nobody does it themselves while it is being called [GATE-2]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    let said: unknown;
    bench.world.server.answer = async () => {
      rewrite(bench.world, plan, moveId());
      said = await bench.engine.personActions.doneByHand({ planId, step: 3, text: mail });
      return success;
    };
    await pressApprove(bench, await onlyReview(bench));
    await quiet(bench.engine);
    expect(said).toMatchObject({ error: { code: 'request_not_open' } });
    expect(planText(bench)).not.toContain('Human: Did step');
  });

  test('who did it themselves afterwards does not read that nothing was run', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, moveId());
      return success;
    };
    await pressApprove(bench, await onlyReview(bench));
    const done = await bench.engine.personActions.doneByHand({ planId, step: 3, text: mail });
    expect(done).toMatchObject({ ok: true });
    expect(planText(bench)).toContain(`3. [x] ✋ ${mail}\n`);
    expect(planText(bench)).not.toContain('Countersign ran nothing');
  });

  test('nor does the alert about a tick in the file say so, under another id', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, moveId('s5'));
      return success;
    };
    await pressApprove(bench, await onlyReview(bench));
    expect(bench.world.server.calls).toHaveLength(1);
    const { id } = await draftFor(bench, 's5');
    await edit(bench, plan, (text) => text.replace('3. [ ] ✋', '3. [x] ✋'));
    expect(alertsOf(bench, id)).toMatchObject([
      { kind: 'ticked_outside', text: expect.stringContaining('may have happened') as string },
    ]);
  });
});

test('did it myself leaves the request of another step that reads the same', async () => {
  const bench = await createPeopleBench();
  const id = idOf(bench.world, await planned(bench));
  await edit(bench, plan, (text) => text.replace('3. [ ]', `3. [ ] ✋ ${mail} ^s5\n4. [ ]`));
  const done = await bench.engine.personActions.doneByHand({ planId, step: 's5', text: mail });
  expect(done).toMatchObject({ ok: true, value: { withdrawn: [] } });
  await quiet(bench.engine);
  expect(planText(bench)).toContain(`2. [ ] ✋ ${mail} ^s2\n3. [x] ✋ ${mail} ^s5\n`);
  expect(idOf(bench.world, bench.world.only('Pending_Approval'))).toBe(id);
});

test('did it myself ticks the step that was pressed, where its request has the id of another line', async () => {
  const bench = await createPeopleBench();
  const id = idOf(bench.world, await planned(bench));
  await edit(bench, plan, moveId('s5'));
  const done = await bench.engine.personActions.doneByHand({ planId, step: 's5', text: mail });
  expect(done).toMatchObject({ ok: true, value: { withdrawn: [id] } });
  await quiet(bench.engine);
  expect(planText(bench)).toContain(`2. [ ] ✋ ${bob} ^s2\n3. [x] ✋ ${mail} ^s5\n`);
});

test('a rejected action tells how its step reads, and how it read when it was prepared if that differs', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await move(bench, path, path.replace(/^[^/]+/, 'Rejected'));
  const said = (reads: string): string => `Rejected: “${reads}” (step 2 of ${planId}).`;
  expect(alertsOf(bench, id)).toMatchObject([{ text: said(mail) }]);
  await edit(bench, plan, (text) => text.replace(mail, bob));
  await look(bench);
  expect(alertsOf(bench, id)).toMatchObject([
    { text: `${said(bob)} When the request was prepared, the step said “${mail}”.` },
  ]);
});

describe('a request is not withdrawn by a tick that is not of its step:', () => {
  const otherTicks: [string, (text: string) => string][] = [
    [
      'its id is written onto a ticked line',
      (text) => text.replace(`${mail} ^s2`, mail).replace('Write the invoice', '$& ^s2'),
    ],
    [
      'its id is written onto a ticked ✋ line',
      (text) => moveId()(text).replace(`[ ] ✋ ${bob}`, `[x] ✋ ${bob}`),
    ],
    ['its line is ticked and carries no ✋', (text) => text.replace('2. [ ] ✋', '2. [x]')],
  ];

  test.each(otherTicks)('%s', async (_what, change) => {
    const bench = await createPeopleBench();
    const id = idOf(bench.world, await planned(bench));
    await edit(bench, plan, change);
    expect(idOf(bench.world, bench.world.only('Pending_Approval'))).toBe(id);
    expect(alertsOf(bench, id)).toEqual([]);
  });

  test.each(otherTicks)(
    'nor does it answer whether that happened: %s [GATE-3]',
    async (_w, change) => {
      const { bench, id } = await inDoubt();
      await edit(bench, plan, change);
      await restartPeople(bench);
      await bench.world.clock.advance(2 * 24 * 3_600_000);
      await quiet(bench.engine);
      expect(bench.world.paths('Pending_Approval')).toHaveLength(1);
      expect(alertsOf(bench, id)).toMatchObject([{ kind: 'unknown_outcome' }]);
    },
  );

  test('the id was moved during the call, so that the one that asks was prepared for another line', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, moveId());
      return lost;
    };
    await pressApprove(bench, await onlyReview(bench));
    const id = idOf(bench.world, bench.world.only('Pending_Approval'));
    await edit(bench, plan, (text) => text.replace(`[ ] ✋ ${bob}`, `[x] ✋ ${bob}`));
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'unknown_outcome' }]);
    expect((await onlyReview(bench)).step).toMatchObject({ text: bob, before: mail });
  });
});

describe('a tick of its step in the plan answers a question', () => {
  const tick = (text: string): string => text.replace('2. [ ] ✋', '2. [x] ✋');

  async function lose({ bench, path }: Awaited<ReturnType<typeof inDoubt>>): Promise<void> {
    bench.world.vault.outside.remove(path);
    await quiet(bench.engine);
    await bench.world.clock.advance(6_000);
    await quiet(bench.engine);
  }

  test('whose note is gone, and is told like any other [GATE-9]', async () => {
    const asked = await inDoubt();
    const { bench, id } = asked;
    await lose(asked);
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'unknown_outcome' }]);
    await edit(bench, plan, tick);
    expect(alertsOf(bench, id)).toMatchObject([
      { kind: 'ticked_outside', text: expect.stringContaining('may have happened') as string },
    ]);
    expect(planText(bench)).toContain('Outside: Marked done: step 2');
    await bench.world.clock.advance(400 * 24 * 3_600_000);
    await restartPeople(bench);
    expect(alertsOf(bench, id)).toEqual([]);
  });

  test('whose note was rejected, and is gone', async () => {
    const asked = await inDoubt();
    const { bench, path, id } = asked;
    const rejected = path.replace(/^[^/]+/, 'Rejected');
    bench.world.vault.outside.move(path, rejected);
    await quiet(bench.engine);
    await lose({ ...asked, path: rejected });
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'unknown_outcome' }]);
    await edit(bench, plan, tick);
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'ticked_outside' }]);
  });

  test('but one that another end of the step was told with does not', async () => {
    const asked = await inDoubt();
    const { bench, id } = asked;
    const { path } = await draftFor(bench, 's2');
    await lose(asked);
    await pressApprove(bench, await reviewAt(bench, path), [asked.attempt]);
    expect(planText(bench)).toContain(`2. [x] ✋ ${mail} ^s2`);
    await look(bench);
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'unknown_outcome' }]);
    const ends = bench.world.records().filter((record) => record.kind === 'voided');
    expect(ends.filter((end) => end.id === id)).toEqual([]);
  });

  test('but one of another line that has its id does not, where its note is gone', async () => {
    const asked = await inDoubt();
    const { bench, id } = asked;
    await lose(asked);
    await edit(bench, plan, (text) => tick(moveId()(text)));
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'unknown_outcome' }]);
  });
});
