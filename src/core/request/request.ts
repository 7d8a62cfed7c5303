import type { FrontMatter } from '../note/front-matter/front-matter.js';
import type { ProposedCall } from './action/proposed-call.js';

/**
 * The values of a request's `status` property, which is for people and queries. What happens depends on the
 * note's folder.
 */
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
  /** Vault path → SHA-256 of the file's bytes, for every file that is part of the approval. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * SHA-256 (hex) over the files' `NoteStore.version`, which changes with every write, so that a file that
   * was changed and changed back is noticed. Absent if no file is pinned.
   */
  readonly file_state?: string;
  readonly success: string | null;
  /**
   * Random characters, renewed after a revocation and similar events, so that no earlier stamp fits any more.
   * Absent before the first such event.
   */
  readonly nonce?: string;
  /** Ids of earlier attempts of this step or effect that were executed or are unknown, oldest first. */
  readonly attempts: readonly string[];
}

/** What the machine line of a request note holds: its preparation, and what a person signed. */
export interface MachineFields {
  readonly preparation: Preparation | null;
  readonly confirms: readonly string[] | null;
  readonly stamp: string | null;
}

/** A request note as a value. Offsets are UTF-16 units of `text`. */
export interface ActionRequest {
  readonly path: string;
  readonly text: string;
  readonly frontMatter: FrontMatter;
  readonly requestId: string;
  readonly actionType: string;
  readonly targetRecipient: string;
  /** Plan and step are both set, or both `null` for a standalone request. */
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly rationale: string;
  readonly createdDate: string;
  readonly status: string;
  /** ISO-8601 with a zone; null if it never expires. */
  readonly expires: string | null;
  readonly supersedes: string | null;
  readonly call: ProposedCall;
  readonly machine: MachineFields;
}
