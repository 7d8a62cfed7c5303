import type { ChangedWhat } from '../approval/return-reason.js';
import type { Problem } from '../../errors.js';
import type { RequestFolder } from '../../mission/summaries.js';
import type { ContentNaming } from './content-reference.js';
import type { ActionRequest } from '../request.js';
import type { ToolHints } from '../action/tool-hints.js';
import type { ValueKind } from '../action/value-kind.js';

/** One argument of a call as a person reads it. */
export interface ArgumentView {
  readonly name: string;
  readonly kind: ValueKind;
  /** The value as text: a text as it is, anything else as JSON. Hidden characters are made visible. */
  readonly text: string;
  /** Vault files that this argument names and whose content is part of the approval. */
  readonly files: readonly string[];
  /** Paths or URLs whose content is not part of the approval and may change after it. */
  readonly notPinned: readonly LooseContent[];
}

/** A text that refers to content outside the approval. */
export interface LooseContent {
  readonly named: string;
  readonly how: ContentNaming;
}

/** How a server or tool was and is now, as far as this device knows. */
export interface KnownChange {
  /** The lines that differ; absent if this device does not know the earlier version. */
  readonly before?: string | null;
  readonly after: string | null;
}

/** A difference between two versions of a call. `null`: absent. */
export interface ArgumentChange {
  /** `bridge`, `tool`, or the name of an argument. */
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  /** `before` and `after` are fingerprints, which mean nothing to a person. */
  readonly isFingerprint?: true;
  /** What this device knows of what has these fingerprints; absent if it knows nothing of the current one. */
  readonly known?: KnownChange;
  /** The types of the old and new value, if they are not texts. */
  readonly beforeKind?: ValueKind;
  readonly afterKind?: ValueKind;
}

/** The differences between a request now and as this device first read it. */
export interface SinceDrafted {
  /** When it was first read. */
  readonly readDate: string;
  /** By argument; `null` if it differs but the first version was too long to be kept. */
  readonly changes: readonly ArgumentChange[] | null;
  /** It is what a person last saved in a form here. */
  readonly isSavedHere?: true;
}

/** An earlier attempt at the same step or effect that was, or may have been, executed. */
export interface AttemptView {
  readonly id: string;
  /** Absent if there is no ledger. */
  readonly outcome?: 'executed' | 'unknown';
  /** The number of the last ledger record with news about it; absent if there is no ledger. */
  readonly seq?: number;
  /**
   * The file that reports it: another computer's audit file, or a note in Done, which anybody could have
   * written. Absent if it is known here.
   */
  readonly toldBy?: string;
  /**
   * What has become known about an unknown attempt: a person says that it was sent, or its server answered
   * late.
   */
  readonly since?: 'happened' | 'late';
  /** A person already said of this very request that it was not sent, so they are not asked again. */
  readonly wasAnswered?: true;
}

/** An attempt with unknown outcome after which a request was returned. */
export interface UnknownOutcomeView {
  readonly attemptId: string;
  /** Why the outcome is unknown, as a sentence; absent if not known here. */
  readonly reason?: string;
  /** The server's answer in its own words; absent if there was none, or it is not known here. */
  readonly answer?: string;
  /** The differences between what was sent then and the note now; `null` if not known here. */
  readonly changes: readonly ArgumentChange[] | null;
}

/** The step of a plan that a request is for. */
export interface StepView {
  readonly position: number;
  /** Its current wording, exactly. */
  readonly text: string;
  /** The same for reading: hidden characters are made visible. */
  readonly shown: string;
  /** Its wording when the request was prepared, for reading; `null` if it is the same. */
  readonly before: string | null;
}

/** The agent that drafted a request through Countersign. */
export interface AskerView {
  /** As a person named it. */
  readonly name: string;
  /** The call differs from the agent's draft. */
  readonly isEdited?: true;
  /** For a request without a plan: open ✋ steps in plans that this agent works on, for reading. */
  readonly openSteps: readonly {
    readonly planId: string;
    readonly position: number;
    readonly shown: string;
  }[];
}

/** A rejected request that another one replaces. */
export interface RejectedBefore {
  /** The reason in the words of whoever rejected it; `''` if they gave none. */
  readonly words: string;
  /**
   * Whether the new request proposes exactly the same; absent if an older record does not say what was
   * proposed.
   */
  readonly isSame?: boolean;
}

/** One exact call as our screens show it, with its buttons (glossary: review). */
export interface Review {
  readonly requestId: string;
  readonly path: string;
  readonly folder: RequestFolder;
  readonly planId: string | null;
  readonly stepId: string | null;
  /** `null` if it is for no step, or its plan has no such step now. */
  readonly step: StepView | null;
  readonly actionType: string;
  /** The note's claim; only the arguments are sent. */
  readonly targetRecipient: string;
  /** Whether the arguments name the recipient that the note claims, as a whole value. */
  readonly recipientIsInCall: boolean;
  /** Whether the call also reaches others. */
  readonly reachesOthers?: boolean;
  readonly rationale: string;
  /** `null` if no named agent drafted it, or that is not known here. */
  readonly asker: AskerView | null;
  readonly createdDate: string;
  readonly expires: string | null;
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: readonly ArgumentView[];
  /** Attempts that a person must confirm as checked before this can be approved. */
  readonly attempts: readonly AttemptView[];
  /** SHA-256 (hex) of the note's text as it was shown. Approving names it. */
  readonly shownDigest: string;
  /** `null` if it can be approved now; otherwise the reason, and who has to act. */
  readonly blocked: Problem | null;
  /** Why it was returned from Approved, as a sentence; absent if it was not. */
  readonly returnReason?: string;
  /** What changed after it was approved, so that it was returned. */
  readonly changed?: ChangedWhat;
  /** It was edited after it was returned, so it differs from what was approved before. */
  readonly isEdited?: true;
  /** It was returned before any call. Absent if a call was tried or may have been. */
  readonly nothingSent?: true;
  /** The note says that it replaces another request, which was rejected. */
  readonly rejectedBefore?: RejectedBefore;
  /** It was returned because its call was tried and refused. */
  readonly wasRefused?: boolean;
  /** It is in Approved, but nothing shows that a person approved it: the card asks “Run it?”. */
  readonly asks: boolean;
  /** A person dragged it there on this device before its card had been in view. Only the panel knows this. */
  readonly wasDragged?: true;
  /** When a dragged request runs unless undone (ms since 1970). */
  readonly undoUntilMs: number | null;
  /**
   * It can reach only a practice server, or could when it was tried, according to the device's settings or
   * the ledger.
   */
  readonly practises?: true;
  /** All actions are paused: when its hold ends, it is approved but waits until a person resumes. */
  readonly isPaused?: true;
  /** “It may have happened. Did it?”; `null` if its outcome is known. */
  readonly unknownOutcome: UnknownOutcomeView | null;
  /** What its server says of the tool; absent if this device never saw exactly that tool listed. */
  readonly toolHints?: ToolHints;
  /** The note as it was read, to compare what was shown with what is there. */
  readonly request: ActionRequest;
}
