import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../../../support/memory/virtual-clock.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';
import {
  approveAndStop,
  createPair,
  pressTakeOver,
  startOther,
  type Pair,
} from '../../../../support/engine/two-computers.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  calledIds,
  deafTo,
  idOf,
  inApproved,
  planned,
  restart,
  rewrite,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import {
  earlierAudit,
  earlierEpoch,
  tellOfEarlierLedger,
} from '../../../../support/engine/earlier-ledger.js';
import {
  approveAll,
  bring,
  epochIn,
  ofVault,
  preparedFor,
  preparedNowhere,
  preparedThere,
  tellEachOther,
  unprepared,
  withNewcomer,
  withoutPreparation,
} from '../../../../support/engine/newcomer.js';

const isLogOrDone = (path: string): boolean => /^(?:Logs|Done)\//.test(path);
const day = 24 * 3_600_000;

/** The first prepared it and is off; at the second, an agent drops that and a person takes over. */
async function takenOverWhileOff() {
  const pair = await withNewcomer();
  const { first, other, sync } = pair;
  const path = await standalone(first);
  const id = idOf(first.world, path);
  await sync('first');
  await first.engine.stop();
  await bring([other], path, withoutPreparation(other.world.note(path)));
  expect((await pressTakeOver(other)).taken.ok).toBe(true);
  const acting = epochIn(other.file);
  expect(preparedFor(other, path)).toBe(acting);
  await sync('other');
  await restartPeople(first);
  await quiet(first.engine);
  return { ...pair, path, id, acting };
}

describe('a ledger that was taken over while it was off', () => {
  test('leaves alone what came back from it at the acting one, which asks whether it happened [HOST-6] [GATE-2] [GATE-11]', async () => {
    const { first, other, path, id, acting } = await takenOverWhileOff();
    expect(ofVault(first)).toMatchObject(preparedThere);
    expect(preparedFor(first, path)).toBe(acting);
    const successor = idOf(first.world, path);
    expect(successor).not.toBe(id);
    expect(alertsOf(first, successor)).toMatchObject([{ kind: 'other_device' }]);
    await approveAll(first);
    await approveAll(other);
    expect(calledIds(first.world)).toEqual([]);
    const review = await onlyReview(other);
    expect(review.attempts).toMatchObject([{ id }]);
    await pressApprove(other, review, [id]);
    expect(calledIds(first.world)).toEqual([successor]);
  });

  test('prepares not even what it once prepared, when its last line is gone', async () => {
    const { first, path } = await takenOverWhileOff();
    const text = withoutPreparation(first.world.note(path));
    await bring([first], path, text);
    expect(first.world.note(path)).toBe(text);
  });

  test('and the acting one do not overwrite each other’s notes', async () => {
    const { first, other, sync, path, acting } = await takenOverWhileOff();
    for (const from of ['first', 'other', 'first', 'other'] as const) {
      await sync(from);
      expect([preparedFor(first, path), preparedFor(other, path)]).toEqual([acting, acting]);
    }
  });

  test('leaves alone what came back there, and was prepared by the acting one [HOST-6] [GATE-2] [GATE-11]', async () => {
    const { first, other, sync } = await withNewcomer();
    const { path, text } = await unprepared(first, 'By hand');
    first.world.server.reachable = false;
    await bring([first], inApproved(path), text);
    const back = first.world.only('Pending_Approval');
    const id = idOf(first.world, back);
    await sync('first');
    await first.engine.stop();
    first.world.server.reachable = true;
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    expect(idOf(other.world, back)).toBe(id);
    const acting = epochIn(other.file);
    expect(preparedFor(other, back)).toBe(acting);
    await sync('other');
    await restartPeople(first);
    await quiet(first.engine);
    expect(preparedFor(first, back)).toBe(acting);
    await approveAll(other);
    await approveAll(first);
    expect(calledIds(first.world)).toEqual([id]);
  });

  test('runs nothing that was checked and run after the take-over [HOST-6] [GATE-11]', async () => {
    const { first, other, sync } = await withNewcomer();
    await standalone(first);
    await sync('first');
    await approveAndStop(first);
    await pressTakeOver(other);
    const review = await onlyReview(other);
    const checked = review.attempts.map(({ id }) => id);
    expect((await pressApprove(other, review, checked)).ok).toBe(true);
    expect(calledIds(first.world)).toEqual([review.requestId]);
    // What the first approved was never synced away.
    for (const path of [...other.vault.entries.keys()].filter(isLogOrDone)) {
      first.world.vault.outside.write(path, other.world.note(path));
    }
    await restartPeople(first);
    await quiet(first.engine);
    expect(ofVault(first)).toMatchObject(preparedThere);
    expect(calledIds(first.world)).toEqual([review.requestId]);
  });
});

test('a take-over is heard right before a call, also where no watcher tells of it [HOST-6] [GATE-11]', async () => {
  const bench = await createPeopleBench();
  await restart(bench, deafTo(earlierAudit)(bench.world));
  const path = await standalone(bench);
  const epoch = preparedFor(bench, path) ?? '';
  const id = idOf(bench.world, path);
  tellOfEarlierLedger(bench.world, { over: [epoch], number: 2 });
  bench.world.config = { ...bench.world.config, trustMoves: true };
  bench.world.vault.outside.move(path, inApproved(path));
  await quiet(bench.engine);
  expect(calledIds(bench.world)).toEqual([]);
  expect(alertsOf(bench, id)).toMatchObject([{ kind: 'waits' }]);
});

test('of a note that both had prepared, an older copy asks at the one that took over, and runs once [HOST-6] [GATE-2]', async () => {
  const { first, other, sync } = await createPair();
  const paths = new Map<PeopleBench, string>();
  for (const [bench, title] of [[first, 'one'] as const, [other, 'two'] as const]) {
    const mail = { title, arguments: { to: 'a@example.com', subject: title } };
    paths.set(bench, await standalone(bench, mail));
  }
  await tellEachOther({ first, other });
  for (const bench of [first, other]) expect(ofVault(bench)).toMatchObject(preparedNowhere);
  expect((await pressTakeOver(first)).taken.ok).toBe(true);
  await sync('first', (changed) => changed.startsWith('Logs/'));
  const [idle, acting] = [other, first];
  expect(ofVault(idle)).toMatchObject(preparedThere);

  const path = paths.get(idle) ?? '';
  const id = idOf(idle.world, path);
  await bring([acting], path, withoutPreparation(idle.world.note(path)));
  const prepared = acting.world.note(path);
  await bring([idle], path, prepared);
  expect(idle.world.note(path)).toBe(prepared);
  await approveAll(idle);
  expect(calledIds(first.world)).toEqual([]);
  const successor = idOf(acting.world, path);
  const reviews = await acting.engine.reviews(10);
  const review = reviews.find(({ requestId }) => requestId === successor);
  expect(review?.attempts).toMatchObject([{ id }]);
  if (review) await pressApprove(acting, review, [id]);
  expect(calledIds(first.world)).toEqual([successor]);
});

describe('while the bridge connects', () => {
  /** Something happens at the next look at the bridge. */
  function meanwhile({ world: { server } }: PeopleBench, happens: () => void): void {
    server.duringInspect = () => {
      server.duringInspect = () => undefined;
      happens();
    };
  }

  /** A request by hand, and the same note as another ledger prepares it. */
  async function preparedElsewhere(bench: PeopleBench) {
    const request = await unprepared(bench, 'By hand');
    const { path, text, id } = request;
    await bring([bench], path, text.replaceAll(id, 'like-it'));
    const like = bench.world.note(path);
    bench.world.vault.outside.remove(path);
    await quiet(bench.engine);
    const theirs = like
      .replaceAll('like-it', id)
      .replace(/"epoch":"[^"]*"/, `"epoch":"${earlierEpoch}"`);
    return { ...request, theirs };
  }

  test('another ledger may be heard of: then nothing is prepared [HOST-6]', async () => {
    const bench = await createPeopleBench();
    const { path, text } = await unprepared(bench, 'By hand');
    meanwhile(bench, () => {
      tellOfEarlierLedger(bench.world);
    });
    await bring([bench], path, text);
    expect(ofVault(bench)).toMatchObject(preparedNowhere);
    expect(bench.world.note(path)).toBe(text);
  });

  test('sync may bring the note as the acting ledger prepared it: then it is left as it is [HOST-6]', async () => {
    const bench = await createPeopleBench();
    const { path, text, theirs } = await preparedElsewhere(bench);
    meanwhile(bench, () => {
      tellOfEarlierLedger(bench.world);
      bench.world.vault.outside.write(path, theirs);
    });
    await bring([bench], path, text);
    expect(bench.world.note(path)).toBe(theirs);
  });

  test('sync may bring the note before it tells of the ledger: it is not known here as ours', async () => {
    const bench = await createPeopleBench();
    const { path, text, id, theirs } = await preparedElsewhere(bench);
    meanwhile(bench, () => {
      bench.world.vault.outside.write(path, theirs);
    });
    await bring([bench], path, text);
    expect(bench.world.note(path)).toBe(theirs);
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'other_device' }]);
  });
});

test('a note that another ledger of the vault prepared is its own, under an id that the acting one knows', async () => {
  const bench = await createPeopleBench();
  const path = await standalone(bench);
  tellOfEarlierLedger(bench.world, { number: 2 });
  await quiet(bench.engine);
  rewrite(bench.world, path, (text) =>
    text.replace(/"epoch":"[^"]*"/, `"epoch":"${earlierEpoch}"`),
  );
  const text = bench.world.note(path);
  await quiet(bench.engine);
  expect(bench.world.note(path)).toBe(text);
});

describe('a computer that does not act', () => {
  test('prepares no note that only says to be prepared there', async () => {
    const bench = await createPeopleBench();
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    const copied = bench.world.note(path).replaceAll(id, 'by-hand');
    tellOfEarlierLedger(bench.world);
    await quiet(bench.engine);
    bench.world.vault.outside.remove(path);
    await bring([bench], path.replace('.md', '-copy.md'), copied);
    const prepared = bench.world
      .records()
      .flatMap((one) => (one.kind === 'completed' ? [one.id] : []));
    expect(prepared).toEqual([id]);
  });

  test('neither renames nor prepares what it rejected and the acting one prepared [HOST-6] [GATE-2]', async () => {
    const { first, other, sync } = await withNewcomer();
    const { path, text, id } = await unprepared(first, 'By hand');
    await bring([first, other], path, text);
    expect((await other.engine.personActions.reject({ requestId: id, reason: 'no' })).ok).toBe(
      true,
    );
    await quiet(other.engine);
    // Sync: a change wins over a move away.
    await bring([other], path, first.world.note(path));
    const there = other.world.only('Pending_Approval');
    expect(idOf(other.world, there)).toBe(id);
    expect(preparedFor(other, there)).toBe(epochIn(first.world.ledgerFile));
    await approveAll(first);
    await sync('first', isLogOrDone);
    expect(await approveAll(other)).toEqual([`The id ${id} has already been used.`]);
    expect(calledIds(first.world)).toEqual([id]);
  });

  test('connects to no bridge for what the acting one is to prepare', async () => {
    const { first, other } = await withNewcomer();
    const { path, text } = await unprepared(first, 'By hand');
    const looks: string[] = [];
    first.world.server.duringInspect = () => void looks.push(path);
    await bring([other], path, text);
    expect(looks).toEqual([]);
  });

  test('leaves a line that an agent writes into a new request as it is', async () => {
    const { first, other } = await withNewcomer();
    const { path, text, id } = await unprepared(first, 'By hand');
    const marked = `${text.trimEnd()}\n\n%% countersign {"stamp":"x"} %%\n`;
    await bring([first, other], path, marked);
    expect(other.world.only('Pending_Approval')).toBe(path);
    expect(idOf(other.world, path)).toBe(id);
    expect(preparedFor(other, path)).toBeNull();
  });

  test('marks no expiry of what the acting one is to prepare: its clock may be ahead', async () => {
    const pair = await withNewcomer();
    const { first, other } = pair;
    const expires = new Date(first.world.clock.now() + day).toISOString().replace(/\.\d+Z/, 'Z');
    const path = await standalone(first, { title: 'By hand', expires });
    const text = withoutPreparation(first.world.note(path));
    await other.engine.stop();
    const clock = virtualClock();
    await clock.advance(first.world.clock.now() - clock.now() + 2 * day);
    other.engine = await startOther(pair, undefined, { clock });
    await bring([other], path, text);
    expect(other.world.note(path)).toBe(text);
  });

  /** Sync brings the request before the plan: in the older plan of the second, its step is done. */
  async function onOlderPlan(): Promise<Pair & { path: string; id: string }> {
    const pair = await withNewcomer();
    const { first, other } = pair;
    const path = await planned(first);
    const plan = first.world.only('Plans');
    other.vault.outside.write(plan, first.world.note(plan));
    rewrite(other.world, plan, (text) => text.replace(/\[ \]([^\n]*✋)/u, '[x]$1'));
    await quiet(other.engine);
    await bring([other], path, withoutPreparation(first.world.note(path)));
    return { ...pair, path, id: idOf(first.world, path) };
  }

  test('withdraws nothing that the acting one is to prepare, on its older plan', async () => {
    const { first, other, id } = await onOlderPlan();
    await first.engine.stop();
    const plan = first.world.only('Plans');
    await bring([other], plan, first.world.note(plan));
    expect(other.world.paths('Archive')).toEqual([]);
    expect(other.file.text).not.toContain('"kind":"voided"');
    expect(idOf(other.world, other.world.only('Pending_Approval'))).toBe(id);
  });

  test('archives nothing that a person approved for the acting one [HOST-6]', async () => {
    const { first, id, sync } = await onOlderPlan();
    first.world.config = { ...first.world.config, paused: true };
    expect((await pressApprove(first, await onlyReview(first))).ok).toBe(true);
    await sync('first');
    await sync('other');
    first.world.config = { ...first.world.config, paused: false };
    first.engine.lookAtEverything();
    for (let days = 0; days < 2; days += 1) {
      await quiet(first.engine);
      await first.world.clock.advance(25 * 3_600_000);
    }
    await quiet(first.engine);
    expect(first.engine.view().alerts).toMatchObject([{ kind: 'other_device' }]);
    expect(first.world.paths('Archive')).toEqual([]);
    expect(calledIds(first.world)).toEqual([id]);
  });
});
