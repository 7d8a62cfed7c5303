import type { ChangedWhat } from '../approval/return-reason.js';
import type { Problem } from '../../errors.js';
import type { RequestFolder } from '../../mission/summaries.js';
import type { ContentNaming } from './content-reference.js';
import type { ActionRequest } from '../request.js';
import type { ToolHints } from '../action/tool-hints.js';
import type { ValueKind } from '../action/value-kind.js';

export interface ArgumentView {
  readonly name: string;
  readonly kind: ValueKind;
  /** The value as text or JSON, with hidden characters made visible. */
  readonly text: string;
  readonly files: readonly string[];
  /** Paths or URLs whose content may change after the approval. */
  readonly notPinned: readonly LooseContent[];
}

export interface LooseContent {
  readonly named: string;
  readonly how: ContentNaming;
}

export interface KnownChange {
  /** The lines that differ. `before` is absent if this device does not know the earlier version. */
  readonly before?: string | null;
  readonly after: string | null;
}

export interface ArgumentChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isFingerprint?: true;
  /**
   * How the server or tool changed. Absent if this device does not know the present server or tool.
   */
  readonly known?: KnownChange;
  readonly beforeKind?: ValueKind;
  readonly afterKind?: ValueKind;
}

export interface SinceDrafted {
  readonly readDate: string;
  readonly changes: readonly ArgumentChange[] | null;
  readonly isSavedHere?: true;
}

export interface AttemptView {
  readonly id: string;
  readonly outcome?: 'executed' | 'unknown';
  /** The number of the last ledger record about this attempt. Absent without a ledger. */
  readonly seq?: number;
  /** The file that reports another computer's attempt. Anybody could have written the file. */
  readonly toldBy?: string;
  /**
   * News about an unknown attempt. A person said that the call happened, or its server answered
   * late.
   */
  readonly since?: 'happened' | 'late';
  readonly wasAnswered?: true;
}

export interface UnknownOutcomeView {
  readonly attemptId: string;
  readonly reason?: string;
  /** The server's answer in its own words. Absent if unknown. */
  readonly answer?: string;
  readonly changes: readonly ArgumentChange[] | null;
}

export interface StepView {
  readonly position: number;
  readonly text: string;
  readonly shown: string;
  /** The step's words when the request was prepared. `null` if unchanged. */
  readonly before: string | null;
}

export interface AskerView {
  readonly name: string;
  readonly isEdited?: true;
  readonly openSteps: readonly {
    readonly planId: string;
    readonly position: number;
    readonly shown: string;
  }[];
}

export interface RejectedBefore {
  readonly words: string;
  /** True when a person gave the reason in Countersign. */
  readonly byPerson: boolean;
  /** True when the new request proposes exactly what was rejected. Absent if unknown. */
  readonly isSame?: boolean;
}

export interface Review {
  readonly requestId: string;
  readonly path: string;
  readonly folder: RequestFolder;
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly step: StepView | null;
  readonly actionType: string;
  /** The recipient that the note claims. */
  readonly targetRecipient: string;
  readonly recipientIsInCall: boolean;
  readonly reachesOthers?: boolean;
  readonly rationale: string;
  readonly asker: AskerView | null;
  readonly createdDate: string;
  readonly expires: string | null;
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: readonly ArgumentView[];
  readonly attempts: readonly AttemptView[];
  /** SHA-256 (hex) of the note's text as shown. An approval fails if the text has changed. */
  readonly shownDigest: string;
  /** Why the request cannot be approved now. Null if nothing prevents an approval. */
  readonly blocked: Problem | null;
  readonly returnReason?: string;
  readonly changed?: ChangedWhat;
  readonly isEdited?: true;
  readonly nothingSent?: true;
  readonly rejectedBefore?: RejectedBefore;
  /** True when the request was returned after a call that was certainly not executed. */
  readonly wasRefused?: boolean;
  /** True when the request is in Approved, but nothing shows that a person approved it. */
  readonly asks: boolean;
  /** Set when a person dragged the request into Approved before its card was visible. */
  readonly wasDragged?: true;
  /** The time at which a dragged request runs (ms since 1970). Null if the request is not held. */
  readonly undoUntilMs: number | null;
  /** Set when the request can reach only a practice server. */
  readonly practises?: true;
  /** Set when the request is held and all actions are paused. */
  readonly isPaused?: true;
  readonly unknownOutcome: UnknownOutcomeView | null;
  /** What the server says about the tool. Absent if this device never saw the tool listed. */
  readonly toolHints?: ToolHints;
  readonly request: ActionRequest;
}
