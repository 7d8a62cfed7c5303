import type { FrontMatter } from '../note/front-matter/front-matter.js';
import type { ProposedCall } from './action/proposed-call.js';

export const requestStatuses = [
  'pending',
  'approved',
  'executed',
  'not_executed',
  'outcome_unknown',
  'rejected',
  'withdrawn',
  'expired',
  'invalid',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** What the executor adds to a request before it can be approved (docs/gate.md, "Prepare and sign"). */
export interface Preparation {
  readonly epoch: string;
  readonly bridge_digest: string;
  readonly tool_digest: string;
  /** Maps the vault path of each attached file to the SHA-256 of its bytes. */
  readonly files: Readonly<Record<string, string>>;
  readonly file_state?: string;
  readonly success: string | null;
  /** Random characters. They make all earlier stamps invalid. */
  readonly nonce?: string;
  readonly attempts: readonly string[];
}

export interface MachineFields {
  readonly preparation: Preparation | null;
  readonly confirms: readonly string[] | null;
  readonly stamp: string | null;
}

export interface ActionRequest {
  readonly path: string;
  readonly text: string;
  readonly frontMatter: FrontMatter;
  readonly requestId: string;
  readonly actionType: string;
  readonly targetRecipient: string;
  /** Null for a request without a plan. */
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly rationale: string;
  readonly createdDate: string;
  readonly status: string;
  /** ISO-8601. Null if the request never expires. */
  readonly expires: string | null;
  readonly supersedes: string | null;
  readonly call: ProposedCall;
  readonly machine: MachineFields;
}
