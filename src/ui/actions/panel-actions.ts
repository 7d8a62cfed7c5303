import type { TaskSummary } from '../../core/loop/task-summary.js';
import type { StepSummary } from '../../core/mission/summaries.js';
import type { DecidedStep, DuplicatePlan } from '../../core/alert.js';
import type { ExternalReview } from '../../core/request/imports/external-review.js';
import type { Review } from '../../core/request/review/review.js';

/** A press of one of our controls: what a host needs to see that a person acts just now. */
export interface Press {
  /** The event while it is being dispatched. */
  readonly event: Event;
  /** The control that our code listens on. */
  readonly control: HTMLElement;
  /**
   * For how long (ms) the control had been where it was pressed when the press began, or had had the
   * focus when its key was pressed.
   */
  readonly steadyMs: number;
}

/** What the panel can ask for. Whatever only a person may do takes the {@link Press} itself. */
export interface PanelActions {
  readonly views: ViewActions;
  readonly requests: RequestActions;
  readonly plans: PlanActions;
  readonly device: DeviceActions;
}

/** What only opens something, brings it into sight, or takes it away. */
export interface ViewActions {
  /** Opens a note of the vault. */
  open(path: string): void;
  /** Shows where the note lies in the file explorer. */
  reveal(path: string): void;
  /** Opens the plan at this path, at one of its steps. */
  openStep(path: string, step: StepSummary): void;
  /** Opens the settings of Countersign. */
  openSettings(): void;
  openStartPage(): void;
  /** Shows what to tell an agent. */
  connectAgent(): void;
  /** Opens the panel at the card of the request at this path; it approves nothing. */
  review(path: string): void;
  /** Brings up what asks about a call of which nobody knows whether it happened. */
  showUnknown(): void;
  /** Brings up what this device does. */
  showDevice(): void;
  /** What was wanted came into sight. */
  broughtUp(): void;
  /** Takes the answer to the last press away. */
  dismissAnswer(): void;
  dismissHeadline(): void;
}

/** What people do with requests, wherever their card stands: in the panel, in the note, or among many. */
export interface RequestActions {
  /** Opens the review of everything that waits, one at a time; it approves nothing. */
  reviewAll(): void;
  /** The card of this exact text was visible to a person. */
  shown(review: Review): void;
  /** The card offers to approve this exact text: all of it was unfolded, and in sight for a while. */
  offered(review: Review): void;
  /** What changed since the card was seen was read: from now on this text is the one that was seen. */
  readChange(review: Review, press: Press): void;
  /** Approves, or answers “Run this request?” with yes. `checked`: ids of the attempts said to be checked. */
  approve(review: Review, checked: readonly string[], press: Press): void;
  /** A person confirms how the note of another tool is read: it becomes a request that waits. */
  importRequest(review: ExternalReview, press: Press): void;
  /** Moves an incomplete request, or another tool's note, to Rejected as it is. */
  rejectExternal(review: ExternalReview): void;
  reject(review: Review, reason: string): void;
  /** Opens a form with what would be sent, or the note where there is none. It approves nothing. */
  edit(review: Review): void;
  /** Takes a dragged or moved request back to Pending. */
  undo(request: Pick<Review, 'requestId'>): void;
  /** Says what became of the unknown attempt that this request came back from. */
  confirmUnknown(review: Review, happened: boolean, press: Press): void;
  /** Asks the bridge of this request for its tools; none is called. */
  testBridge(review: Review): void;
  /** Has the note made again that asked whether an attempt happened, and that is gone. */
  bringBack(requestId: string): void;
  /** Nobody wants this request any more, also one whose note is missing. */
  withdraw(requestId: string): void;
  /** Drafts a rejected or expired request again. */
  redraft(requestId: string): void;
  /** Opens the note of a request whose row says what became of it. */
  openResult(requestId: string): void;
  /** Takes such a row away. */
  dismissResult(requestId: string): void;
}

/** What people do with plans, their steps, and the items that may become plans. */
export interface PlanActions {
  completeStep(planId: string, step: StepSummary): void;
  /** A ✋ step that the person did themselves: ticked, and its request withdrawn. */
  doneByHand(planId: string, step: StepSummary, press: Press): void;
  /** Says that the person did the step themselves whose tick in the note withdrew this request. */
  confirmTick(requestId: string, press: Press): void;
  /** Opens a ✋ step again that was done without its request; that is drafted again, to be approved, or not (`null`). */
  reopenStep(step: DecidedStep, requestId: string | null): void;
  /** Leaves out the ✋ step that was shown, with a reason for the plan's log. */
  skipStep(step: DecidedStep, reason: string): void;
  draftAction(planId: string, step: StepSummary): void;
  /** Starts a plan that is a draft, or goes on with one that had ended. */
  activatePlan(planId: string): void;
  /** Has a plan that waits be worked from now on. It approves no request. */
  approvePlan(planId: string): void;
  /** Ends a plan that waits, with a reason for its log, which may be empty. */
  rejectPlan(planId: string, reason: string): void;
  /** Opens the window that records a decision of the plan. */
  recordDecision(planId: string): void;
  /** Opens the window that shows the decisions of the plan. */
  showDecisions(planId: string): void;
  /** Opens the window that writes the decisions of the plan into a file. */
  exportDecisions(planId: string): void;
  /** Asks whether the plan is to be cancelled. */
  cancelPlan(planId: string): void;
  /** Of several plans for one task the one at this path goes on; the others go to the archive. */
  keepPlan(path: string, shown: readonly DuplicatePlan[]): void;
  /** Has a plan written beside this one, which is in another tool's form. */
  importPlan(path: string): void;
  /** Opens the window for a new mission. */
  newMission(): void;
  /** Makes a plan of an item that looks like one. */
  createPlan(path: string): void;
  /** Opens a window with the steps that are proposed for an item, to be changed before its plan is written. */
  reviewSteps(path: string): void;
  /** Marks a task that needs no plan as done. */
  finishTask(task: TaskSummary): void;
  /** Suggests no plan for this item any more. */
  ignoreItem(path: string): void;
}

/** What people decide about devices: what this one does, whose key counts here, and whose ledger goes on. */
export interface DeviceActions {
  /** Opens the preview of everything that setting up would make. */
  setUpVault(): void;
  /** Makes the folders of the contract below a base folder that a person was shown them below. */
  createFolders(base: string): void;
  /** Makes the folders, has this device run actions, and begins the practice plan: one press, whose button says all three. */
  setUpAndPractise(base: string, press: Press): void;
  /** Has this device run actions, and begins the practice mission: one press, whose button says both. */
  switchOnAndPractise(press: Press): void;
  startPracticeMission(press: Press): void;
  addPracticeBridge(press: Press): void;
  importBridges(): void;
  switchOn(press: Press): void;
  switchOff(): void;
  pause(): void;
  resume(press: Press): void;
  /** From now on a move into Approved is an approval, after a hold with Undo. */
  trustMoves(press: Press): void;
  /** From now on a move into Approved asks. */
  askForMoves(): void;
  confirmFolders(press: Press): void;
  /** Lays this device's public key into the vault, so that another device can trust it. */
  shareKey(press: Press): void;
  /** From now on the stamps count here that were made by the key with this fingerprint, which a person typed. */
  trustDevice(fingerprint: string, press: Press): void;
  /** From now on no stamp by this key counts here; what it approved and was not run yet waits. */
  revokeDevice(publicKey: string): void;
  /** Takes over what the ledger with this epoch had prepared. */
  takeOver(epoch: string, press: Press): void;
  /** Says which vault this is, whose settings have another id: the same, or another in its place. */
  whichVault(answer: 'same' | 'another', press: Press): void;
  /** Takes away the alert of what was found at the audit files. */
  auditSeen(press: Press): void;
  /** From now on these MCP configurations in the vault are seen, as they were then: their digests, by path. */
  mcpFilesSeen(files: Readonly<Record<string, string>>, press: Press): void;
  /** Sets this device's ledger aside and begins a new one. */
  beginEpoch(press: Press): void;
}
