import { expect, test } from 'vitest';
import { alertsOf, idOf, look, planned, standalone } from '../../../support/engine/gate-bench.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../support/engine/people-bench.js';
import { createPair, startOther } from '../../../support/engine/two-computers.js';

const own = 'd-aaaaaaaaaa';

test('what was approved on a device with a name tells the name and the id in the log of its plan and in the audit log', async () => {
  const name = 'Tom’s laptop';
  const bench = await createPeopleBench({ config: { deviceNames: { [own]: name } } });
  const id = idOf(bench.world, await planned(bench));
  await pressApprove(bench, await onlyReview(bench));
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.note('Plans/PLAN-2026-001.md')).toContain(
    `Approval received for step 2 — Approved by a person on ${name} (${own}) (request ${id}).`,
  );
  const accepted = bench.world.records().find(({ kind }) => kind === 'accepted');
  expect(accepted?.audit.detail).toBe(`Approval received from ${name} (${own}).`);
});

test('alerts of another computer call it by its name, also one that it gets later, and offer its id to programs', async () => {
  const { first, other, sync } = await createPair();
  const id = idOf(first.world, await standalone(first));
  await sync('first');
  await other.engine.stop();
  other.engine = await startOther({ first, other });
  const before = other.engine.view().alerts.find(({ subject }) => subject.kind === 'ledgers');
  expect(before?.text).toContain(own);
  first.world.config = { ...first.world.config, deviceNames: { [own]: 'Tom’s laptop' } };
  other.engine.lookAtEverything();
  await look(other);
  const after = other.engine.view().alerts.find(({ subject }) => subject.kind === 'ledgers');
  expect(after?.text).toBe(before?.text.replaceAll(own, 'Tom’s laptop'));
  expect(alertsOf(other, id)).toMatchObject([
    { text: `The note for ${id} says that it was prepared for Tom’s laptop.` },
  ]);
  expect(after?.offers).toMatchObject({ do: 'take_over', device: own, name: 'Tom’s laptop' });
});
