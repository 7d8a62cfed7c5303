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
  /** The text with hidden characters made visible. */
  readonly text: string;
  readonly files: readonly string[];
  /** Paths or URLs. Their content may change after the approval. */
  readonly notPinned: readonly LooseContent[];
}

export interface LooseContent {
  readonly named: string;
  readonly how: ContentNaming;
}

export interface KnownChange {
  readonly before?: string | null;
  readonly after: string | null;
}

export interface ArgumentChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isFingerprint?: true;
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
  readonly seq?: number;
  /** The audit file that reports another ledger's attempt. Anybody could have written the file. */
  readonly toldBy?: string;
  readonly since?: 'happened' | 'late';
  readonly wasAnswered?: true;
}

export interface UnknownOutcomeView {
  readonly attemptId: string;
  readonly reason?: string;
  readonly answer?: string;
  readonly changes: readonly ArgumentChange[] | null;
}

export interface StepView {
  readonly position: number;
  readonly text: string;
  readonly shown: string;
  /** The step's words that the ledger recorded for this request. Null if no change is known. */
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
  readonly byPerson: boolean;
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
  /** SHA-256 (hex) of the note's whole text when the card was built. */
  readonly shownDigest: string;
  /** Why the request cannot be approved now. */
  readonly blocked: Problem | null;
  readonly returnReason?: string;
  readonly changed?: ChangedWhat;
  readonly isEdited?: true;
  readonly nothingSent?: true;
  readonly rejectedBefore?: RejectedBefore;
  readonly wasRefused?: boolean;
  readonly asks: boolean;
  readonly wasDragged?: true;
  /** The end of the undo window, in milliseconds since 1970. Null if there is none. */
  readonly undoUntilMs: number | null;
  readonly practises?: true;
  readonly isPaused?: true;
  readonly unknownOutcome: UnknownOutcomeView | null;
  readonly toolHints?: ToolHints;
  readonly request: ActionRequest;
}
