import { canonicalJson, sha256Hex } from '../../../core/digest.js';
import { fail, type Problem } from '../../../core/errors.js';
import { readInstant } from '../../../core/time.js';
import type { Json } from '../../../core/json.js';
import { isRecordEntry } from '../../../core/reasoning/record-entry.js';
import { checkpointWarnings } from '../../../core/plan/rules/checkpoint-warnings.js';
import type {
  IncompleteRequest,
  PlanSummary,
  RequestFolder,
  RequestSummary,
} from '../../../core/mission/summaries.js';
import { isConflictCopy } from '../../../core/note/file-name.js';
import { readFrontMatter } from '../../../core/note/front-matter/front-matter.js';
import { looksLikePlan } from '../../../core/plan/imports/recognize-plan.js';
import { parsePlan } from '../../../core/plan/parse-plan.js';
import { isSetAside, type Plan } from '../../../core/plan/plan.js';
import { currentStep } from '../../../core/plan/step-order.js';
import { recipientsOf } from '../../../core/request/call-title.js';
import {
  bearsOurMarks,
  readExternalRequest,
} from '../../../core/request/imports/external-request.js';
import { incomingKind, type Incoming } from '../../../core/request/imports/note-form.js';
import { incompleteRequest } from '../../../core/request/imports/incomplete-request.js';
import { parseRequest } from '../../../core/request/parse-request.js';
import type { ActionRequest } from '../../../core/request/request.js';
import { callDigest } from '../../../core/request/action/digests.js';
import { proposalDigest } from '../../../core/request/approval/signed-content.js';
import type { ContractFolder } from '../../../core/settings/folders.js';

export type IndexEntry =
  | { readonly kind: 'plan'; readonly path: string; readonly plan: PlanSummary }
  | {
      readonly kind: 'request';
      readonly path: string;
      readonly request: RequestSummary;
      readonly stamp: string | null;
      readonly proposal: string;
      readonly call: string;
      /** The digest of everything that may not change after approval. */
      readonly content: string;
    }
  | {
      readonly kind: 'broken';
      readonly path: string;
      readonly of: 'plan' | 'request';
      readonly id: string | null;
      readonly problems: readonly Problem[];
    }
  /** A request without an action block or in an external format. */
  | {
      readonly kind: 'external';
      readonly path: string;
      readonly place: RequestFolder;
      readonly id: string | null;
      /** Null for a note in an external format. */
      readonly incomplete: IncompleteRequest | null;
    }
  | {
      readonly kind: 'other';
      readonly path: string;
      readonly place: ContractFolder;
      readonly incoming?: Incoming | null;
    }
  | { readonly kind: 'item'; readonly path: string };

export function readEntry(path: string, place: ContractFolder, text: string): IndexEntry | null {
  try {
    return entryOf(path, place, text);
  } catch (error) {
    // A bug made the reading fail. The index must still not keep the note's earlier entry.
    const of = place === 'plans' ? 'plan' : 'request';
    const id = namedIn(text, of === 'plan' ? 'task_id' : 'request_id');
    const said = `This note can’t be read: ${error instanceof Error ? error.message : String(error)}.`;
    const advice = 'Correct the note, and please report this.';
    return { kind: 'broken', path, of, id, problems: [fail('action_invalid', said, advice).error] };
  }
}

function entryOf(path: string, place: ContractFolder, text: string): IndexEntry | null {
  switch (place) {
    case 'plans':
      return readPlanEntry(path, text);
    case 'pending':
    case 'approved':
    case 'rejected':
      return readRequestEntry(path, place, text);
    case 'inbox':
    case 'needsAction':
      return { kind: 'item', path };
    default:
      return null;
  }
}

export function isSource(entry: IndexEntry): boolean {
  return entry.kind === 'item' || (entry.kind === 'other' && entry.place === 'plans');
}

export function brokenNotes(entries: Iterable<IndexEntry>): readonly Problem[] {
  return [...entries].flatMap((entry) => {
    const problem = entry.kind === 'broken' ? entry.problems[0] : undefined;
    return problem ? [{ ...problem, path: entry.path }] : [];
  });
}

export function needsLook(plan: PlanSummary): boolean {
  const isWorked = plan.status === 'Active' && plan.doneSteps < plan.steps.length;
  return !isWorked || plan.approval !== undefined || plan.warned || isConflictCopy(plan.path);
}

/** True for a note in Pending or Approved that is not a request in any format. */
export function isStray(
  entry: IndexEntry,
): entry is Extract<IndexEntry, { kind: 'other' }> & { readonly place: 'pending' | 'approved' } {
  return entry.kind === 'other' && (entry.place === 'pending' || entry.place === 'approved');
}

/** True when a note in Rejected is not one of Countersign's requests. */
export function isSetAsideNote(entry: IndexEntry): boolean {
  const isOther = entry.kind === 'other' || (entry.kind === 'external' && !entry.incomplete);
  return isOther && entry.place === 'rejected';
}

function readPlanEntry(path: string, text: string): IndexEntry {
  if (!looksLikePlan(text, path)) return { kind: 'other', path, place: 'plans' };
  const { plan, problems } = parsePlan(text, path);
  return plan
    ? { kind: 'plan', path, plan: summarizePlan(plan) }
    : { kind: 'broken', path, of: 'plan', id: namedIn(text, 'task_id'), problems };
}

function readRequestEntry(path: string, place: RequestFolder, text: string): IndexEntry {
  const external = readExternalRequest(text, path);
  if (external) {
    const incomplete = incompleteRequest(external, place);
    return { kind: 'external', path, place, id: external.requestId, incomplete };
  }
  const isOurs = /^type\s*:\s*["']?approval_request/m.test(text) || bearsOurMarks(text);
  if (!isOurs && !isBrokenExternal(text, path, place)) {
    return { kind: 'other', path, place, incoming: incomingAt(text, path) };
  }
  const { request, problems: found } = parseRequest(text, path);
  if (!request) {
    const problems = isOurs || !cameIn.test(text) || goesOut.test(text) ? found : found.map(orMove);
    return { kind: 'broken', path, of: 'request', id: namedIn(text, 'request_id'), problems };
  }
  const { status, machine } = request;
  const proposal = proposalDigest(request);
  const prepared = (machine.preparation ?? null) as unknown as Json;
  const content = sha256Hex(canonicalJson({ proposal, prepared, status }));
  const { stamp } = machine;
  const call = callDigest(request.call);
  const summary = summarizeRequest(request, place);
  return { kind: 'request', path, request: summary, stamp, proposal, call, content };
}

const cameIn = /^(?:from|sender|received|message_id)[ \t]*:/mu;
const goesOut = /^(?:to|recipient)[ \t]*:/mu;

function orMove(problem: Problem): Problem {
  const advice = `${problem.advice} If it is an incoming email or message, don’t correct it: move it to another folder.`;
  return { ...problem, advice };
}

function isBrokenExternal(text: string, path: string, place: RequestFolder): boolean {
  const front = readFrontMatter(text, path);
  return place !== 'rejected' && !front.ok && front.error.code !== 'front_matter_missing';
}

function incomingAt(text: string, path: string): Incoming | null {
  const front = readFrontMatter(text, path);
  return front.ok ? incomingKind(front.value) : null;
}

/** Without its id, the plan or request of a broken note would seem to be gone. */
function namedIn(text: string, key: string): string | null {
  return new RegExp(`^${key}[ \\t]*:[ \\t]*["']?([A-Za-z0-9_.-]+)`, 'm').exec(text)?.[1] ?? null;
}

export function summarizePlan(plan: Plan): PlanSummary {
  const steps = plan.steps.map(({ position, id, text, done, gated, after, mark }) => ({
    position,
    id,
    text,
    done,
    gated,
    after,
    ...(isSetAside(mark) ? { setAside: mark } : {}),
  }));
  const current = currentStep(plan);
  const last = plan.log.findLast((entry) => !isRecordEntry(entry));
  return {
    path: plan.path,
    planId: plan.taskId,
    sourceLink: plan.sourceLink,
    createdMs: readInstant(plan.createdDate)?.ms ?? 0,
    priority: plan.priority,
    status: plan.status,
    blockedReason: plan.blockedReason,
    objective: plan.objective,
    steps,
    warned: plan.warnings.length > 0 || checkpointWarnings(plan).length > 0,
    doneSteps: steps.filter(({ done }) => done).length,
    current: current ? (steps[current.position - 1] ?? null) : null,
    checkpoint: last ? `${last.action} — ${last.rationale}` : null,
  };
}

function summarizeRequest(request: ActionRequest, folder: RequestFolder): RequestSummary {
  return {
    path: request.path,
    folder,
    requestId: request.requestId,
    supersedes: request.supersedes,
    planId: request.planId,
    stepId: request.stepId,
    actionType: request.actionType,
    targetRecipient: request.targetRecipient,
    ...recipientsOf(request.call.arguments, request.targetRecipient),
    bridge: request.call.bridge,
    tool: request.call.tool,
    status: request.status,
    createdDate: request.createdDate,
    createdMs: readInstant(request.createdDate)?.ms ?? 0,
    expiresMs: request.expires === null ? null : (readInstant(request.expires)?.ms ?? null),
    ...(request.machine.preparation ? { epoch: request.machine.preparation.epoch } : {}),
    isStamped: request.machine.stamp !== null,
  };
}
