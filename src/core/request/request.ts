import type { FrontMatter } from '../note/front-matter/front-matter.js';
import type { ProposedCall } from './action/proposed-call.js';

/** The values of a request's `status`. It is for people and queries; the folder decides. */
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

/** What the executor adds to complete a request (docs/gate.md, "Completing and signing"). */
export interface Preparation {
  readonly epoch: string;
  readonly bridge_digest: string;
  readonly tool_digest: string;
  /** Vault path → SHA-256 of the file's bytes, for every argument that is a vault path. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * SHA-256 (hex) over `NoteStore.version` of those files, which differs after every write, so that a file
   * that was changed and changed back differs. Absent if none is pinned.
   */
  readonly file_state?: string;
  /** The route's `success` pattern. */
  readonly success: string | null;
  /**
   * Random characters, set after an approval was taken back, so that no earlier stamp fits a later
   * preparation. Absent if none was taken back.
   */
  readonly nonce?: string;
  /** Ids of earlier attempts of this step or effect that were executed or are unknown, oldest first. */
  readonly attempts: readonly string[];
}

/** The machine line of a request: its preparation, if there is one, and what a person signed. */
export interface MachineFields {
  readonly preparation: Preparation | null;
  /** Ids of earlier attempts that a person confirmed as checked. */
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
  /** Both are set, or both are `null` for a standalone request. */
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly rationale: string;
  readonly createdDate: string;
  readonly status: string;
  /** ISO-8601 with a zone, or `null`. */
  readonly expires: string | null;
  readonly supersedes: string | null;
  readonly call: ProposedCall;
  readonly machine: MachineFields;
}
