import { expect, test } from 'vitest';
import { MEMORY_ROOT, memoryNoteStore } from '../../memory/memory-note-store.js';
import { settle } from '../../memory/virtual-clock.js';
import { calledIds, inApproved, planned, type Bench } from '../gate/bench.js';
import { minuteMs, status } from '../gate/waiting-approval.js';
import { slowStore } from '../slow-store.js';
import { quiet } from '../world.js';
import { createPeopleBench, drag, onlyReview, press } from './people-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const file = 'Invoices/January.pdf';
const to = 'client_a@example.com';

/** The note that is changed, where it goes, and what it says then. */
type Change = (text: string, at: string) => readonly [path: string, to: string, text: string];
const movedTo =
  (folder: string): Change =>
  (text, at) => [at, at.replace(/^[^/]+/, folder), text];
const toDraft: Change = (text) => [plan, plan, status('Draft')(text)];
const changes: readonly (readonly [string, Change])[] = [
  ['rejects it', movedTo('Rejected')],
  ['edits it', (text, at) => [at, at, text.replace(/^ {2}to: .*$/mu, '  to: office@example.com')]],
  ['breaks it', (text, at) => [at, at, `${text}\n\`\`\`\n`]],
  ['sets its plan to Draft', toDraft],
];

/** A person changes their mind, and something else puts the very bytes back. */
async function changeAndPutBack({ world }: Bench, change: Change, path: string): Promise<void> {
  const { outside } = world.vault;
  const [from] = change(world.note(path), path);
  const before = world.note(from);
  const [, there, text] = change(before, path);
  if (there !== from) outside.move(from, there);
  outside.write(there, text);
  await settle();
  if (there !== from) outside.move(there, from);
  outside.write(from, before);
  await settle();
}

async function callsLater({ world, engine }: Bench): Promise<readonly string[]> {
  await quiet(engine);
  await world.clock.advance(minuteMs);
  await quiet(engine);
  return calledIds(world);
}

test('while the editors of its note are saved, a person sets its plan to Draft: the press approves nothing [GATE-8] [GATE-9]', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench, { arguments: { to } });
  const { requestId, shownDigest, step } = await onlyReview(bench);
  const pressed = await bench.engine.people.approve({
    requestId,
    shownDigest,
    checked: [],
    gesture: press(bench),
    ...(step ? { stepText: step.text } : {}),
    saved: changeAndPutBack(bench, toDraft, path),
  });
  expect(pressed.ok).toBe(false);
  expect(await callsLater(bench)).toEqual([]);
});

test.each<readonly [string, Change]>([
  ...changes,
  ['cancels it', (text, at) => [at, at, text.replace(/^status: .*$/mu, 'status: cancelled')]],
  ['ticks the step', (text) => [plan, plan, text.replace('[ ] ✋', '[x] ✋')]],
])(
  'while a press waits for its turn, a person %s: it approves nothing [GATE-8] [GATE-9]',
  async (_what, change) => {
    const slow = slowStore();
    const bench = await createPeopleBench({ ports: slow.ports });
    const path = await planned(bench, { arguments: { to } });
    const { requestId, shownDigest, step } = await onlyReview(bench);
    await quiet(bench.engine);
    const look = slow.holdNextRead(path);
    const pressed = bench.engine.people.approve({
      requestId,
      shownDigest,
      checked: [],
      gesture: press(bench),
      ...(step ? { stepText: step.text } : {}),
    });
    await settle();
    expect(look.isReached()).toBe(true);
    await changeAndPutBack(bench, change, path);
    look.open();
    expect((await pressed).ok).toBe(false);
    expect(await callsLater(bench)).toEqual([]);
  },
);

test.each<readonly [string, Change]>([...changes, ['takes it back', movedTo('Pending_Approval')]])(
  'while the files of a dragged note are read, a person %s: it is not held [GATE-8] [GATE-9]',
  async (_what, change) => {
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
    const path = await planned(bench, { arguments: { to, attachments } });
    const review = await onlyReview(bench);
    during.happen = () => changeAndPutBack(bench, change, inApproved(path));
    const { result } = await drag(bench, review);
    expect(during.happen).toBeNull();
    expect(result.ok).toBe(false);
    await bench.world.clock.advance(10_000);
    expect(await callsLater(bench)).toEqual([]);
  },
);
