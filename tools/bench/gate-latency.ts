import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { success } from '../../test/support/memory/memory-bridges.js';
import { createDiskVault, startOnDisk, type DiskExecutor } from './disk-vault.js';
import {
  folders,
  numbers,
  planNote,
  requestNote,
} from '../../test/support/builders/numbered-notes.js';
import { durationRow, numberRow, p99Below, type Benchmark, type Row } from './row.js';
import { heapInUse, insist, millisecondsOf, spreadOf } from './timing.js';

const moves = 1_000;
const movesAtOnce = 2_000;
/** A fifth of what 2,000 approvals took when each decision had a sync of its own. */
const lastCallWithin = 4_000;
/** Product promise: "reacts to a move in well under a second". */
const wellUnderASecond = 250;

/** When, by the monotonic clock, each request was moved, seen in Approved, called, and filed. */
interface Moments {
  readonly moved: Map<string, number>;
  readonly seen: Map<string, number>;
  readonly called: Map<string, number>;
  /** Told of each request whose outcome is in all notes. */
  onFiled: (requestId: string) => void;
}

/** From a move into Approved to the call: real disk, real watcher, fsynced ledger, free server. */
export const gateLatency: Benchmark = {
  name: 'gate-latency',
  run: async () => [...(await oneByOne()), ...(await allAtOnce())],
};

async function oneByOne(): Promise<readonly Row[]> {
  return withRequests(moves, async (root, executor, moments) => {
    const whole: number[] = [];
    for (const number of numbers(1, moves)) {
      const { requestId } = requestNote(number);
      const time = await millisecondsOf(
        () =>
          new Promise<void>((resolve) => {
            moments.onFiled = (filed) => {
              if (filed === requestId) resolve();
            };
            approve(root, requestId, moments);
          }),
      );
      whole.push(time);
      await executor.engine.idle();
    }
    const sinceSeen = numbers(1, moves).map((number) => gap(moments.seen, moments.called, number));
    const sinceMove = numbers(1, moves).map((number) => gap(moments.moved, moments.called, number));
    const moved = `${moves} moves, one by one`;
    return [
      durationRow(`${moved}: seen in Approved → tools/call`, spreadOf(sinceSeen)),
      durationRow(
        `${moved}: rename() outside → tools/call`,
        spreadOf(sinceMove),
        p99Below(wellUnderASecond),
      ),
      durationRow(`${moved}: rename() outside → filed, plan written`, spreadOf(whole)),
    ];
  });
}

async function allAtOnce(): Promise<readonly Row[]> {
  return withRequests(movesAtOnce, async (root, _executor, moments) => {
    const filed = new Set<string>();
    const heapBefore = await heapInUse();
    let most = heapBefore;
    const all = await millisecondsOf(
      () =>
        new Promise<void>((resolve) => {
          moments.onFiled = (requestId) => {
            filed.add(requestId);
            most = Math.max(most, process.memoryUsage().heapUsed);
            if (filed.size === movesAtOnce) resolve();
          };
          for (const number of numbers(1, movesAtOnce)) {
            approve(root, requestNote(number).requestId, moments);
          }
        }),
    );
    const start = Math.min(...moments.moved.values());
    const calls = [...moments.called.values()].map((at) => at - start);
    const seenFirst = byTime(moments.seen);
    const late = byTime(moments.called).map((id, place) => Math.abs(seenFirst.indexOf(id) - place));
    return [
      durationRow(
        `${movesAtOnce} moves at once: first rename() → last tools/call`,
        spreadOf([Math.max(...calls)]),
        p99Below(lastCallWithin),
      ),
      durationRow(
        `${movesAtOnce} moves at once: first rename() → each tools/call`,
        spreadOf(calls),
      ),
      durationRow(`${movesAtOnce} moves at once: first rename() → last one filed`, spreadOf([all])),
      numberRow(
        `${movesAtOnce} moves at once: places between being seen and called`,
        spreadOf(late),
        '',
      ),
      numberRow(
        `${movesAtOnce} moves at once: most heap meanwhile`,
        spreadOf([(most - heapBefore) / 1e6]),
        'MB',
      ),
    ];
  });
}

/** A vault with a request for each of as many plans, completed and waiting. */
async function withRequests(
  moves: number,
  measure: (root: string, executor: DiskExecutor, moments: Moments) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const vault = await createDiskVault(
    numbers(1, moves).flatMap((number) => [planNote(number), requestNote(number)]),
  );
  const moments: Moments = {
    moved: new Map(),
    seen: new Map(),
    called: new Map(),
    onFiled: () => undefined,
  };
  const executor = await startOnDisk(vault, {
    store: (store) => ({
      ...store,
      watch: (onChange) =>
        store.watch((path) => {
          if (path.startsWith(`${folders.approved}/`)) moments.seen.set(path, performance.now());
          onChange(path);
        }),
    }),
    ledger: (ledger) => ({
      ...ledger,
      async append(records, durable) {
        const appended = await ledger.append(records, durable);
        for (const record of records) {
          const { kind, id } = record as { readonly kind: string; readonly id?: string };
          if (kind === 'filed' && id !== undefined) moments.onFiled(id);
        }
        return appended;
      },
    }),
  });
  executor.server.answer = ({ requestId }) => {
    moments.called.set(pathInApproved(requestId), performance.now());
    return success;
  };
  try {
    await executor.engine.idle();
    const rows = await measure(vault.root, executor, moments);
    await executor.engine.idle();
    const ids = executor.server.calls.map(({ requestId }) => requestId);
    insist(ids.length === moves, `${ids.length} calls were made for ${moves} moves`);
    insist(new Set(ids).size === moves, 'a request was called twice');
    insist(executor.engine.view().waiting.length === 0, 'a request was left over');
    return rows;
  } finally {
    await executor.stop();
    await vault.remove();
  }
}

/** What a person does in a file manager. */
function approve(root: string, requestId: string, moments: Moments): void {
  const path = pathInApproved(requestId);
  moments.moved.set(path, performance.now());
  renameSync(join(root, folders.pending, `${requestId}.md`), join(root, path));
}

function pathInApproved(requestId: string): string {
  return `${folders.approved}/${requestId}.md`;
}

function gap(
  from: ReadonlyMap<string, number>,
  to: ReadonlyMap<string, number>,
  number: number,
): number {
  const path = pathInApproved(requestNote(number).requestId);
  const [start, end] = [from.get(path), to.get(path)];
  if (start === undefined || end === undefined) throw new Error(`${path} was never seen or called`);
  return end - start;
}

/** Paths in the order of their moments. */
function byTime(moments: ReadonlyMap<string, number>): readonly string[] {
  return [...moments].sort(([, a], [, b]) => a - b).map(([path]) => path);
}
