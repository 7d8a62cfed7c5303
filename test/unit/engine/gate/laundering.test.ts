import { expect, test } from 'vitest';
import type { CallReport } from '../../../../src/core/request/outcome/call-report.js';
import type { Keys } from '../../../../src/ports/keys.js';
import { success } from '../../../support/memory/memory-bridges.js';
import { invoiceMail, quiet } from '../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  edit,
  idOf,
  inApproved,
  move,
  planned,
  requestIn,
  restart,
  standalone,
  startEngine,
  type Bench,
} from '../../../support/engine/gate-bench.js';

const trusting = { config: { trustMoves: true } };
const plan = 'Plans/PLAN-2026-001.md';
const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };

/** A first attempt at the mission's mail that ended in `report`; the value is its id. */
async function attempted(bench: Bench, report: CallReport): Promise<string> {
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  bench.world.server.answer = () => report;
  await move(bench, path);
  bench.world.server.answer = () => success;
  expect(bench.world.server.calls).toHaveLength(1);
  return id;
}

/** The step is open again, and nothing waits for it any more. */
async function clearStep(bench: Bench): Promise<void> {
  for (const path of bench.world.paths('Pending_Approval')) {
    const requestId = idOf(bench.world, path);
    // An agent could not: what may have happened is a person's to end.
    await bench.engine.personActions.withdraw({ requestId });
  }
  await quiet(bench.engine);
  if (bench.world.note(plan).includes('2. [x]')) {
    await edit(bench, plan, (text) => text.replace('2. [x]', '2. [ ]'));
  }
}

const onStep = { planId: 'PLAN-2026-001', step: 2 };
const anotherEffect = {
  ...onStep,
  arguments: { ...invoiceMail.arguments, to: 'new@example.com' },
};
const redrafts: Readonly<Record<string, (bench: Bench) => Promise<string>>> = {
  'the same effect for the same step': (bench) => standalone(bench, onStep),
  'the same effect for no step at all': (bench) => standalone(bench, { title: 'Unrelated' }),
  'the same effect by a bridge that is started otherwise by now': (bench) => {
    const { server } = bench.world;
    server.target = { ...server.target, names: ['TOKEN'] };
    return standalone(bench, { title: 'Unrelated' });
  },
  'the same effect for another step': async (bench) => {
    await edit(bench, plan, (text) =>
      text.replace('2. [ ]', '2. [x]').replace('3. [ ] Log', '3. [ ] ✋ Log'),
    );
    return standalone(bench, { ...onStep, step: 3 });
  },
  'another effect for the same step': (bench) => standalone(bench, anotherEffect),
  'another effect for the same step in other words': async (bench) => {
    await edit(bench, plan, (text) => text.replace('✋ Send email', '✋ Write'));
    return standalone(bench, anotherEffect);
  },
};

test.each(
  Object.entries(redrafts).flatMap(([name, redraft]) =>
    [
      ['unknown', lost],
      ['executed', success],
    ].map(([outcome, report]) => [name, outcome as string, report as CallReport, redraft] as const),
  ),
)(
  '%s asks after an attempt that was %s, and runs only with a signed “I checked” [GATE-3]',
  async (_name, outcome, report, redraft) => {
    const bench = await createBench(trusting);
    const first = await attempted(bench, report);
    await clearStep(bench);
    const path = await redraft(bench);
    expect(requestIn(bench.world, path).machine.preparation?.attempts).toEqual([first]);

    await move(bench, path);
    await restart(bench);
    expect(bench.world.server.calls).toHaveLength(1);
    const approved = inApproved(path);
    const [alert] = alertsOf(bench, idOf(bench.world, approved));
    expect(alert).toMatchObject({ kind: 'asks' });
    expect(alert?.text).toContain(`${first} (${outcome})`);

    await approve(bench, approved, { confirms: ['some-other-request'] });
    expect(bench.world.server.calls).toHaveLength(1);
    expect(alertsOf(bench, idOf(bench.world, approved))).toMatchObject([{ kind: 'asks' }]);

    await approve(bench, approved, { confirms: [first] });
    expect(bench.world.server.calls).toHaveLength(2);
  },
);

test('an “I checked” that is only written into the note counts for nothing', async () => {
  const bench = await createBench(trusting);
  const first = await attempted(bench, lost);
  const path = bench.world.only('Pending_Approval');
  const claim = `"attempts":["${first}"],"confirms":["${first}"]`;
  await edit(bench, path, (text) => text.replace(`"attempts":["${first}"]`, claim));
  expect(requestIn(bench.world, path).machine.confirms).toEqual([first]);
  await move(bench, path);
  expect(bench.world.server.calls).toHaveLength(1);
  expect(alertsOf(bench, idOf(bench.world, inApproved(path)))).toMatchObject([{ kind: 'asks' }]);
});

test('a stamp without “I checked” does not run a second attempt either', async () => {
  const bench = await createBench(trusting);
  await attempted(bench, lost);
  const path = bench.world.only('Pending_Approval');
  await approve(bench, path);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('every earlier attempt must be confirmed, not only one of them', async () => {
  const bench = await createBench(trusting);
  const first = await attempted(bench, lost);
  bench.world.server.answer = () => lost;
  const second = bench.world.only('Pending_Approval');
  const secondId = idOf(bench.world, second);
  await approve(bench, second, { confirms: [first] });
  expect(bench.world.server.calls).toHaveLength(2);
  bench.world.server.answer = () => success;
  const third = bench.world.only('Pending_Approval');
  expect(requestIn(bench.world, third).machine.confirms).toBeNull();
  await approve(bench, third, { confirms: [secondId] });
  expect(bench.world.server.calls).toHaveLength(2);
  await approve(bench, inApproved(third), { confirms: [first, secondId] });
  expect(bench.world.server.calls).toHaveLength(3);
});

test('an attempt that certainly was not executed asks nothing', async () => {
  const bench = await createBench(trusting);
  await attempted(bench, { kind: 'not_sent', detail: 'Connection refused.' });
  await move(bench, bench.world.only('Pending_Approval'));
  expect(bench.world.server.calls).toHaveLength(2);
  expect(bench.world.only('Done/Actions')).toContain('invoice');
});

/** Verifies at once what is verified the second time, right before the intents. */
function inStep(count: number, keys: Keys): Keys {
  const seen = new Set<string>();
  let waiting = 0;
  let release: () => void = () => undefined;
  const together = new Promise<void>((resolve) => (release = resolve));
  return {
    async verify(publicKey, message, signature) {
      const valid = await keys.verify(publicKey, message, signature);
      if (!seen.has(signature)) {
        seen.add(signature);
        return valid;
      }
      waiting += 1;
      if (waiting === count) release();
      await together;
      return valid;
    },
  };
}

test('two requests for one effect whose last checks end at the same moment lead to one call', async () => {
  const bench = await createBench();
  const paths = [await standalone(bench), await standalone(bench)];
  await bench.engine.stop();
  for (const path of paths) await approve(bench, path);
  bench.engine = await startEngine(bench.world, { keys: inStep(2, bench.keys) });
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.paths('Approved')).toHaveLength(1);
});

test('two requests for one effect that are approved at once lead to one call', async () => {
  const bench = await createBench(trusting);
  const paths = [await standalone(bench), await standalone(bench), await standalone(bench)];
  for (const path of paths) bench.world.vault.outside.move(path, inApproved(path));
  await quiet(bench.engine);
  await restart(bench);
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.paths('Approved')).toHaveLength(2);
});

test('the same call asks although its attached file was saved again [GATE-3]', async () => {
  const bench = await createBench(trusting);
  const file = 'Invoices/january.md';
  const mail = { arguments: { ...invoiceMail.arguments, attachments: [`/vault/${file}`] } };
  for (const content of ['1500', '1500\n']) {
    bench.world.vault.outside.write(file, content);
    await move(bench, await standalone(bench, mail));
  }
  expect(bench.world.server.calls).toHaveLength(1);
});
