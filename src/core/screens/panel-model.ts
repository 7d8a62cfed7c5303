import type { AuditEntry } from '../audit/entry.js';
import type { Problem } from '../errors.js';
import type { ExternalReview } from '../request/imports/external-review.js';
import type { ArgumentChange, Review, SinceDrafted } from '../request/review/review.js';
import type { TaskSummary } from '../loop/task-summary.js';
import type { PanelRow } from './result-row.js';
import type { PlanSummary, WaitingPlan } from '../mission/summaries.js';
import type { Alert } from '../alert.js';

export interface DeviceRole {
  /** Why this device cannot run actions, for example on a phone. `null` if the device can. */
  readonly cannotRun: string | null;
  readonly runs: boolean;
  /** True when actions are turned on here, but another process still runs them. */
  readonly waits?: boolean;
  readonly paused: boolean;
  /** True when nothing runs although actions are on and not paused. */
  readonly halted?: boolean;
  readonly trustsMoves?: boolean;
  /** The seconds before a move into Approved runs. */
  readonly undoSeconds?: number;
  readonly bridges: readonly BridgeLine[];
  readonly agentsProblem?: Problem;
  readonly changing?: boolean;
  readonly foldersToConfirm?: readonly string[];
  readonly approvers?: readonly ApproverLine[];
  readonly untrustedKeys?: number;
  readonly ignoredKeys?: number;
  readonly approves?: ApprovesHere;
}

export interface ApproverLine {
  readonly device: string;
  readonly publicKey: string;
  /** `ABCD-EFGH-…`. Null for a key that cannot be read. */
  readonly fingerprint: string | null;
  readonly isOwn: boolean;
}

export interface ApprovesHere {
  readonly device: string;
  readonly fingerprint: string;
  readonly isShared: boolean;
  readonly isTrusted: boolean;
  /** True when other devices ran actions for this vault, but this device never did. */
  readonly onlyOthersRan: boolean;
}

/** True when this device should offer approving before it offers running actions. */
export function isToApprove({ cannotRun, approves }: DeviceRole): boolean {
  if (!approves || approves.isShared || approves.isTrusted) return false;
  return cannotRun !== null || approves.onlyOthersRan;
}

export interface BridgeLine {
  readonly alias: string;
  /** What the bridge starts or connects to, such as `npx mcp-mail-server`. */
  readonly reaches: string;
  readonly isPractice?: true;
}

export interface Answer {
  /** The request or plan of the press, or `device`. `null` for the panel itself. */
  readonly subject: string | null;
  readonly problem: Problem;
  readonly changes: readonly ArgumentChange[];
}

export interface PanelModel {
  /** `not_set_up` means that the vault has not been set up, and nothing was read. */
  readonly stage: 'not_set_up' | 'starting' | 'ready' | 'failed';
  readonly problem: Problem | null;
  readonly device: DeviceRole;
  /** “Resuming plan …”, shown once per session. */
  readonly headline: string | null;
  readonly mission: PlanSummary | null;
  readonly requested?: readonly string[];
  readonly otherMissions: readonly PlanSummary[];
  readonly missionCount: number;
  readonly plansWaiting?: readonly WaitingPlan[];
  readonly tasks?: readonly TaskSummary[];
  readonly reviews: readonly Review[];
  readonly externalRequests: readonly ExternalReview[];
  readonly setAside?: readonly string[];
  /** The differences in requests that changed since a person saw them, by path. */
  readonly changes: Readonly<Record<string, readonly ArgumentChange[]>>;
  readonly drafted?: Readonly<Record<string, SinceDrafted>>;
  /** The number of waiting requests. Only the first ones have a review. */
  readonly waitingCount: number;
  readonly results?: readonly PanelRow[];
  readonly unknownCount?: number;
  /** Ids of the mission's steps whose action runs, or is about to run. */
  readonly busySteps?: readonly string[];
  readonly alerts: readonly Alert[];
  readonly recent: readonly AuditEntry[];
  readonly answer: Answer | null;
  /** The path of a request, or one of {@link panelTargets}, to which the panel scrolls. */
  readonly wanted?: { readonly path: string } | null;
}

/** The most waiting plans that have a card. The others have alerts. */
export const mostPlanCards = 10;

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
