import { recordedMs } from '../core/instant.js';
import { baseName } from '../core/note/file-name.js';
import { isPractice } from '../core/request/digests.js';
import type { RequestFacts } from '../core/request/ledger-facts.js';
import type { RequestState, WaitsFor } from '../core/request/request-state.js';
import { isConfig } from './context.js';
import { heldUntil } from './gate/arrival.js';
import type { GateContext } from './gate/dispatch.js';
import { unansweredIds } from './gate/doubts.js';
import { movedNote } from './gate/request-notes.js';
import type { Waiting } from './gate/verdict.js';

/** What became of a request: its records first, then where its note is, then what the gate said of it last. */
export function stateOfRequest(context: GateContext, id: string): RequestState {
  const facts = context.book.facts.request(id);
  return (facts && stateInLedger(facts)) ?? openState(context, id, facts);
}

/** How it ended, or that its call was begun; `null`: neither. */
function stateInLedger({ intent, outcome, voided }: RequestFacts): RequestState | null {
  if (intent && !outcome) return { is: 'running', isPractice: isPractice(intent) };
  if (intent && outcome) {
    const { successor = null, reason, audit } = outcome;
    switch (outcome.outcome) {
      case 'executed':
        return { is: 'executed', isPractice: isPractice(intent), atMs: recordedMs(audit) };
      case 'not_executed':
        return { is: 'returned', reason, successor };
      case 'unknown':
        return { is: 'unknown', isPractice: isPractice(intent), successor };
    }
  }
  if (!voided) return null;
  const { why, reason, successor = null } = voided;
  return why === 'returned' ? { is: 'returned', reason, successor } : { is: 'ended', why };
}

function openState(
  context: GateContext,
  id: string,
  facts: RequestFacts | undefined,
): RequestState {
  const place = context.index
    .requestPaths(id)
    .flatMap((path) => context.index.requestAt(path)?.place ?? [])[0];
  if (context.holds.get(id) || heldUntil(context, id) !== null) return { is: 'held' };
  // Approved here, it is so from that record on, wherever its note is just now.
  if (place !== 'approved' && !facts?.approved) {
    return { is: place === undefined ? 'gone' : 'waiting' };
  }
  const verdict = context.verdicts.of(id);
  if (verdict !== 'problem' && verdict?.do === 'ask') return { is: 'asks' };
  const waitsFor = isPaused(context) ? ({ what: 'resume' } as const) : waitsForOf(verdict);
  return waitsFor ? { is: 'waits_for', waitsFor } : { is: 'approved' };
}

/** What a verdict of the gate waits for; `null`: there is none yet. */
function waitsForOf(verdict: Waiting | 'problem' | undefined): WaitsFor | null {
  if (verdict === undefined) return null;
  if (verdict === 'problem') return { what: 'other' };
  const { code, step, againAt } = verdict;
  if (step !== undefined) return { what: 'step', position: step };
  if (code === 'over_budget') return { what: 'limit', untilMs: againAt ?? null };
  // It was resumed, and is looked at again.
  return code === 'executor_paused' ? null : { what: 'other' };
}

function isPaused({ config }: GateContext): boolean {
  const known = config();
  return isConfig(known) && known.paused;
}

/** Where the note of a request is, or of the one that came back in its place; `null`: nowhere that is known. */
export async function noteOfRequest(context: GateContext, id: string): Promise<string | null> {
  const { index, folders, book } = context;
  const facts = book.facts.request(id);
  const successor = facts?.outcome?.successor ?? facts?.voided?.successor;
  const [open] = [id, ...(successor === undefined ? [] : [successor])].flatMap((each) =>
    index.requestPaths(each),
  );
  if (open !== undefined) return open;
  const path = facts?.intent?.path ?? facts?.voided?.path;
  const name = path === undefined ? id : baseName(path);
  return (
    (await movedNote(context, folders.doneActions, id, name)) ??
    (await movedNote(context, folders.archive, id, name))
  );
}

/** The attempts of which a person still has to say whether they happened, by the requests that ask; and where those are. */
export function unknownOutcomes(
  context: GateContext,
): readonly { readonly requestId: string; readonly path: string | null }[] {
  return unansweredIds(context).map((requestId) => ({
    requestId,
    path: context.index.requestPaths(requestId)[0] ?? null,
  }));
}
