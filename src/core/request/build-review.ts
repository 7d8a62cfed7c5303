import { canonicalJson, sha256Hex } from '../digest.js';
import type { Problem } from '../errors.js';
import type { Json } from '../json.js';
import type { RequestPlace } from '../mission/summaries.js';
import { showInvisible } from './show-invisible.js';
import type { ArgumentChange, ArgumentView, AttemptView, Review } from './review.js';
import { textsIn } from './digests.js';
import type { ActionRequest } from './request.js';

/** What of a review does not stand in the note. */
export interface ReviewState {
  readonly place: RequestPlace;
  readonly blocked: Problem | null;
  readonly attempts: readonly AttemptView[];
  readonly asks: boolean;
  readonly heldUntilMs: number | null;
  /** The vault path that a text names, if any (`NoteStore.vaultPathOf`). */
  readonly vaultPathOf: (text: string) => string | null;
}

/** One exact call as a person reads it, from the note's bytes. */
export function buildReview(request: ActionRequest, state: ReviewState): Review {
  const { vaultPathOf, ...known } = state;
  const pinned = new Set(Object.keys(request.machine.completion?.files ?? {}));
  return {
    ...known,
    requestId: request.requestId,
    path: request.path,
    planId: request.planId,
    stepId: request.stepId,
    actionType: request.actionType,
    targetRecipient: showInvisible(request.targetRecipient),
    recipientIsInCall: namesRecipient(request),
    rationale: showInvisible(request.rationale),
    createdDate: request.createdDate,
    expires: request.expires,
    bridge: request.call.bridge,
    tool: request.call.tool,
    arguments: argumentViews(request, (text) => {
      const path = vaultPathOf(text);
      return path !== null && pinned.has(path) ? path : null;
    }),
    shownDigest: sha256Hex(request.text),
    request,
  };
}

function namesRecipient({ call, targetRecipient }: ActionRequest): boolean {
  const wanted = targetRecipient.trim().toLowerCase();
  return textsIn(call.arguments).some((text) => text.toLowerCase().includes(wanted));
}

function argumentViews(
  request: ActionRequest,
  pinnedPath: (text: string) => string | null,
): readonly ArgumentView[] {
  return Object.entries(request.call.arguments).map(([name, value]) => ({
    name: showInvisible(name),
    text: valueText(value),
    files: [...new Set(textsIn({ [name]: value }).flatMap((text) => pinnedPath(text) ?? []))],
  }));
}

/** A text as it is, anything else as JSON; nothing in it is invisible. */
function valueText(value: Json): string {
  return showInvisible(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

/**
 * What differs between a request as it was shown and as it is now, argument by argument; empty only
 * when nothing that a person reads or approves differs.
 */
export function compareRequests(
  before: ActionRequest,
  after: ActionRequest,
): readonly ArgumentChange[] {
  const a = readable(before);
  const b = readable(after);
  const names = [...new Set([...a.keys(), ...b.keys()])];
  const changes = names.flatMap((name) => {
    const change = { name, before: a.get(name) ?? null, after: b.get(name) ?? null };
    return change.before === change.after ? [] : [change];
  });
  if (changes.length > 0 || before.text === after.text) return changes;
  return [{ name: 'the note’s other text', ...differingLines(before.text, after.text) }];
}

/** The lines in which two texts differ, from the first to the last such line. */
function differingLines(before: string, after: string): Omit<ArgumentChange, 'name'> {
  const a = before.split('\n');
  const b = after.split('\n');
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = (lines: readonly string[]): string | null => {
    const differing = lines.slice(head, lines.length - tail);
    return differing.length === 0 ? null : showInvisible(differing.join('\n'));
  };
  return { before: middle(a), after: middle(b) };
}

function readable(request: ActionRequest): Map<string, string> {
  const { completion } = request.machine;
  const fields: [string, string | null][] = [
    ['recipient', request.targetRecipient],
    ['rationale', request.rationale],
    ['action type', request.actionType],
    ['plan', request.planId],
    ['step', request.stepId],
    ['expires', request.expires],
    ['request id', request.requestId],
    ['bridge', request.call.bridge],
    ['tool', request.call.tool],
    ['what the bridge reaches', completion?.bridge_digest ?? null],
    ['the tool’s definition', completion?.tool_digest ?? null],
    ['attached files', completion ? canonicalJson(completion.files) : null],
    ['what counts as success', completion?.success ?? null],
    ['earlier attempts', completion?.attempts.join(', ') || null],
  ];
  const present = fields.filter((field): field is [string, string] => field[1] !== null);
  const args = Object.entries(request.call.arguments).map(([name, value]): [string, string] => [
    `argument ${showInvisible(name)}`,
    valueText(value),
  ]);
  return new Map([
    ...present.map(([name, text]): [string, string] => [name, showInvisible(text)]),
    ...args,
  ]);
}
