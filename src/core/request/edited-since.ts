import { canonicalJson } from '../digest.js';
import type { Json } from '../json.js';
import { parseRequest } from './parse-request.js';
import type { ActionRequest } from './request.js';
import type { ProposedCall } from './action/proposed-call.js';

export type EditedPart = 'block' | 'properties';

export const editedParts: readonly (EditedPart | null)[] = [null, 'block', 'properties'];

/** Returns which part of a request's note was edited after the call. Null if none was. */
export function editedSince(
  request: ActionRequest,
  { s, note }: { readonly s: string; readonly note: string },
): EditedPart | null {
  if (callOf(request.call) !== callOf(JSON.parse(s) as ProposedCall)) return 'block';
  const { request: sent } = parseRequest(note, request.path);
  return sent === null || propertiesOf(sent) === propertiesOf(request) ? null : 'properties';
}

function callOf({ bridge, tool, arguments: args }: ProposedCall): string {
  return canonicalJson({ bridge, tool, args });
}

function propertiesOf(request: ActionRequest): string {
  const { actionType, targetRecipient, planId, stepId, rationale, expires } = request;
  return canonicalJson([
    actionType,
    targetRecipient,
    planId,
    stepId,
    rationale,
    expires,
  ] satisfies Json);
}
