import type { TaskSummary } from '../../core/loop/task-summary.js';
import type { StepSummary } from '../../core/mission/summaries.js';
import type { DecidedStep, DuplicatePlan } from '../../core/alert.js';
import type { ExternalReview } from '../../core/request/imports/external-review.js';
import type { Review } from '../../core/request/review/review.js';

/** A press of one of our controls, with which a host can check that a person pressed. */
export interface Press {
  /** The event, which can be checked only while the browser dispatches it. */
  readonly event: Event;
  readonly control: HTMLElement;
  /**
   * How long (ms) the control had been under the pointer, or had had the focus, before the press.
   */
  readonly steadyMs: number;
}

/**
 * The actions that the panel can request. An action that only a person may take gets the {@link
 * Press}.
 */
export interface PanelActions {
  readonly views: ViewActions;
  readonly requests: RequestActions;
  readonly plans: PlanActions;
  readonly device: DeviceActions;
}

/** Actions that only open, show or hide something. */
export interface ViewActions {
  open(path: string): void;
  reveal(path: string): void;
  openStep(path: string, step: StepSummary): void;
  openSettings(): void;
  openStartPage(): void;
  connectAgent(): void;
  /** Opens the panel at the card of the request at this path. Approves nothing. */
  review(path: string): void;
  showUnknown(): void;
  showDevice(): void;
  broughtUp(): void;
  dismissAnswer(): void;
  dismissHeadline(): void;
}

export interface RequestActions {
  /** Opens the review of everything that waits, one request at a time. Approves nothing. */
  reviewAll(): void;
  /** Called when a person could see the card of exactly this text. */
  shown(review: Review): void;
  /**
   * Called when the card offers to approve exactly this text, because all of it was visible for a
   * while.
   */
  offered(review: Review): void;
  readChange(review: Review, press: Press): void;
  /**
   * Approves a request, or answers “Run this request?” with yes.
   * @param checked ids of the earlier attempts that the person confirmed as checked
   */
  approve(review: Review, checked: readonly string[], press: Press): void;
  importRequest(review: ExternalReview, press: Press): void;
  rejectExternal(review: ExternalReview): void;
  reject(review: Review, reason: string): void;
  /** Opens a form with what would be sent, or the note when there is no form. Approves nothing. */
  edit(review: Review): void;
  undo(request: Pick<Review, 'requestId'>): void;
  /**
   * Records the person's answer about an attempt with an unknown outcome.
   * @param happened true when the call was made
   */
  confirmUnknown(review: Review, happened: boolean, press: Press): void;
  /** Tests the bridge of this request by listing its tools. Calls no tool. */
  testBridge(review: Review): void;
  /** Recreates the deleted note of a request with an unknown outcome. */
  bringBack(requestId: string): void;
  /** Withdraws a request that nobody wants, also when its note is missing. */
  withdraw(requestId: string): void;
  redraft(requestId: string): void;
  openResult(requestId: string): void;
  dismissResult(requestId: string): void;
}

export interface PlanActions {
  completeStep(planId: string, step: StepSummary): void;
  /** Records that the person did a ✋ step by hand, ticks the step and withdraws its request. */
  doneByHand(planId: string, step: StepSummary, press: Press): void;
  /** Confirms that the person did by hand the step that was ticked in the note. */
  confirmTick(requestId: string, press: Press): void;
  /**
   * Reopens a ✋ step that was done without its request. Drafts the request again if `requestId` is
   * given.
   */
  reopenStep(step: DecidedStep, requestId: string | null): void;
  skipStep(step: DecidedStep, reason: string): void;
  draftAction(planId: string, step: StepSummary): void;
  activatePlan(planId: string): void;
  /** Allows work on a plan that waits for approval. Approves no request. */
  approvePlan(planId: string): void;
  rejectPlan(planId: string, reason: string): void;
  recordDecision(planId: string): void;
  showDecisions(planId: string): void;
  exportDecisions(planId: string): void;
  cancelPlan(planId: string): void;
  /** Keeps the plan at this path, and archives the other plans for its task. */
  keepPlan(path: string, shown: readonly DuplicatePlan[]): void;
  importPlan(path: string): void;
  newMission(): void;
  /** Makes a plan for an item that looks complex. If a similar plan exists, asks first. */
  createPlan(path: string): void;
  reviewSteps(path: string): void;
  finishTask(task: TaskSummary): void;
  ignoreItem(path: string): void;
}

export interface DeviceActions {
  setUpVault(): void;
  createFolders(base: string): void;
  /**
   * Creates the folders, lets this device run actions, and starts the practice plan, all by one
   * press.
   */
  setUpAndPractise(base: string, press: Press): void;
  /** Lets this device run actions, and starts the practice plan, both by one press. */
  switchOnAndPractise(press: Press): void;
  startPracticeMission(press: Press): void;
  addPracticeBridge(press: Press): void;
  importBridges(): void;
  switchOn(press: Press): void;
  switchOff(): void;
  pause(): void;
  resume(press: Press): void;
  /** Makes each move into Approved an approval, after some seconds with Undo. */
  trustMoves(press: Press): void;
  askForMoves(): void;
  confirmFolders(press: Press): void;
  shareKey(press: Press): void;
  trustDevice(fingerprint: string, press: Press): void;
  /** Makes this device accept no approval signed by this key. */
  revokeDevice(publicKey: string): void;
  /** Takes over the requests of another ledger, which has this epoch. */
  takeOver(epoch: string, press: Press): void;
  /** Answers which vault this is, when its settings have an unexpected id. */
  whichVault(answer: 'same' | 'another', press: Press): void;
  auditSeen(press: Press): void;
  mcpFilesSeen(files: Readonly<Record<string, string>>, press: Press): void;
  beginEpoch(press: Press): void;
}
