import { expect, test } from 'vitest';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  edit,
  idOf,
  inApproved,
  move,
  planned,
  requestIn,
} from '../../../../support/engine/gate-bench.js';

const hour = 3_600_000;

interface Ending {
  readonly end: (bench: PeopleBench, path: string) => Promise<void>;
  /** Where its note lies, and the `status` in it. */
  readonly in: 'Pending_Approval' | 'Archive' | 'Rejected' | null;
  readonly status?: string;
  readonly alert: string | null;
  readonly audit: string;
  /** Whether the id may still run. */
  readonly isOpen?: true;
}

const remove = async (bench: PeopleBench, path: string): Promise<void> => {
  bench.world.vault.outside.remove(path);
  await quiet(bench.engine);
  await bench.world.clock.advance(6_000);
  await quiet(bench.engine);
};

const endings: Readonly<Record<string, Ending>> = {
  returned: {
    async end(bench, path) {
      bench.world.config = { ...bench.world.config, paused: true };
      await pressApprove(bench, await onlyReview(bench));
      await move(bench, inApproved(path), path);
    },
    in: 'Pending_Approval',
    status: 'pending',
    alert: 'returned',
    audit: 'returned',
  },
  withdrawn: {
    async end(bench, path) {
      await bench.engine.personActions.withdraw({ requestId: idOf(bench.world, path) });
    },
    in: 'Archive',
    status: 'withdrawn',
    alert: null,
    audit: 'withdrawn',
  },
  missing: { end: remove, in: null, alert: 'missing', audit: 'missing', isOpen: true },
  'missing, then withdrawn': {
    async end(bench, path) {
      const requestId = idOf(bench.world, path);
      await remove(bench, path);
      await bench.engine.personActions.withdraw({ requestId });
    },
    in: null,
    alert: null,
    audit: 'withdrawn',
  },
  rejected: {
    async end(bench, path) {
      await bench.engine.personActions.reject({
        requestId: idOf(bench.world, path),
        reason: 'No.',
      });
    },
    in: 'Rejected',
    status: 'rejected',
    alert: 'rejected',
    audit: 'rejected',
  },
  expired: {
    async end(bench, path) {
      await edit(bench, path, (text) =>
        text.replace('status: pending', 'expires: 2026-02-21T11:00:00Z\nstatus: pending'),
      );
      await bench.world.clock.advance(hour);
    },
    in: 'Pending_Approval',
    status: 'expired',
    alert: 'expired',
    audit: 'expired',
    isOpen: true,
  },
};

test.each(Object.entries(endings))(
  '%s: note, alert and audit log each tell it from the others, and nothing is called [GATE-9] [GATE-14]',
  async (_name, { end, alert, audit, status, isOpen, ...ending }) => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    const text = bench.world.note(path);
    await end(bench, path);
    await quiet(bench.engine);

    const folders = ['Pending_Approval', 'Approved', 'Rejected', 'Archive', 'Done/Actions'];
    const notes = folders.flatMap((folder) => bench.world.paths(folder));
    if (ending.in === null) expect(notes).toEqual([]);
    else {
      expect(notes).toHaveLength(1);
      expect(notes[0]).toMatch(new RegExp(`^${ending.in}/`));
      expect(requestIn(bench.world, notes[0] ?? '').status).toBe(status);
    }
    const now = notes[0] === undefined ? id : idOf(bench.world, notes[0]);
    const kinds = alertsOf(bench, now).map(({ kind }) => kind);
    expect(kinds).toEqual(alert === null ? [] : [alert]);
    const told = new Set(['returned', 'withdrawn', 'missing', 'rejected', 'expired']);
    const events = bench.world.records().map((record) => record.audit.event);
    expect(events.filter((event) => told.has(event)).at(-1)).toBe(audit);
    expect(bench.world.server.calls).toEqual([]);

    // The bytes as they were come back: an id that ended never runs, and goes to the archive.
    if (isOpen) return;
    for (const note of notes) bench.world.vault.outside.remove(note);
    bench.world.config = { ...bench.world.config, paused: false, trustMoves: true };
    bench.world.vault.outside.write('Approved/again.md', text);
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.paths('Approved')).toEqual([]);
    if (audit === 'withdrawn') {
      expect(requestIn(bench.world, bench.world.only('Archive')).status).toBe('withdrawn');
      expect(bench.world.note(bench.world.only('Archive'))).toContain('Withdrawn in Countersign');
    }
  },
);

test('what has ended cannot be withdrawn again', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const requestId = idOf(bench.world, path);
  await remove(bench, path);
  expect(await bench.engine.personActions.withdraw({ requestId })).toMatchObject({ ok: true });
  expect(await bench.engine.personActions.withdraw({ requestId })).toMatchObject({
    error: { code: 'request_not_open' },
  });
  expect(await bench.engine.personActions.withdraw({ requestId: 'nobody' })).toMatchObject({
    error: { code: 'request_missing' },
  });
});
