import { expect, test } from 'vitest';
import { quiet } from '../../../../support/engine/world.js';
import { standalone, startEngine } from '../../../../support/engine/gate-bench.js';
import {
  inNote,
  resumed,
  status,
  waiting,
  type Scene,
} from '../../../../support/engine/waiting-approval.js';

async function whileNothingRuns({ desk }: Scene, change: () => void): Promise<void> {
  await desk.engine.stop();
  change();
  desk.engine = await startEngine(desk.world, { signer: desk.signer });
  await quiet(desk.engine);
}

test.each([
  ...['on hold', 'stop', 'draft', 'rejected by Ann', '"rejected "'].map((to) => [to, 0] as const),
  ...['expired', 'invalid', 'outcome_unknown', 'not_executed'].map((to) => [to, 0] as const),
  ...['approved', 'Approved'].map((to) => [to, 1] as const),
])('an approved note that got the status %s while nothing ran: %i calls', async (to, calls) => {
  const scene = await waiting(undefined, standalone);
  await whileNothingRuns(scene, () => {
    inNote(status(to))(scene);
  });
  expect(await resumed(scene)).toHaveLength(calls);
});

test.each([
  ['declined by Ann', 0],
  ['awaiting_approval', 1],
])('an earlier version kept no status: %s makes %i calls', async (to, calls) => {
  const scene = await waiting(undefined, standalone);
  const { ledgerFile } = scene.desk.world;
  await whileNothingRuns(scene, () => {
    ledgerFile.text = ledgerFile.text?.replaceAll(/"status":"[^"]*",?/gu, '') ?? null;
    inNote(status(to))(scene);
  });
  expect(await resumed(scene)).toHaveLength(calls);
});

test.each([
  ['in place of it', (text: string) => text.replace(/^status: .*$/mu, 'Status: rejected')],
  ['after it', (text: string) => text.replace(/^status: .*$/mu, '$&\nStatus: on hold')],
  ['before it', (text: string) => text.replace(/^status: /mu, 'STATUS: rejected\n$&')],
  ['as a list', (text: string) => text.replace(/^status: .*$/mu, 'Status:\n  - rejected')],
])('another spelling of the property ends an approval, too: %s', async (_where, change) => {
  const scene = await waiting(undefined, standalone);
  await whileNothingRuns(scene, () => {
    inNote(change)(scene);
  });
  expect(await resumed(scene)).toEqual([]);
});
