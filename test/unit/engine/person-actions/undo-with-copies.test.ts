import { expect, test } from 'vitest';
import { idOf, inApproved, move, planned, requestIn } from '../../../support/engine/gate-bench.js';
import { quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  drag,
  onlyReview,
  pressApprove,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';

const holdMs = 10_000;

const held = (): Promise<PeopleBench> =>
  createPeopleBench({ config: { trustMoves: true }, ports: () => ({ hasUndoWindow: true }) });

/** The note that kept a person's press from counting is taken away, and time goes on. */
async function removeAndWait(bench: PeopleBench, copy: string): Promise<void> {
  await quiet(bench.engine);
  if (bench.world.vault.entries.has(copy)) bench.world.vault.outside.remove(copy);
  await quiet(bench.engine);
  await bench.world.clock.advance(3 * holdMs);
  await quiet(bench.engine);
}

test.each(['undo', 'reject', 'withdraw'] as const)(
  '%s within the hold of a trusted move counts, although a copy was put beside the note [GATE-9]',
  async (how) => {
    const bench = await held();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await move(bench, path);
    bench.world.vault.outside.write('Approved/copy.md', bench.world.note(inApproved(path)));
    await quiet(bench.engine);
    expect(await bench.engine.personActions[how]({ requestId: id, reason: '' })).toMatchObject({
      ok: true,
    });
    await removeAndWait(bench, 'Approved/copy.md');
    expect(bench.world.server.calls).toEqual([]);
  },
);

test.each([
  ['reject', 'Rejected', 'rejected'],
  ['withdraw', 'Archive', 'withdrawn'],
] as const)(
  '%s ends every note with the id, and none of them comes back [GATE-9]',
  async (how, folder, status) => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    bench.world.vault.outside.write('Pending_Approval/copy.md', bench.world.note(path));
    await quiet(bench.engine);
    await bench.engine.personActions[how]({ requestId: id, reason: 'No.' });
    await quiet(bench.engine);
    const notes = bench.world.paths(folder).map((note) => requestIn(bench.world, note));
    expect(notes.map((note) => [note.requestId, note.status])).toEqual([
      [id, status],
      [id, status],
    ]);
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
    const told = bench.world.records().filter(({ audit }) => audit.request_id === id);
    expect(told.slice(-2).map(({ audit }) => audit.event)).toEqual([status, 'filed']);
  },
);

test.each(['undo', 'reject', 'withdraw'] as const)(
  '%s counts, although a broken note names the same id [GATE-9]',
  async (how) => {
    const bench = await held();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await move(bench, path);
    const broken = `---\ntype: approval_request\nrequest_id: ${id}\n---\n`;
    bench.world.vault.outside.write('Rejected/x.md', broken);
    await quiet(bench.engine);
    expect(await bench.engine.personActions[how]({ requestId: id, reason: '' })).toMatchObject({
      ok: true,
    });
    await removeAndWait(bench, 'Rejected/x.md');
    expect(bench.world.server.calls).toEqual([]);
  },
);

test.each(['the copy', 'the note that was taken back'])(
  'Undo of a drag where moves are trusted counts, although a copy was put beside the note and then %s removed [GATE-9]',
  async (removed) => {
    const bench = await held();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    expect((await drag(bench, await onlyReview(bench))).result.ok).toBe(true);
    bench.world.vault.outside.write('Approved/copy.md', bench.world.note(inApproved(path)));
    await quiet(bench.engine);
    expect((await bench.engine.personActions.undo({ requestId: id })).ok).toBe(true);
    // Of two notes one could run as soon as the other is gone: the id ends with the press.
    expect(bench.world.records().map(({ kind }) => kind)).not.toContain('taken_back');
    await quiet(bench.engine);
    const back = bench.world.only('Pending_Approval');
    await removeAndWait(bench, removed === 'the copy' ? 'Approved/copy.md' : back);
    expect(bench.world.server.calls).toEqual([]);
  },
);

test.each(['undo', 'reject', 'withdraw'] as const)(
  '%s of an approval that waits counts, although its note is away for a moment [GATE-9]',
  async (how) => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await pressApprove(bench, await onlyReview(bench));
    const stamped = bench.world.note(inApproved(path));
    bench.world.vault.outside.remove(inApproved(path));
    await quiet(bench.engine);
    expect((await bench.engine.personActions[how]({ requestId: id, reason: '' })).ok).toBe(true);
    bench.world.config = { ...bench.world.config, paused: false };
    bench.world.vault.outside.write(inApproved(path), stamped);
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
  },
);
