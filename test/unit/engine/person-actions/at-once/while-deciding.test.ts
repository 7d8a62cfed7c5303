import { expect, test } from 'vitest';
import { MEMORY_ROOT, memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import {
  calledIds,
  inApproved,
  move,
  planned,
  type Bench,
} from '../../../../support/engine/gate-bench.js';
import { minuteMs, status } from '../../../../support/engine/waiting-approval.js';
import { slowStore } from '../../../../support/engine/slow-store.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  drag,
  onlyReview,
  pressApprove,
} from '../../../../support/engine/people-bench.js';

const file = 'Invoices/January.pdf';
const plan = 'Plans/PLAN-2026-001.md';

/** A large file is pinned: to read it again takes a while, and something happens meanwhile. */
async function whileReading() {
  const during: { happen: (() => Promise<void>) | null } = { happen: null };
  const bench = await createPeopleBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const digest: typeof store.digest = async (path, goesOn) => {
        const found = await store.digest(path, goesOn);
        const { happen } = during;
        during.happen = null;
        await happen?.();
        return found;
      };
      return { store: { ...store, digest } };
    },
  });
  bench.world.vault.outside.write(file, 'approved');
  const attachments = [`${MEMORY_ROOT}/${file}`];
  const path = await planned(bench, { arguments: { to: 'client_a@example.com', attachments } });
  return { bench, path, during };
}

/** The note that is changed, where it goes, and what it says then. */
type Change = (text: string, at: string) => readonly [path: string, to: string, text: string];

const movedTo =
  (folder: string): Change =>
  (text, at) => [at, at.replace(/^[^/]+/, folder), text];
const toDraft: Change = (text) => [plan, plan, status('Draft')(text)];
const changes: Readonly<Record<string, Change>> = {
  'rejects it': movedTo('Rejected'),
  'edits it': (text, at) => [at, at, text.replace(/^ {2}to: .*$/mu, '  to: office@example.com')],
  'breaks it': (text, at) => [at, at, `${text}\n\`\`\`\n`],
  'sets its plan to Draft': toDraft,
};
const takesBack = { ...changes, 'takes it back': movedTo('Pending_Approval') };

/** A person changes their mind, and something else puts the very bytes back. */
async function changeAndPutBack({ world }: Bench, change: Change, at: string): Promise<void> {
  const { outside } = world.vault;
  const [path] = change(world.note(at), at);
  const before = world.note(path);
  const [, to, now] = change(before, at);
  if (to !== path) outside.move(path, to);
  outside.write(to, now);
  await settle();
  if (to !== path) outside.move(to, path);
  outside.write(path, before);
  await settle();
}

async function callsLater({ world, engine }: Bench): Promise<readonly string[]> {
  await quiet(engine);
  await world.clock.advance(minuteMs);
  await quiet(engine);
  return calledIds(world);
}

test.each([
  ...Object.entries(changes).map((change) => ['a press is carried out', ...change] as const),
  ...Object.entries(takesBack).map((change) => ['a drag begins to be held', ...change] as const),
  ...Object.entries(takesBack).map((change) => ['a held drag is stamped', ...change] as const),
])(
  'while %s, a person %3$s, and it is put back: it is not called [GATE-8] [GATE-9]',
  async (when, _does, change) => {
    const { bench, path, during } = await whileReading();
    const at = when === 'a press is carried out' ? path : inApproved(path);
    const happen = (): Promise<void> => changeAndPutBack(bench, change, at);
    const review = await onlyReview(bench);
    if (when === 'a held drag is stamped') await drag(bench, review);
    during.happen = happen;
    if (when === 'a held drag is stamped') await bench.world.clock.advance(10_000);
    else if (when === 'a drag begins to be held') {
      expect((await drag(bench, review)).result.ok).toBe(false);
      await bench.world.clock.advance(10_000);
    } else expect(await pressApprove(bench, review)).toMatchObject({ ok: false });
    expect(await callsLater(bench)).toEqual([]);
    expect(during.happen).toBeNull();
  },
);

test.each<readonly [string, Change]>([
  ...Object.entries(changes),
  ['cancels it', (text, at) => [at, at, text.replace(/^status: .*$/mu, 'status: cancelled')]],
  ['ticks the step', (text) => [plan, plan, text.replace('[ ] ✋', '[x] ✋')]],
])(
  'while a press waits for its turn, a person %s: it approves nothing [GATE-8] [GATE-9]',
  async (_does, change) => {
    const slow = slowStore();
    const bench = await createPeopleBench({ ports: slow.ports });
    const path = await planned(bench);
    const review = await onlyReview(bench);
    await quiet(bench.engine);
    const look = slow.holdNextRead(path);
    const pressed = pressApprove(bench, review);
    await settle();
    expect(look.isReached()).toBe(true);
    await changeAndPutBack(bench, change, path);
    look.open();
    expect((await pressed).ok).toBe(false);
    expect(await callsLater(bench)).toEqual([]);
  },
);

test('while the editors of its note are saved, a person sets its plan to Draft: the press approves nothing [GATE-8] [GATE-9]', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  // In Approved it asks, and nothing prepares it again.
  await move(bench, path);
  const review = await onlyReview(bench);
  const saved = changeAndPutBack(bench, toDraft, inApproved(path));
  const pressed = await pressApprove(bench, review, [], saved);
  expect(pressed.ok).toBe(false);
  expect(await callsLater(bench)).toEqual([]);
});

test('while a press is carried out, a remark in its plan changes nothing [GATE-9]', async () => {
  const { bench, during } = await whileReading();
  const remark: Change = (text) => [plan, plan, `${text}\nA remark.\n`];
  during.happen = () => changeAndPutBack(bench, remark, plan);
  await pressApprove(bench, await onlyReview(bench));
  expect(await callsLater(bench)).toHaveLength(1);
  expect(during.happen).toBeNull();
});
