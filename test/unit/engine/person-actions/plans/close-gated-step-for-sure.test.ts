import { describe, expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import { memoryLedger, oneByOne } from '../../../../support/memory/memory-ledger.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  alertsOf,
  edit,
  idOf,
  inApproved,
  move,
  planned,
  rewrite,
  startEngine,
} from '../../../../support/engine/gate-bench.js';
import { latch } from '../../../../support/engine/slow-store.js';
import { quiet, valueOf, invoiceMail } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const gated = { planId: 'PLAN-2026-001', step: 's2' };
const bob = '2. [ ] ✋ Pay 9,000 to Bob ^s2';

/** A bench at which something else may write right before we write into the plan. */
async function interruptedBench() {
  const before: { write: (() => void) | null } = { write: null };
  const bench = await createPeopleBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const update: typeof store.update = async (path, change) => {
        const { write } = before;
        if (path === plan && write) {
          before.write = null;
          write();
        }
        return store.update(path, change);
      };
      return { store: { ...store, update } };
    },
  });
  return { bench, before };
}

async function withRejected(bench: PeopleBench): Promise<string> {
  const path = await planned(bench);
  await bench.engine.personActions.reject({ requestId: idOf(bench.world, path), reason: '' });
  await quiet(bench.engine);
  return path;
}

async function withUnknown(bench: PeopleBench): Promise<void> {
  await planned(bench);
  bench.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
  await pressApprove(bench, await onlyReview(bench));
  expect(bench.world.server.calls).toHaveLength(1);
}

describe('what a person did themselves is called no more', () => {
  test('also not the other request of the step, when the process ends in between [GATE-9]', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const first = await planned(bench);
    const text = bench.world
      .note(first)
      .replaceAll(idOf(bench.world, first), 'second-request')
      .replace('subject: January', 'subject: Other')
      .replace(/%% countersign .*%%\n/, '');
    bench.world.vault.outside.write('Pending_Approval/second.md', text);
    await quiet(bench.engine);
    const reviews = await bench.engine.reviews(10);
    for (const review of reviews) {
      if (review.requestId === 'second-request') await pressApprove(bench, review);
    }
    expect(bench.world.paths('Approved')).toHaveLength(1);
    await bench.engine.stop();
    const hooks = {
      beforeWrite: (what: string) => {
        if (what.startsWith('move')) throw new Error('dead');
      },
    };
    bench.engine = await startEngine(bench.world, { signer: bench.signer }, hooks);
    await expect(bench.engine.personActions.doneByHand(gated)).rejects.toThrow('dead');
    bench.world.vault.watchers.clear();
    bench.world.config = { ...bench.world.config, paused: false };
    bench.engine = await startEngine(bench.world, { signer: bench.signer });
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
  });

  test('also when its note could not be read at that moment [GATE-9]', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const pending = await planned(bench);
    const [id, at] = [idOf(bench.world, pending), inApproved(pending)];
    await pressApprove(bench, await onlyReview(bench));
    const stamped = bench.world.note(at);
    await edit(bench, at, (text) => `${text.replace('## ', '```\n## ')}\n\`\`\``);
    expect(await bench.engine.personActions.doneByHand(gated)).toMatchObject({
      value: { withdrawn: [id] },
    });
    await quiet(bench.engine);
    bench.world.config = { ...bench.world.config, paused: false };
    rewrite(bench.world, plan, (text) => text.replace('2. [x] ✋', '2. [ ] ✋'));
    bench.world.vault.outside.write(at, stamped);
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
  });
});

test('what was executed is not said to be done by hand, although its step is not ticked yet', async () => {
  const pressed: { said: Promise<unknown> | null } = { said: null };
  const bench = await createPeopleBench({
    ports: ({ ledgerFile }) => {
      const ledger = memoryLedger(ledgerFile);
      return {
        ledger: {
          read: () => ledger.read(),
          append: oneByOne(async (record, durable) => {
            if ((record as { kind: string }).kind === 'outcome') {
              pressed.said = bench.engine.personActions.doneByHand(gated);
              for (let turn = 0; turn < 20; turn += 1) await settle();
            }
            return ledger.append([record], durable);
          }),
        },
      };
    },
  });
  await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  await quiet(bench.engine);
  expect(await pressed.said).toMatchObject({ error: { code: 'step_done' } });
  expect(bench.world.note(plan)).toContain('Executed step 2');
  expect(bench.world.note(plan)).not.toContain('You did this step yourself');
});

test('what nobody prepared yet is ended with its step, also when its note cannot be read then [GATE-9]', async () => {
  let isLocked = false;
  const bench = await createPeopleBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const locked = fail('note_read_failed', 'The file is locked.', 'Close it.');
      const read: typeof store.read = async (path) =>
        isLocked && path.startsWith('Pending') ? locked : store.read(path);
      return { store: { ...store, read } };
    },
  });
  bench.world.server.reachable = false;
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  const text = bench.world.note(path);
  isLocked = true;
  expect(await bench.engine.personActions.doneByHand(gated)).toMatchObject({
    value: { withdrawn: [id] },
  });
  isLocked = false;
  await quiet(bench.engine);
  expect(bench.world.paths('Pending_Approval')).toEqual([]);
  bench.world.server.reachable = true;
  bench.world.config = { ...bench.world.config, trustMoves: true };
  bench.world.vault.outside.write(inApproved(path), text);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
});

describe('the step that the person was shown is ticked, or none', () => {
  test('by its position, where its line has lost its id', async () => {
    const bench = await createPeopleBench();
    await withRejected(bench);
    rewrite(bench.world, plan, (note) => note.replace(/(2\. \[ \] ✋ .*) \^s2/, '$1'));
    const { planId } = gated;
    expect(await bench.engine.personActions.doneByHand({ planId, step: 2 })).toMatchObject({
      ok: true,
    });
    expect(bench.world.note(plan)).toMatch(/2\. \[x\] ✋ Send/);
    expect(bench.world.note(plan)).toContain('Human: Did step 2');
  });

  test('when another came in its place while it was written', async () => {
    const { bench, before } = await interruptedBench();
    await withRejected(bench);
    before.write = () => {
      const inserted = '2. [ ] ✋ Pay 9,000 to Bob ^s9\n3. [ ] ✋';
      rewrite(bench.world, plan, (text) => text.replace('2. [ ] ✋', inserted));
    };
    expect(await bench.engine.personActions.doneByHand(gated)).toMatchObject({ ok: true });
    expect(bench.world.note(plan)).not.toContain('[x] ✋ Pay 9,000');
    expect(bench.world.note(plan)).toMatch(/3\. \[x\] ✋ Send/);
  });

  test('when its id was put onto another line while it was written', async () => {
    const { bench, before } = await interruptedBench();
    await withRejected(bench);
    before.write = () => {
      rewrite(bench.world, plan, (text) => text.replace(/2\. \[ \] ✋ .* \^s2/, bob));
    };
    expect(await bench.engine.personActions.doneByHand(gated)).toMatchObject({
      error: { code: 'note_changed' },
    });
    expect(bench.world.note(plan)).not.toContain('[x] ✋');
  });

  test('when it was taken away while it was written', async () => {
    const { bench, before } = await interruptedBench();
    await withRejected(bench);
    before.write = () => {
      rewrite(bench.world, plan, (text) => text.replace(/2\. \[ \] ✋.*\n/, ''));
    };
    expect(await bench.engine.personActions.doneByHand(gated)).toMatchObject({ ok: false });
    expect(bench.world.note(plan)).not.toContain('Human: Did step');
  });

  test.each([
    ['its id stands on another line', 's2', /2\. \[ \] ✋ .* \^s2/, bob],
    ['another stands in its position', 2, '2. [ ] ✋', '2. [ ] ✋ Pay 9,000 to Bob ^s9\n3. [ ] ✋'],
  ])('when %s since it was shown', async (_how, step, from, to) => {
    const bench = await createPeopleBench();
    await withRejected(bench);
    const text = bench.engine.view().missions[0]?.steps[1]?.text ?? '';
    expect(text).toMatch(/^Send/);
    rewrite(bench.world, plan, (note) => note.replace(from, to));
    expect(await bench.engine.personActions.doneByHand({ ...gated, step, text })).toMatchObject({
      error: { code: 'note_changed' },
    });
    expect(bench.world.note(plan)).not.toContain('[x] ✋');
  });
});

describe('nobody reads that nothing ran when it may have been', () => {
  test('after an unknown attempt, in the plan and in the note', async () => {
    const bench = await createPeopleBench();
    await withUnknown(bench);
    expect(await bench.engine.personActions.doneByHand(gated)).toMatchObject({ ok: true });
    await quiet(bench.engine);
    expect(bench.world.note(plan)).toContain('Human: Did step');
    expect(bench.world.note(plan)).not.toContain('Countersign ran nothing');
    expect(bench.world.note(bench.world.only('Archive'))).not.toContain('Countersign ran nothing');
  });

  test('after an unknown attempt, in the alert about a tick in the file', async () => {
    const bench = await createPeopleBench();
    await withUnknown(bench);
    await edit(bench, plan, (text) => text.replace('2. [ ] ✋', '2. [x] ✋'));
    const said = bench.engine.view().alerts.find(({ kind }) => kind === 'ticked_outside');
    expect(said?.text).toContain('may have happened');
    expect(said?.text).not.toContain('nothing ran');
  });

  test('during a call whose note was deleted: the step waits for its outcome [GATE-2]', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    bench.world.server.answer = async () => {
      await answered;
      return { kind: 'result', result: { content: [{ type: 'text', text: 'ok' }] } };
    };
    const { requestId, shownDigest } = await onlyReview(bench);
    const gesture = press(bench);
    await bench.engine.personActions.approve({ requestId, shownDigest, checked: [], gesture });
    await expect.poll(() => bench.world.server.calls.length).toBe(1);
    bench.world.vault.outside.remove(inApproved(path));
    // Until the index knows.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await bench.engine.personActions.doneByHand(gated)).toMatchObject({
      error: { code: 'request_not_open' },
    });
    answer();
    await quiet(bench.engine);
    expect(bench.world.note(plan)).toContain('Executed step 2');
  });
});

describe('who ended a step is told as it was', () => {
  test('a rejected note that comes back later makes nobody else the one who ticked it', async () => {
    const bench = await createPeopleBench();
    const path = await withRejected(bench);
    await bench.engine.personActions.doneByHand(gated);
    await quiet(bench.engine);
    await restartPeople(bench);
    await move(bench, bench.world.only('Rejected'), path);
    expect(bench.world.note(plan)).not.toContain('Outside: Marked done');
    expect(bench.engine.view().alerts.map(({ kind }) => kind)).not.toContain('ticked_outside');
  });

  test('a step that was opened again and is ticked in the file is told as the first time', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    await bench.engine.personActions.doneByHand(gated);
    await quiet(bench.engine);
    await edit(bench, plan, (text) => text.replace('2. [x] ✋', '2. [ ] ✋'));
    const drafted = valueOf(
      await bench.engine.operations.draftExternalAction({ ...invoiceMail, title: 'Again' }),
    );
    await quiet(bench.engine);
    const id = idOf(bench.world, drafted.path);
    await edit(bench, plan, (text) => text.replace('2. [ ] ✋', '2. [x] ✋'));
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'ticked_outside' }]);
    expect(bench.world.note(plan)).toContain('Outside: Marked done');
  });

  test('what another ledger prepared stays as it is until somebody takes it over', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    await bench.engine.stop();
    bench.world.ledgerFile.text = null;
    bench.engine = await bench.world.start({}, { signer: bench.signer });
    await quiet(bench.engine);
    expect(bench.engine.view().alerts.map(({ kind }) => kind)).toContain('other_device');
    const text = bench.world.note(path);
    expect(await bench.engine.personActions.doneByHand(gated)).toMatchObject({ ok: true });
    await quiet(bench.engine);
    expect(bench.world.paths('Archive')).toEqual([]);
    expect(bench.world.note(path)).toBe(text);
    expect(bench.world.note(plan)).toContain('2. [x] ✋');
  });
});

test('ending one step does not stop the action of another that is about to be called', async () => {
  const bench = await createPeopleBench();
  const { world, engine } = bench;
  await planned(bench);
  world.vault.outside.write(
    plan,
    world.note(plan).replace(/\n3\. \[ \].*/u, '\n3. [ ] ✋ Call the client ^s3'),
  );
  await quiet(engine);
  const connecting = latch();
  world.server.duringConnect = () => connecting.opened;
  const { requestId, shownDigest } = await onlyReview(bench);
  const approval = { requestId, shownDigest, checked: [], gesture: press(bench) };
  expect(await engine.personActions.approve(approval)).toMatchObject({ ok: true });
  await expect.poll(() => connecting.isReached()).toBe(true);
  expect(await engine.personActions.doneByHand({ ...gated, step: 's3' })).toMatchObject({
    ok: true,
  });
  connecting.open();
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
});
