import type { AuditEntry } from '../audit/entry.js';
import type { Problem } from '../errors.js';
import type { ExternalReview } from '../request/imports/external-review.js';
import type { ArgumentChange, Review, SinceDrafted } from '../request/review/review.js';
import type { TaskSummary } from '../loop/task-summary.js';
import type { PanelRow } from './result-row.js';
import type { PlanSummary, WaitingPlan } from '../mission/summaries.js';
import type { Alert } from '../alert.js';

export interface DeviceRole {
  readonly cannotRun: string | null;
  readonly runs: boolean;
  readonly waits?: boolean;
  readonly paused: boolean;
  readonly halted?: boolean;
  readonly trustsMoves?: boolean;
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
  readonly fingerprint: string | null;
  readonly isOwn: boolean;
}

export interface ApprovesHere {
  readonly device: string;
  readonly fingerprint: string;
  readonly isShared: boolean;
  readonly isTrusted: boolean;
  readonly onlyOthersRan: boolean;
}

export function isToApprove({ cannotRun, approves }: DeviceRole): boolean {
  if (!approves || approves.isShared || approves.isTrusted) return false;
  return cannotRun !== null || approves.onlyOthersRan;
}

export interface BridgeLine {
  readonly alias: string;
  /** Such as `npx mcp-mail-server`. */
  readonly reaches: string;
  readonly isPractice?: true;
}

export interface Answer {
  readonly subject: string | null;
  readonly problem: Problem;
  readonly changes: readonly ArgumentChange[];
}

export interface PanelModel {
  readonly stage: 'not_set_up' | 'starting' | 'ready' | 'failed';
  readonly problem: Problem | null;
  readonly device: DeviceRole;
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
  /** The keys are the paths of requests. */
  readonly changes: Readonly<Record<string, readonly ArgumentChange[]>>;
  readonly drafted?: Readonly<Record<string, SinceDrafted>>;
  readonly waitingCount: number;
  readonly results?: readonly PanelRow[];
  readonly unknownCount?: number;
  readonly busySteps?: readonly string[];
  readonly alerts: readonly Alert[];
  readonly recent: readonly AuditEntry[];
  readonly answer: Answer | null;
  readonly wanted?: { readonly path: string } | null;
}

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
