import { canonicalJson, sha256Hex } from '../../digest.js';
import type { JsonObject } from '../../json.js';
import type { ActionRequest } from '../request.js';
import type { ProposedCall } from '../action/proposed-call.js';

/** Everything that a person's approval covers (`S` in docs/gate.md). */
export interface SignedContent {
  /** Canonical JSON (RFC 8785). */
  readonly text: string;
  readonly digest: string;
}

/** Builds the signed content. Null while the request is not prepared. */
export function signedContent(request: ActionRequest, vaultId: string): SignedContent | null {
  const { preparation, confirms } = request.machine;
  if (!preparation) return null;
  const text = canonicalJson({
    v: 2,
    vault_id: vaultId,
    epoch: preparation.epoch,
    request_id: request.requestId,
    plan_id: request.planId,
    step_id: request.stepId,
    action_type: request.actionType,
    target_recipient: request.targetRecipient,
    rationale: request.rationale,
    bridge: request.call.bridge,
    bridge_digest: preparation.bridge_digest,
    tool: request.call.tool,
    tool_digest: preparation.tool_digest,
    arguments: request.call.arguments,
    files: preparation.files,
    ...(preparation.file_state === undefined ? {} : { file_state: preparation.file_state }),
    success: preparation.success,
    ...(preparation.nonce === undefined ? {} : { nonce: preparation.nonce }),
    expires: request.expires,
    confirms: confirms,
  });
  return { text, digest: sha256Hex(text) };
}

/** Returns the SHA-256 (hex) of what a note proposes. */
export function proposalDigest(request: ActionRequest): string {
  const { requestId, planId, stepId, expires, call, actionType, targetRecipient, rationale } =
    request;
  const { bridge, tool, arguments: args } = call;
  const about = { requestId, planId, stepId, expires, actionType, targetRecipient, rationale };
  return sha256Hex(canonicalJson({ ...about, bridge, tool, arguments: args }));
}

export interface SignedCall extends ProposedCall {
  readonly files: Readonly<Record<string, string>>;
}

export function signedCall(text: string): SignedCall | null {
  try {
    const { bridge, tool, arguments: args, files } = JSON.parse(text) as Partial<SignedCall>;
    return bridge && tool && args && files ? { bridge, tool, arguments: args, files } : null;
  } catch {
    return null;
  }
}

export function signedArguments(content: SignedContent): JsonObject {
  return (JSON.parse(content.text) as { arguments: JsonObject }).arguments;
}
