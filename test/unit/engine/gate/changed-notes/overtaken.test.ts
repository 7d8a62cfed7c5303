import { describe, expect, test } from 'vitest';
import type { NoteStore } from '../../../../../src/ports/note-store.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { quiet, type World } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  idOf,
  inApproved,
  planned,
  requestIn,
  rewrite,
  standalone,
} from '../../../../support/engine/gate-bench.js';

/** A store of which one note is changed right before its `at`-th read, once reads are counted. */
class Interrupted {
  reads = -Infinity;
  constructor(
    private readonly path: string,
    private readonly at: number,
    private readonly change: (world: World) => void,
  ) {}
  readonly ports = (world: World): { readonly store: NoteStore } => {
    const store = memoryNoteStore(world.vault);
    const read: NoteStore['read'] = (path) => {
      if (path === this.path && (this.reads += 1) === this.at) this.change(world);
      return store.read(path);
    };
    return { store: { ...store, read } };
  };
}

describe('what becomes of the note while its bridge is reached is looked at before the call:', () => {
  /** A person's approval is carried out; while the tools are listed for it, the note is changed. */
  async function changedMeanwhile(change: (text: string) => string) {
    const bench = await createBench();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    let isChanged = false;
    bench.world.server.duringInspect = () => {
      if (isChanged) return;
      isChanged = true;
      rewrite(bench.world, inApproved(path), change);
    };
    await approve(bench, path);
    expect(isChanged).toBe(true);
    expect(bench.world.server.calls).toEqual([]);
    return { bench, id };
  }

  test('without its machine line it is prepared for nothing, and goes back [GATE-8]', async () => {
    const { bench, id } = await changedMeanwhile((text) => text.replace(/%% countersign .*%%/, ''));
    const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
    expect(back).toMatchObject({ supersedes: id, machine: { stamp: null } });
    expect(back.text).toContain('before Countersign had prepared it');
  });

  test('with the epoch of another ledger in it, it is left to that one [GATE-11]', async () => {
    const { bench, id } = await changedMeanwhile((text) =>
      text.replace(/"epoch":"[^"]*"/, '"epoch":"e-otherother"'),
    );
    expect(bench.world.paths('Approved')).toHaveLength(1);
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'other_device' }]);
  });
});

describe('a request of another ledger in Approved, at any moment in which it is looked at,', () => {
  const path = 'Approved/theirs.md';

  /** Looks at it once; at its `at`-th read it becomes something else. The value is the number of reads. */
  async function looked(at: number, change: (world: World) => void) {
    const store = new Interrupted(path, at, change);
    const bench = await createBench({ ports: store.ports });
    const own = await standalone(bench);
    const text = bench.world
      .note(own)
      .replaceAll(idOf(bench.world, own), 'theirs')
      .replace(/"epoch":"[^"]*"/, '"epoch":"e-otherother"');
    bench.world.vault.outside.remove(own);
    await quiet(bench.engine);
    store.reads = 0;
    bench.world.vault.outside.write(path, text);
    await quiet(bench.engine);
    return { bench, reads: store.reads };
  }

  /** Whose requests these texts say to be another's. */
  const othersIn = (texts: readonly string[]): string[] =>
    texts.flatMap(
      (text) => /^The note for (\S+) says that it was prepared for/.exec(text)?.[1] ?? [],
    );

  test.each<[string, (world: World) => void, string[]]>([
    ['is said to be there', () => undefined, ['theirs']],
    ['may vanish: then nothing is said', ({ vault }) => vault.outside.remove(path), []],
    [
      'may give way to another: then that one is told',
      (world) => rewrite(world, path, (text) => text.replaceAll('theirs', 'another')),
      ['another'],
    ],
  ])('%s [GATE-11]', async (_what, change, ids) => {
    const { reads } = await looked(Infinity, change);
    expect(reads).toBeGreaterThan(1);
    for (let at = 1; at <= reads; at += 1) {
      const { bench } = await looked(at, change);
      const alerts = bench.engine.view().alerts.map(({ text }) => text);
      expect(othersIn(alerts), `read ${at}`).toEqual(ids);
      expect(othersIn(bench.world.notices), `read ${at}`).toEqual(ids);
      expect(bench.world.server.calls).toEqual([]);
    }
  });
});

test('a note that somebody brings in line at the very moment of the answer stays as they wrote it [GATE-4]', async () => {
  let beforeUpdate: (path: string) => void = () => undefined;
  const bench = await createPeopleBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const update: NoteStore['update'] = (path, change) => {
        beforeUpdate(path);
        return store.update(path, change);
      };
      return { store: { ...store, update } };
    },
  });
  await planned(bench);
  bench.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
  await pressApprove(bench, await onlyReview(bench));
  const { requestId, shownDigest, unknownOutcome, path } = await onlyReview(bench);
  let theirs = '';
  beforeUpdate = (at) => {
    if (at !== path) return;
    beforeUpdate = () => undefined;
    rewrite(bench.world, path, (text) =>
      text.replace('status: outcome_unknown', 'status: pending'),
    );
    theirs = bench.world.note(path);
  };
  const attemptId = unknownOutcome?.attemptId ?? '';
  const said = { requestId, attemptId, happened: false, shownDigest, gesture: press(bench) };
  expect(await bench.engine.personActions.confirmUnknown(said)).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(theirs).toContain('status: pending');
  expect(bench.world.note(path)).toBe(theirs);
});
