import type { TaskSummary } from '../../core/loop/task-summary.js';
import type { ShownPlan, StepSummary } from '../../core/mission/summaries.js';
import type { DecidedStep, DuplicatePlan } from '../../core/alert.js';
import type { ExternalReview } from '../../core/request/imports/external-review.js';
import type { Review } from '../../core/request/review/review.js';

export interface Press {
  /** Shows that a person pressed. Can be checked only while the browser handles it. */
  readonly event: Event;
  readonly control: HTMLElement;
  readonly steadyMs: number;
}

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
  review(path: string): void;
  showUnknown(): void;
  showDevice(): void;
  broughtUp(): void;
  dismissAnswer(): void;
  dismissHeadline(): void;
}

export interface RequestActions {
  reviewAll(): void;
  shown(review: Review): void;
  /** Called when a person had time to read the whole text. */
  offered(review: Review): void;
  readChange(review: Review, press: Press): void;
  /** Approves a request, or answers “Run this request?” with yes. */
  approve(review: Review, checked: readonly string[], press: Press): void;
  importRequest(review: ExternalReview, press: Press): void;
  rejectExternal(review: ExternalReview): void;
  reject(review: Review, reason: string): void;
  /** Opens the request for changes. Approves nothing. */
  edit(review: Review): void;
  undo(request: Pick<Review, 'requestId'>): void;
  /**
   * Records the person's answer about an unknown outcome.
   * @param happened true when the call was made
   */
  confirmUnknown(review: Review, happened: boolean, press: Press): void;
  testBridge(review: Review): void;
  bringBack(requestId: string): void;
  withdraw(requestId: string): void;
  redraft(requestId: string): void;
  openResult(requestId: string): void;
  dismissResult(requestId: string): void;
}

export interface PlanActions {
  completeStep(planId: string, step: StepSummary): void;
  doneByHand(planId: string, step: StepSummary, press: Press): void;
  confirmTick(requestId: string, press: Press): void;
  reopenStep(step: DecidedStep, requestId: string | null): void;
  skipStep(step: DecidedStep, reason: string): void;
  draftAction(planId: string, step: StepSummary): void;
  activatePlan(planId: string): void;
  /** Allows work on a plan. Approves no request. */
  approvePlan(planId: string, shown: Pick<ShownPlan, 'text'>, press: Press): void;
  rejectPlan(planId: string, reason: string): void;
  recordDecision(planId: string): void;
  showDecisions(planId: string): void;
  exportDecisions(planId: string): void;
  cancelPlan(planId: string): void;
  keepPlan(path: string, shown: readonly DuplicatePlan[]): void;
  importPlan(path: string): void;
  newMission(): void;
  createPlan(path: string): void;
  reviewSteps(path: string): void;
  finishTask(task: TaskSummary): void;
  ignoreItem(path: string): void;
}

export interface DeviceActions {
  setUpVault(): void;
  createFolders(base: string): void;
  setUpAndPractise(base: string, press: Press): void;
  switchOnAndPractise(press: Press): void;
  startPracticeMission(press: Press): void;
  addPracticeBridge(press: Press): void;
  importBridges(): void;
  switchOn(press: Press): void;
  switchOff(): void;
  pause(): void;
  resume(press: Press): void;
  /** From now on, each move of a request into Approved approves it. */
  trustMoves(press: Press): void;
  askForMoves(): void;
  confirmFolders(press: Press): void;
  shareKey(press: Press): void;
  trustDevice(fingerprint: string, press: Press): void;
  revokeDevice(publicKey: string): void;
  takeOver(epoch: string, press: Press): void;
  whichVault(answer: 'same' | 'another', press: Press): void;
  auditSeen(press: Press): void;
  mcpFilesSeen(files: Readonly<Record<string, string>>, press: Press): void;
  beginEpoch(press: Press): void;
}
