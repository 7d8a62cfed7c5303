import type { CallReport } from '../../../src/core/request/outcome/call-report.js';
import { success } from '../memory/memory-bridges.js';
import { alertsOf, idOf, planned } from './gate-bench.js';
import { quiet } from './world.js';
import {
  onlyReview,
  press,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from './people-bench.js';

/** What a bridge reports whose server ended during the call. */
export const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };
export const dayMs = 24 * 3_600_000;

/** A request that asks whether an attempt happened. */
export interface Question {
  readonly attempt: string;
  readonly id: string;
  readonly path: string;
}

/** Such a request; without its bridge it is not prepared before that is there again. */
export async function inDoubt(bench: PeopleBench, { reachable = true } = {}): Promise<Question> {
  const attempt = idOf(bench.world, await planned(bench));
  const { server } = bench.world;
  server.answer = () => {
    server.reachable = reachable;
    return lost;
  };
  await pressApprove(bench, await onlyReview(bench));
  server.answer = () => success;
  const path = bench.world.only('Pending_Approval');
  return { attempt, id: idOf(bench.world, path), path };
}

/** Time goes by. */
export async function wait(bench: PeopleBench, ms: number): Promise<void> {
  await bench.world.clock.advance(ms);
  await quiet(bench.engine);
}

/** Something deletes the note, and that is noticed. */
export async function lose(bench: PeopleBench, path: string): Promise<string> {
  const text = bench.world.note(path);
  bench.world.vault.outside.remove(path);
  await quiet(bench.engine);
  await wait(bench, 6_000);
  return text;
}

/** Something moves the note to Rejected, and deletes it there. */
export async function bury(bench: PeopleBench, { path }: Question): Promise<void> {
  bench.world.vault.outside.move(path, path.replace(/^[^/]+/, 'Rejected'));
  await quiet(bench.engine);
  await lose(bench, bench.world.only('Rejected'));
  await restartPeople(bench);
}

/** A person presses “Bring the note back”. */
export async function bringBack(bench: PeopleBench, requestId: string) {
  const back = await bench.engine.personActions.bringBack({ requestId });
  await quiet(bench.engine);
  return back;
}

/** A person answers the card that is there. */
export async function answer(bench: PeopleBench, happened: boolean) {
  const { requestId, shownDigest, unknownOutcome } = await onlyReview(bench);
  const attemptId = unknownOutcome?.attemptId ?? '';
  const said = { requestId, attemptId, happened, shownDigest, gesture: press(bench) };
  const result = await bench.engine.personActions.confirmUnknown(said);
  await quiet(bench.engine);
  return result;
}

/** What the alerts of a request offer to do. */
export const offersOf = (bench: PeopleBench, id: string) =>
  alertsOf(bench, id).flatMap(({ offers }) => offers ?? []);
