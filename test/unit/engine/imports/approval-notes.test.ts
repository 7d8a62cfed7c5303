import { expect, test } from 'vitest';
import { formatSetAside } from '../../../../src/core/screens/format-status.js';
import { dashboardText } from '../../../../src/core/views/dashboard-text.js';
import { mailRoute } from '../../../support/builders/mail-route.js';
import { approvalNotes, type ApprovalNote } from '../../../support/fixtures/approval-notes.js';
import {
  createPeopleBench,
  press,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';
import { quiet } from '../../../support/engine/world.js';

const routes = ['email', 'payment', 'social_post', 'other'].map((actionType) =>
  mailRoute({ actionType }),
);
const drafts = approvalNotes.filter(({ is }) => is === 'draft');

/** All of the notes in one folder, and a look at them. */
async function vaultWith(
  folder: string,
  notes: readonly ApprovalNote[] = approvalNotes,
): Promise<PeopleBench> {
  const bench = await createPeopleBench({ config: { trustMoves: true, routes } });
  for (const { name, text } of notes) bench.world.vault.outside.write(`${folder}/${name}.md`, text);
  await settle(bench);
  return bench;
}

/** Long enough for a trusted move to run. */
async function settle({ world, engine }: PeopleBench): Promise<void> {
  await quiet(engine);
  await world.clock.advance(120_000);
  await quiet(engine);
}

function changed({ world }: PeopleBench, folder: string): readonly string[] {
  return approvalNotes
    .filter(({ name, text }) => world.note(`${folder}/${name}.md`) !== text)
    .map(({ name }) => name);
}

test('a person’s press makes requests of most drafts that other tools left, with exactly what they say [GATE-18]', async () => {
  const bench = await vaultWith('Pending_Approval');
  const used: string[] = [];
  for (const review of await bench.engine.externalReviews(Infinity)) {
    const done = await bench.engine.personActions.confirmImport({
      ...review,
      gesture: press(bench),
    });
    const { name = '', sends } =
      drafts.find((one) => review.path.endsWith(`/${one.name}.md`)) ?? {};
    expect([name, done.ok && review.call?.arguments]).toEqual([name, sends ?? false]);
    if (!done.ok) continue;
    used.push(name);
    // All that stood there stands there still, but for another type.
    const before = drafts.find((one) => one.name === name)?.text.split('\n') ?? [];
    const now = bench.world.note(review.path)?.split('\n') ?? [];
    expect(before.filter((line) => !now.includes(line) && !line.startsWith('type:'))).toEqual([]);
    expect(now).toContain('type: approval_request');
  }
  expect(used).toEqual(drafts.flatMap(({ name, sends }) => (sends ? [name] : [])).sort());
  expect(approvalNotes.length).toBeGreaterThanOrEqual(60);
  expect(used.length / drafts.length).toBeGreaterThanOrEqual(0.6);
  await settle(bench);
  expect(bench.world.server.calls).toEqual([]);
  expect([...changed(bench, 'Pending_Approval')].sort()).toEqual(used);
});

test('moved to Approved where moves are trusted, none of them runs or is changed [GATE-18]', async () => {
  const bench = await vaultWith('Pending_Approval');
  for (const { name } of approvalNotes) {
    bench.world.vault.outside.move(`Pending_Approval/${name}.md`, `Approved/${name}.md`);
  }
  await settle(bench);
  expect(bench.world.server.calls).toEqual([]);
  expect(changed(bench, 'Approved')).toEqual([]);
});

test.each(['Pending_Approval/work', 'Approved/work', 'Rejected/work'])(
  'nothing in %s runs or is changed, and there is a word about every note [GATE-18]',
  async (folder) => {
    const bench = await vaultWith(folder);
    const { alerts, setAside = [] } = bench.engine.view();
    const isRejected = folder.startsWith('Rejected');
    const counted = alerts.reduce((sum, { kind, text }) => {
      return sum + (kind === 'not_a_request' ? Number(/^\d+/.exec(text)?.[0] ?? 1) : 0);
    }, 0);
    const named = new Set(
      alerts.flatMap(({ kind, path }) => (kind === 'not_a_request' ? [] : (path ?? []))),
    );
    expect(named.size + counted + setAside.length).toBe(approvalNotes.length);
    if (isRejected) {
      const said = formatSetAside(setAside);
      expect(said).toContain('Rejected notes of other tools');
      expect(dashboardText(bench.engine.view())).toContain(said);
    }
    await bench.engine.stop();
    expect(bench.world.server.calls).toEqual([]);
    expect(changed(bench, folder)).toEqual([]);
  },
);

test('of each note that cannot be used it is said what it is taken for, and what to correct', async () => {
  const bench = await vaultWith('Approved', []);
  const { world, engine } = bench;
  const path = 'Approved/note.md';
  for (const { name, text, says } of approvalNotes) {
    if (!says) continue;
    world.vault.outside.write(path, text);
    await quiet(engine);
    const told = engine.view().alerts.map((alert) => `${alert.text} ${alert.advice}`);
    expect([name, told]).toEqual([name, [expect.stringMatching(says)]]);
  }
});
