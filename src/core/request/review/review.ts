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
  /** The value as text: a text as it is, anything else as JSON. Hidden characters are made visible. */
  readonly text: string;
  readonly files: readonly string[];
  /** Paths or URLs whose content is not part of the approval and may change after it. */
  readonly notPinned: readonly LooseContent[];
}

export interface LooseContent {
  readonly named: string;
  readonly how: ContentNaming;
}

export interface KnownChange {
  /**
   * The lines that differ; null if a version has none of them. `before` is absent if this device does not
   * know the earlier version.
   */
  readonly before?: string | null;
  readonly after: string | null;
}

export interface ArgumentChange {
  /** The label of what differs, such as `Server`, or one made from an argument's name. */
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Set when `before` and `after` are fingerprints, which mean nothing to a person. */
  readonly isFingerprint?: true;
  /**
   * How the server or tool with these fingerprints changed; absent if this device does not know the current
   * one.
   */
  readonly known?: KnownChange;
  readonly beforeKind?: ValueKind;
  readonly afterKind?: ValueKind;
}

export interface SinceDrafted {
  readonly readDate: string;
  /** The differences, by argument; null if there are some but the first version was too long to be kept. */
  readonly changes: readonly ArgumentChange[] | null;
  /** Set when the call is what a person last saved in a form on this device. */
  readonly isSavedHere?: true;
}

/** An earlier attempt at the same step or effect that was, or may have been, executed. */
export interface AttemptView {
  readonly id: string;
  readonly outcome?: 'executed' | 'unknown';
  /** The number of the last ledger record about this attempt; absent if there is no ledger. */
  readonly seq?: number;
  /**
   * The file that reports the attempt: another computer's audit file, or a note in Done, which anybody could
   * have written. Absent if this device's ledger has the attempt.
   */
  readonly toldBy?: string;
  /**
   * What has become known about an unknown attempt: a person says that it was sent, or its server answered
   * late. Absent if nothing has.
   */
  readonly since?: 'happened' | 'late';
  /**
   * Set when a person already said that this very request was not sent, so that they are not asked again.
   */
  readonly wasAnswered?: true;
}

export interface UnknownOutcomeView {
  readonly attemptId: string;
  readonly reason?: string;
  /** The server's answer in its own words; absent if there was none, or it is not known on this device. */
  readonly answer?: string;
  readonly changes: readonly ArgumentChange[] | null;
}

export interface StepView {
  readonly position: number;
  readonly text: string;
  /** The step's current wording, with hidden characters made visible. */
  readonly shown: string;
  /** The step's wording when the request was prepared, for reading; `null` if unchanged. */
  readonly before: string | null;
}

export interface AskerView {
  readonly name: string;
  /** Set when the call differs from the agent's draft. */
  readonly isEdited?: true;
  /**
   * If the request is for no plan: the open ✋ steps of plans that this agent works on, to show to the
   * person.
   */
  readonly openSteps: readonly {
    readonly planId: string;
    readonly position: number;
    readonly shown: string;
  }[];
}

export interface RejectedBefore {
  readonly words: string;
  /** True when a person gave the reason in Countersign, false when only the request's note has it. */
  readonly byPerson: boolean;
  /**
   * True when the new request proposes exactly what was rejected; absent if an older record does not say what
   * was proposed.
   */
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
  /** The note's claim; only the arguments are sent. */
  readonly targetRecipient: string;
  /** True when the call would clearly reach the recipient that the note claims. */
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
  /**
   * SHA-256 (hex) of the note's text as it was shown. An approval names it, and fails if the text has
   * changed.
   */
  readonly shownDigest: string;
  /** Why the request cannot be approved now, and who has to act; null when nothing prevents an approval. */
  readonly blocked: Problem | null;
  readonly returnReason?: string;
  readonly changed?: ChangedWhat;
  /** Set when the request was edited after its return, so that it differs from what was approved before. */
  readonly isEdited?: true;
  /** Set when the request was returned before any call was tried. */
  readonly nothingSent?: true;
  readonly rejectedBefore?: RejectedBefore;
  /** True when the request was returned because its call was tried and certainly not executed. */
  readonly wasRefused?: boolean;
  /**
   * True when the request is in Approved, but nothing shows that a person approved it: the card asks “Run
   * it?”.
   */
  readonly asks: boolean;
  /** Set when a person dragged the request into Approved on this device before its card had been in view. */
  readonly wasDragged?: true;
  /** When a dragged request runs unless undone (ms since 1970); null if the request is not held. */
  readonly undoUntilMs: number | null;
  /** Set when the request can reach only a practice server, or could when its call was tried. */
  readonly practises?: true;
  /** Set when all actions are paused and the request is held: it then waits until a person resumes. */
  readonly isPaused?: true;
  readonly unknownOutcome: UnknownOutcomeView | null;
  /** What the server says of the tool; absent if this device never saw exactly that tool listed. */
  readonly toolHints?: ToolHints;
  readonly request: ActionRequest;
}
