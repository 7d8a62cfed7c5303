import type { AuditEntry } from '../audit/entry.js';
import type { Problem } from '../errors.js';
import type { ExternalReview } from '../request/imports/external-review.js';
import type { ArgumentChange, Review, SinceDrafted } from '../request/review/review.js';
import type { TaskSummary } from '../loop/task-summary.js';
import type { PanelRow } from './result-row.js';
import type { PlanSummary, WaitingPlan } from '../mission/summaries.js';
import type { Alert } from '../alert.js';

export interface DeviceRole {
  /** Why this device cannot run actions at all (a phone), or `null`. */
  readonly cannotRun: string | null;
  /**
   * True when this device runs actions: a person turned on “Allow actions on this computer”, and it is in
   * effect.
   */
  readonly runs: boolean;
  /** True when actions were turned on here but do not run yet, because another process still runs them. */
  readonly waits?: boolean;
  readonly paused: boolean;
  /**
   * True when this device runs actions and is not paused, but nothing runs; an alert or the device section
   * says why.
   */
  readonly halted?: boolean;
  readonly trustsMoves?: boolean;
  /** The seconds for which a move into Approved is held here before it runs, even a person's own drag. */
  readonly undoSeconds?: number;
  readonly bridges: readonly BridgeLine[];
  readonly agentsProblem?: Problem;
  readonly changing?: boolean;
  readonly foldersToConfirm?: readonly string[];
  /** On a device that runs actions: the keys whose stamps it accepts, its own first. */
  readonly approvers?: readonly ApproverLine[];
  readonly untrustedKeys?: number;
  /** The number of keys in the vault that are ignored, for example because they are damaged. */
  readonly ignoredKeys?: number;
  /** On a device that runs no actions: how it approves what another one runs; absent if it cannot. */
  readonly approves?: ApprovesHere;
}

export interface ApproverLine {
  readonly device: string;
  readonly publicKey: string;
  /** `ABCD-EFGH-…`; `null` for a key that cannot be read. */
  readonly fingerprint: string | null;
  readonly isOwn: boolean;
}

export interface ApprovesHere {
  readonly device: string;
  readonly fingerprint: string;
  readonly isShared: boolean;
  readonly isTrusted: boolean;
  /**
   * True when other devices ran actions for this vault, according to the names of audit files, but this
   * device never did.
   */
  readonly onlyOthersRan: boolean;
}

/** True when a person most likely wants to approve on this device before letting it run actions. */
export function isToApprove({ cannotRun, approves }: DeviceRole): boolean {
  if (!approves || approves.isShared || approves.isTrusted) return false;
  return cannotRun !== null || approves.onlyOthersRan;
}

export interface BridgeLine {
  readonly alias: string;
  /**
   * What the bridge starts or connects to, without values of variables: `npx mcp-mail-server`, `practice, in
   * this vault`.
   */
  readonly reaches: string;
  readonly isPractice?: true;
}

export interface Answer {
  /** The request or plan that the press was about, or `device`; `null` for the panel. */
  readonly subject: string | null;
  readonly problem: Problem;
  readonly changes: readonly ArgumentChange[];
}

export interface PanelModel {
  /** `not_set_up`: shows only the invitation to set the vault up; nothing was read. */
  readonly stage: 'not_set_up' | 'starting' | 'ready' | 'failed';
  readonly problem: Problem | null;
  readonly device: DeviceRole;
  /** “Resuming plan …” once per session, until a person dismisses it or the mission changes. */
  readonly headline: string | null;
  readonly mission: PlanSummary | null;
  /**
   * Ids of the mission's steps with a waiting or approved request, so that no other request is drafted for
   * them.
   */
  readonly requested?: readonly string[];
  readonly otherMissions: readonly PlanSummary[];
  readonly missionCount: number;
  readonly plansWaiting?: readonly WaitingPlan[];
  /** The tasks that need no plan, in the order in which they are to be done. */
  readonly tasks?: readonly TaskSummary[];
  readonly reviews: readonly Review[];
  readonly externalRequests: readonly ExternalReview[];
  readonly setAside?: readonly string[];
  /**
   * By path, the differences in requests that changed since a person saw them. These must be read before
   * approving.
   */
  readonly changes: Readonly<Record<string, readonly ArgumentChange[]>>;
  readonly drafted?: Readonly<Record<string, SinceDrafted>>;
  /** The number of waiting requests; only the first ones have a review. */
  readonly waitingCount: number;
  readonly results?: readonly PanelRow[];
  readonly unknownCount?: number;
  /** Ids of the mission's steps whose action is running or about to run, or waits only for a person to resume. */
  readonly busySteps?: readonly string[];
  readonly alerts: readonly Alert[];
  readonly recent: readonly AuditEntry[];
  readonly answer: Answer | null;
  /**
   * The path of a request, or one of {@link panelTargets}, to which the panel scrolls. It scrolls once for
   * each object.
   */
  readonly wanted?: { readonly path: string } | null;
}

/** At most this many waiting plans have a card; each of the others has an alert. */
export const mostPlanCards = 10;

/** Targets in the panel that are not requests. Each begins with a colon, which no request's path contains. */
export const panelTargets = {
  bar: ':bar',
  mission: ':mission',
  alerts: ':alerts',
  device: ':device',
} as const;

export type BarLine = 'unknown' | 'off' | 'paused' | 'agents' | 'trusted';

export function barLines({
  device,
  mission,
  unknownCount = 0,
}: Pick<PanelModel, 'device' | 'mission' | 'unknownCount'>): readonly BarLine[] {
  // Without a plan the panel itself offers to turn actions on, and another computer may already run them.
  const isOff =
    !device.runs &&
    device.waits !== true &&
    device.cannotRun === null &&
    mission !== null &&
    device.approves?.onlyOthersRan !== true;
  return [
    ...(unknownCount > 0 ? (['unknown'] as const) : []),
    ...(isOff ? (['off'] as const) : []),
    ...(device.runs && device.paused ? (['paused'] as const) : []),
    ...(device.agentsProblem ? (['agents'] as const) : []),
    ...(device.runs && device.trustsMoves === true ? (['trusted'] as const) : []),
  ];
}

export const emptyPanelModel: PanelModel = {
  stage: 'not_set_up',
  problem: null,
  device: { cannotRun: null, runs: false, paused: false, bridges: [] },
  headline: null,
  mission: null,
  otherMissions: [],
  missionCount: 0,
  reviews: [],
  externalRequests: [],
  changes: {},
  waitingCount: 0,
  alerts: [],
  recent: [],
  answer: null,
};

export const startingPanel: PanelModel = { ...emptyPanelModel, stage: 'starting' };
