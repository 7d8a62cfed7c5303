import { expect, test } from 'vitest';
import type { NoteStore } from '../../../src/ports/note-store.js';
import { memoryNoteStore } from '../../support/memory/memory-note-store.js';
import { planText } from '../../support/builders/plan-text.js';
import {
  createWorld,
  invoiceMail,
  moveToApproved,
  quiet,
  valueOf,
  type World,
} from '../../support/engine/world.js';

const brief = 'Generate and send the January invoice to Client A, then log the payment.';

/** A store that says what it was asked for. */
function watched(world: World) {
  const asked: string[] = [];
  const inner = memoryNoteStore(world.vault);
  const store: NoteStore = {
    ...inner,
    list: (folder) => (asked.push(`list ${folder}`), inner.list(folder)),
    read: (path) => (asked.push(`read ${path}`), inner.read(path)),
    update: (path, edit) => (asked.push(`update ${path}`), inner.update(path, edit)),
    digest: (path) => (asked.push(`digest ${path}`), inner.digest(path)),
  };
  return { store, asked };
}

async function vaultOf(count: number) {
  const world = await createWorld();
  for (let number = 1; number <= count; number += 1) {
    const id = `PLAN-2026-${String(number).padStart(3, '0')}`;
    const steps = ['[x] Look', '[ ] ✋ Send ^s2', '[ ] Close'];
    world.vault.outside.write(`Plans/${id}.md`, planText({ id, steps }));
  }
  const { store, asked } = watched(world);
  const engine = await world.start({}, { store });
  await quiet(engine);
  await engine.flushDashboard();
  asked.length = 0;
  return { world, engine, asked };
}

const events: Record<string, (vault: Awaited<ReturnType<typeof vaultOf>>) => Promise<void>> = {
  'an edit of a plan': async ({ world, engine }) => {
    const path = 'Plans/PLAN-2026-005.md';
    world.vault.outside.write(path, world.note(path).replace('Because.', 'Because of it.'));
    await quiet(engine);
  },
  'a new item': async ({ world, engine }) => {
    world.vault.outside.write('Inbox/mail.md', 'Send the invoice and log it.');
    await quiet(engine);
  },
  'a request, its move to Approved, its call and its filing': async ({ world, engine }) => {
    const drafted = await engine.operations.draftExternalAction({
      ...invoiceMail,
      planId: 'PLAN-2026-005',
    });
    await quiet(engine);
    await moveToApproved(world, engine, valueOf(drafted).path);
    expect(world.server.calls).toHaveLength(1);
  },
};

test.each(Object.entries(events))(
  '%s reads as many notes with 1,000 plans in the vault as with 10, and lists no folder',
  async (_what, event) => {
    const small = await vaultOf(10);
    await event(small);
    const large = await vaultOf(1_000);
    await event(large);
    expect(large.asked).toEqual(small.asked);
    expect(small.asked.length).toBeGreaterThan(0);
    expect(small.asked.filter((what) => what.startsWith('list'))).toEqual([]);
  },
);

test('an edit of a plan reads as many notes with 300 items of the name that it gives as with 10', async () => {
  const readWith = async (count: number): Promise<readonly string[]> => {
    const world = await createWorld();
    for (let number = 1; number <= count; number += 1) {
      world.vault.outside.write(`Needs_Action/client-${number}/invoice.md`, brief);
    }
    const path = 'Plans/PLAN-2026-001.md';
    const plan = planText({ id: 'PLAN-2026-001' });
    world.vault.outside.write(path, plan.replace(/source_link: .*/u, 'source_link: "[[invoice]]"'));
    const { store, asked } = watched(world);
    const engine = await world.start({}, { store });
    await quiet(engine);
    await engine.flushDashboard();
    asked.length = 0;
    world.vault.outside.write(path, world.note(path).replace('Because.', 'Because of it.'));
    await quiet(engine);
    return asked;
  };
  expect(await readWith(300)).toEqual(await readWith(10));
});

test('a brief becomes a plan within 3 s on a disk that needs 100 ms a note, with 1,000 plans like it [SC-001]', async () => {
  const world = await createWorld();
  for (let number = 1; number <= 1_000; number += 1) {
    const id = `PLAN-2025-${String(number).padStart(3, '0')}`;
    const text = planText({ id }).replace(`Finish ${id}.`, `${brief} No. ${number}`);
    world.vault.outside.write(`Plans/${id}.md`, text);
  }
  world.vault.outside.write('Inbox/mail.md', brief);
  const inner = memoryNoteStore(world.vault);
  let isSlow = false;
  // One after the other, as on a slow disk.
  let turn: Promise<unknown> = Promise.resolve();
  const slow = <T>(work: () => Promise<T>): Promise<T> => {
    const wait = async (): Promise<void> => {
      if (isSlow) await new Promise<void>((done) => void world.clock.setTimer(100, done));
    };
    const done = turn.then(wait).then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  const store: NoteStore = {
    ...inner,
    list: (folder) => slow(() => inner.list(folder)),
    read: (path) => slow(() => inner.read(path)),
    create: (path, text) => slow(() => inner.create(path, text)),
    update: (path, edit) => slow(() => inner.update(path, edit)),
  };
  const engine = await world.start({}, { store });
  await quiet(engine);
  await engine.flushDashboard();
  isSlow = true;
  const asked = world.clock.now();
  const made = engine.operations
    .startPlan({ path: 'Inbox/mail.md', evenIfSimilar: true, actor: 'Human' })
    .then((plan) => ({ plan: valueOf(plan), tookMs: world.clock.now() - asked }));
  await world.clock.advance(600_000);
  const { plan, tookMs } = await made;
  expect(plan).toMatchObject({ kind: 'plan', planId: 'PLAN-2026-001', resumed: false });
  expect(tookMs).toBeGreaterThanOrEqual(300);
  expect(tookMs).toBeLessThan(3_000);
  isSlow = false;
});

test('nothing is read or written while nothing happens', async () => {
  const { world, asked } = await vaultOf(10);
  const before = world.vault.entries.get('Dashboard.md');
  await world.clock.advance(7 * 24 * 3_600_000);
  expect(asked).toEqual([]);
  expect(world.vault.entries.get('Dashboard.md')).toBe(before);
});
