import { expect, test } from 'vitest';
import type { Route } from '../../../../src/core/settings/device-config.js';
import { mailRoute } from '../../../support/builders/mail-route.js';
import { invoiceMission, quiet } from '../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  calledIds,
  createBench,
  edit,
  idOf,
  inApproved,
  look,
  move,
  requestIn,
  restart,
  stamped,
  standalone,
  type Bench,
} from '../../../support/engine/gate-bench.js';

const hourMs = 3_600_000;
const plan = 'Plans/PLAN-2026-001.md';

const allowing = (budgetPerHour: number | null, actionType = 'email') =>
  mailRoute({ budgetPerHour, actionType });

const trusting = (...routes: readonly Route[]) => ({ config: { trustMoves: true, routes } });

/** Mails with effects of their own, in Pending. */
async function mails(bench: Bench, count: number): Promise<string[]> {
  const paths: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    paths.push(
      await standalone(bench, {
        title: `Mail ${number}`,
        arguments: { to: `${number}@example.com`, subject: '' },
        bridge: 'email',
        tool: 'send_email',
      }),
    );
  }
  return paths;
}

/** A mission of two gated steps, and a request for each of them in Pending. */
async function invoiceAndReminder(bench: Bench): Promise<{ first: string; second: string }> {
  const step = (text: string) => ({ text, gated: true });
  const steps = [step('Send the invoice'), step('Send the reminder')];
  await bench.engine.operations.initializePlan({ ...invoiceMission, steps });
  const requestFor = (number: number, title: string) =>
    standalone(bench, {
      planId: 'PLAN-2026-001',
      step: number,
      title,
      arguments: { to: `${number}`, subject: '' },
    });
  return { first: await requestFor(1, 'Invoice'), second: await requestFor(2, 'Reminder') };
}

async function moveAll(bench: Bench, paths: readonly string[]): Promise<void> {
  for (const path of paths) bench.world.vault.outside.move(path, inApproved(path));
  await quiet(bench.engine);
}

test.each([
  ['10 mails', trusting(allowing(null)), 10],
  ['3 payments', trusting(allowing(null, 'payment')), 3],
  ['the strictest of several routes', trusting(allowing(8), allowing(4, 'other')), 4],
  ['what the route says', trusting(allowing(2)), 2],
  ['3 calls of a tool without a route', trusting(), 3],
])(
  'within an hour there are at most %s, however many are approved at once',
  async (_name, options, limit) => {
    const bench = await createBench(options);
    await moveAll(bench, await mails(bench, limit + 2));
    expect(bench.world.server.calls).toHaveLength(limit);
    await restart(bench);
    await look(bench);
    expect(bench.world.server.calls).toHaveLength(limit);
    for (const path of bench.world.paths('Approved')) {
      expect(alertsOf(bench, idOf(bench.world, path))).toMatchObject([
        {
          kind: 'waits',
          runsAt: { to: 'minutes' },
          advice: 'To run it sooner, raise the limit in the settings, under “Routes and limits”.',
          offers: { do: 'open_settings' },
        },
      ]);
    }
  },
);

test('what is over the budget waits with its stamp, over restarts, and runs when the hour is over [GATE-13]', async () => {
  const bench = await createBench({ config: { routes: [allowing(2)] } });
  const [first = '', second = '', third = ''] = await mails(bench, 3);
  await approve(bench, first);
  await bench.world.clock.advance(hourMs / 2);
  await approve(bench, second);
  await approve(bench, third);
  const text = bench.world.note(inApproved(third));
  expect(calledIds(bench.world)).toHaveLength(2);

  await restart(bench);
  await bench.world.clock.advance(hourMs / 2);
  await quiet(bench.engine);
  expect(calledIds(bench.world)).toHaveLength(2);
  expect(bench.world.note(inApproved(third))).toBe(text);

  await bench.world.clock.advance(1);
  await quiet(bench.engine);
  expect(calledIds(bench.world)).toHaveLength(3);
});

test('a budget counts intents, whatever became of the calls', async () => {
  const bench = await createBench(trusting(allowing(2)));
  bench.world.server.answer = () => ({ kind: 'not_sent', detail: 'Refused.' });
  await moveAll(bench, await mails(bench, 4));
  expect(bench.world.server.calls).toHaveLength(2);
});

test('a budget does not start anew where its bridge is started otherwise [GATE-13]', async () => {
  const bench = await createBench(trusting(allowing(1)));
  const [first = '', second = ''] = await mails(bench, 2);
  await moveAll(bench, [first, second]);
  expect(bench.world.server.calls).toHaveLength(1);
  bench.world.server.target = { ...bench.world.server.target, names: ['TOKEN'] };
  await move(bench, await standalone(bench, { arguments: { to: 'third', subject: '' } }));
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.paths('Approved')).toHaveLength(2);
});

test('approved ahead of its turn, a request waits, over restarts, and then runs by itself [GATE-12]', async () => {
  const bench = await createBench();
  const { operations } = bench.engine;
  await operations.initializePlan(invoiceMission);
  const path = await standalone(bench, { planId: 'PLAN-2026-001', step: 2 });
  await approve(bench, path);
  await restart(bench);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.engine.view().waiting).toEqual([]);
  await edit(bench, plan, (text) => text.replace('1. [ ]', '1. [x]'));
  expect(bench.world.server.calls).toHaveLength(1);
});

test('two steps that are approved in the wrong order run in the right one', async () => {
  const bench = await createBench(trusting(allowing(null)));
  const { first, second } = await invoiceAndReminder(bench);
  await move(bench, second);
  expect(bench.world.server.calls).toEqual([]);
  await move(bench, first);
  expect(bench.world.server.calls).toMatchObject([
    { arguments: { to: '1' } },
    { arguments: { to: '2' } },
  ]);
  expect(bench.world.only('Done/Plans')).toBe('Done/Plans/PLAN-2026-001.md');
});

test('a wait for a step whose outcome nobody knows is an alert that names who acts [GATE-12]', async () => {
  const bench = await createBench(trusting(allowing(null)));
  const { first, second } = await invoiceAndReminder(bench);
  await move(bench, second);
  bench.world.server.answer = () => ({ kind: 'timeout', afterMs: 60_000 });
  await move(bench, first);
  await look(bench);
  expect(bench.world.server.calls).toHaveLength(1);
  const [alert] = alertsOf(bench, idOf(bench.world, inApproved(second)));
  expect(alert?.text).toContain('waits for step 1, whose outcome is unknown');
  expect(alert?.advice).toMatch(/^Find out whether step 1 happened/);
});

test('steps that wait for one another never run, and are an alert [GATE-12]', async () => {
  const bench = await createBench(trusting(allowing(null)));
  const steps = [
    { text: 'Send the invoice', gated: true, after: [2] },
    { text: 'Send the reminder', gated: true, after: [1] },
  ];
  await bench.engine.operations.initializePlan({ ...invoiceMission, steps });
  await move(bench, await standalone(bench, { planId: 'PLAN-2026-001', step: 1 }));
  expect(bench.world.server.calls).toEqual([]);
  const alerts = bench.engine.view().alerts.map(({ text }) => text);
  expect(alerts.some((text) => text.includes('wait for one another'))).toBe(true);
});

test.each([
  ['Done', 'Plans'],
  ['Draft', 'Plans'],
  ['Active', 'Plans/pending'],
  ['Active', 'Plans/rejected'],
  ['Active', 'Done/Plans'],
  ['Active', 'Archive'],
])('a request of a plan that is %s in %s does not run', async (status, folder) => {
  const bench = await createBench();
  await bench.engine.operations.initializePlan(invoiceMission);
  await edit(bench, plan, (text) => text.replace('1. [ ]', '1. [x]'));
  const path = await standalone(bench, { planId: 'PLAN-2026-001', step: 2 });
  const { outside } = bench.world.vault;
  const text = await stamped(bench, path);
  outside.move(path, inApproved(path));
  outside.write(inApproved(path), text);
  outside.write(plan, bench.world.note(plan).replace(/status: \w+/, `status: ${status}`));
  if (folder !== 'Plans') outside.move(plan, `${folder}/PLAN-2026-001.md`);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toEqual([]);
});

test('while actions are paused nothing runs and nothing is lost; then each request runs once', async () => {
  const bench = await createBench({ config: { trustMoves: true, paused: true } });
  const paths = await mails(bench, 3);
  await moveAll(bench, paths);
  await restart(bench);
  await bench.world.clock.advance(hourMs);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved').map((path) => requestIn(bench.world, path).status)).toEqual(
    paths.map(() => 'pending'),
  );
  bench.world.config = { ...bench.world.config, paused: false };
  await look(bench);
  expect(new Set(calledIds(bench.world)).size).toBe(3);
  expect(bench.world.server.calls).toHaveLength(3);
});
