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
  /** Vault files this argument names whose content is part of what is approved. */
  readonly files: readonly string[];
  /** What reads like a path or URL and whose content is not: it may change after the approval. */
  readonly notPinned: readonly LooseContent[];
}

/** A text that names a content which is no part of what is approved. */
export interface LooseContent {
  readonly named: string;
  readonly how: ContentNaming;
}

/** What a server or tool was and is, as far as this device knows it. */
export interface KnownChange {
  /** The lines that differ; absent: this device does not know how it was. */
  readonly before?: string | null;
  readonly after: string | null;
}

/** A difference between two versions of a call. `null`: absent. */
export interface ArgumentChange {
  /** `bridge`, `tool`, or the name of an argument. */
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  /** `before` and `after` are fingerprints, which tell nobody anything. */
  readonly isFingerprint?: true;
  /** What this device knows of what has these fingerprints; absent: nothing of how it is now. */
  readonly known?: KnownChange;
  /** What it was and is, where that is no text. */
  readonly beforeKind?: ValueKind;
  readonly afterKind?: ValueKind;
}

/** What differs between a request now and what this device read of it first. */
export interface SinceDrafted {
  /** When it was first read. */
  readonly readDate: string;
  /** Argument by argument; `null`: it differs, but what was read first was too long to be kept. */
  readonly changes: readonly ArgumentChange[] | null;
  /** It says what a person saved last in a form here. */
  readonly isSavedHere?: true;
}

/** An earlier attempt at the same step or effect that was, or may have been, executed. */
export interface AttemptView {
  readonly id: string;
  /** Absent where there is no ledger. */
  readonly outcome?: 'executed' | 'unknown';
  /** The number of the ledger's record that last told something new of it; absent where there is no ledger. */
  readonly seq?: number;
  /** The audit file of another computer, or the note in Done, that says so, which anybody could have written. Absent: it is known here. */
  readonly toldBy?: string;
  /** What became known of an unknown one since: a person says that it was sent, or its server answered late. */
  readonly since?: 'happened' | 'late';
  /** A person said of this very request that it was not sent: they are not asked a second time. */
  readonly wasAnswered?: true;
}

/** An attempt of which nobody knows whether it happened, and from which a request came back. */
export interface UnknownOutcomeView {
  readonly attemptId: string;
  /** Why nobody knows, as a sentence; absent: not known here. */
  readonly reason?: string;
  /** What the server answered, in its own words; absent: nothing, or not known here. */
  readonly answer?: string;
  /** What differs between what was sent then and what stands in the note now; `null`: not known here. */
  readonly changes: readonly ArgumentChange[] | null;
}

/** The step of a plan that a request is for. */
export interface StepView {
  readonly position: number;
  /** How it reads now, exactly. */
  readonly text: string;
  /** The same for reading: hidden characters are made visible. */
  readonly shown: string;
  /** How it read when the request was prepared, where that differs; for reading. */
  readonly before: string | null;
}

/** The agent that drafted a request through Countersign. */
export interface AskerView {
  /** As a person named it. */
  readonly name: string;
  /** The call is another than it drafted. */
  readonly isEdited?: true;
  /** Where the request belongs to no plan: ✋ steps that are open in plans that this agent works on, for reading. */
  readonly openSteps: readonly {
    readonly planId: string;
    readonly position: number;
    readonly shown: string;
  }[];
}

/** A rejected request that another one replaces. */
export interface RejectedBefore {
  /** Why, in the words of whoever rejected it; `''`: they said nothing. */
  readonly words: string;
  /** Whether the new one proposes exactly the same; absent: an older record does not say what was proposed. */
  readonly isSame?: boolean;
}

/** One exact call as our screens show it, with its buttons (glossary: review). */
export interface Review {
  readonly requestId: string;
  readonly path: string;
  readonly folder: RequestFolder;
  readonly planId: string | null;
  readonly stepId: string | null;
  /** `null`: it is for no step, or its plan has no such step now. */
  readonly step: StepView | null;
  readonly actionType: string;
  /** What the note says; only the arguments are sent. */
  readonly targetRecipient: string;
  /** Whether the recipient that the note names is one whom the arguments name, whole. */
  readonly recipientIsInCall: boolean;
  /** Whether the call reaches others, too. */
  readonly reachesOthers?: boolean;
  readonly rationale: string;
  /** `null`: no agent with a name drafted it, or that is not known here. */
  readonly asker: AskerView | null;
  readonly createdDate: string;
  readonly expires: string | null;
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: readonly ArgumentView[];
  /** Attempts a person must say to have checked before this can be approved. */
  readonly attempts: readonly AttemptView[];
  /** SHA-256 (hex) of the note's text as it was shown. Approving names it. */
  readonly shownDigest: string;
  /** `null`: it can be approved now. Otherwise why not, and who acts. */
  readonly blocked: Problem | null;
  /** Why it came back from Approved, as a sentence; absent: it did not. */
  readonly returnReason?: string;
  /** What changed after it was approved, so that it came back. */
  readonly changed?: ChangedWhat;
  /** It was edited after it came back: what was approved before is something else. */
  readonly isEdited?: true;
  /** It came back before any call; absent: a call was tried, or may have been. */
  readonly nothingSent?: true;
  /** The request that its note says it replaces was rejected. */
  readonly rejectedBefore?: RejectedBefore;
  /** It came back because its call was tried, and refused. */
  readonly wasRefused?: boolean;
  /** It lies in Approved, and nothing shows that a person approved it: the card asks “Run it?”. */
  readonly asks: boolean;
  /** A person dragged it there on this device, before its card had been in view. The panel knows, nothing else. */
  readonly wasDragged?: true;
  /** A drag that runs when this time (ms since 1970) comes, unless undone. */
  readonly undoUntilMs: number | null;
  /** It can reach only a practice server, or could when it was tried. The device’s settings or the ledger say so. */
  readonly practises?: true;
  /** All actions are paused: when its hold ends, it is approved, and waits until a person resumes. */
  readonly isPaused?: true;
  /** “It may have happened. Did it?”; `null`: its outcome is known. */
  readonly unknownOutcome: UnknownOutcomeView | null;
  /** What its server says of the tool; absent: this device never saw that very tool listed. */
  readonly toolHints?: ToolHints;
  /** The note as it was read, for comparing what was shown with what is there. */
  readonly request: ActionRequest;
}
