import type { AuditEntry } from '../audit/entry.js';
import type { Problem } from '../errors.js';
import type { ExternalReview } from '../request/imports/external-review.js';
import type { ArgumentChange, Review, SinceDrafted } from '../request/review/review.js';
import type { TaskSummary } from '../loop/task-summary.js';
import type { PanelRow } from './result-row.js';
import type { PlanSummary } from '../mission/summaries.js';
import type { Alert } from '../alert.js';

/** What this device does for the vault. */
export interface DeviceRole {
  /** Why this device cannot run actions at all (a phone), or `null`. */
  readonly cannotRun: string | null;
  /** Whether a person switched “Allow actions on this computer” on and it does. */
  readonly runs: boolean;
  /** It was switched on, and runs as soon as another process ends its own. */
  readonly waits?: boolean;
  readonly paused: boolean;
  /** It runs actions and is not paused, and still nothing runs: an alert, or the device itself, says why. */
  readonly halted?: boolean;
  /** Moves into Approved are approvals here, after a hold with Undo. */
  readonly trustsMoves?: boolean;
  /** How many seconds such a move, and a person's own drag, is held here. */
  readonly undoSeconds?: number;
  readonly bridges: readonly BridgeLine[];
  /** Why agents can't connect, although a person lets them. */
  readonly agentsProblem?: Problem;
  /** It is being switched on or off at this moment. */
  readonly changing?: boolean;
  /** Folder names that differ from what a person confirmed on this device, in words. */
  readonly foldersToConfirm?: readonly string[];
  /** On a device that runs actions: whose stamps count here, its own first. */
  readonly approvers?: readonly ApproverLine[];
  /** How many keys lie in the vault that nobody trusts here. */
  readonly untrustedKeys?: number;
  /** How many entries among the vault's keys are damaged, or stand under another device's name. */
  readonly ignoredKeys?: number;
  /** On a device that runs none: how it approves what another one runs; absent where it cannot. */
  readonly approves?: ApprovesHere;
}

/** A device whose person may approve what is run here. */
export interface ApproverLine {
  /** Its name, or its id. */
  readonly device: string;
  readonly publicKey: string;
  /** `ABCD-EFGH-…`; `null` for a key that cannot be read. */
  readonly fingerprint: string | null;
  readonly isOwn: boolean;
}

/** The key of a device that approves what another one runs. */
export interface ApprovesHere {
  readonly device: string;
  readonly fingerprint: string;
  /** A person laid it into the vault, for others to trust. */
  readonly isShared: boolean;
  /** Known to be trusted: this computer's own runner does. */
  readonly isTrusted: boolean;
  /** Other devices ran actions for this vault and this one never did, as the names of audit files say. */
  readonly onlyOthersRan: boolean;
}

/** Whether a person most likely wants to approve on this device first, before it runs actions. */
export function isToApprove({ cannotRun, approves }: DeviceRole): boolean {
  if (!approves || approves.isShared || approves.isTrusted) return false;
  return cannotRun !== null || approves.onlyOthersRan;
}

/** One configured bridge as a person reads it. */
export interface BridgeLine {
  readonly alias: string;
  /** `npx mcp-mail-server`, `practice, in this vault`; no values of variables. */
  readonly reaches: string;
  /** The practice bridge, whatever its name. */
  readonly isPractice?: true;
}

/** What became of the last press of a button, shown where it was pressed. */
export interface Answer {
  /** The request or plan it is about, or `device`; `null`: the panel. */
  readonly subject: string | null;
  readonly problem: Problem;
  /** What differs between what was shown and what is there now. */
  readonly changes: readonly ArgumentChange[];
}

/** Everything the Current Mission panel shows. */
export interface PanelModel {
  /** `not_set_up`: only the invitation to set the vault up; nothing was read. */
  readonly stage: 'not_set_up' | 'starting' | 'ready' | 'failed';
  /** Why it failed; also shown when the vault can be read but not acted on. */
  readonly problem: Problem | null;
  readonly device: DeviceRole;
  /** “Resuming plan …” once per session, until a person dismisses it or the mission changes. */
  readonly headline: string | null;
  readonly mission: PlanSummary | null;
  /** Ids of its steps that have a request, waiting or approved: no other is drafted for them. */
  readonly requested?: readonly string[];
  readonly otherMissions: readonly PlanSummary[];
  readonly missionCount: number;
  /** Plans that wait for a person's approval, the oldest first. Absent: none. */
  readonly plansWaiting?: readonly PlanSummary[];
  /** The tasks that need no plan, in the order in which they are to be done. */
  readonly tasks?: readonly TaskSummary[];
  readonly reviews: readonly Review[];
  /** Notes of other tools, and how they are read; nothing of them can be approved. */
  readonly externalRequests: readonly ExternalReview[];
  /** Paths of other tools’ notes among what was rejected. */
  readonly setAside?: readonly string[];
  /** Of requests that changed since a person saw them: by path, what differs. They are not approved before it was read. */
  readonly changes: Readonly<Record<string, readonly ArgumentChange[]>>;
  /** Of requests whose call was edited since this device read them first: by path. */
  readonly drafted?: Readonly<Record<string, SinceDrafted>>;
  /** How many requests wait in all; only the first ones have a review. */
  readonly waitingCount: number;
  /** What the last presses on cards led to. */
  readonly results?: readonly PanelRow[];
  /** Of how many calls a person still has to say whether they happened. */
  readonly unknownCount?: number;
  /** Ids of the mission's steps whose action is about to run, runs, or only waits for a person to resume. */
  readonly busySteps?: readonly string[];
  readonly alerts: readonly Alert[];
  readonly recent: readonly AuditEntry[];
  readonly answer: Answer | null;
  /**
   * The request whose card is to be brought into sight, or one of {@link panelTargets}. Once for each value: who
   * asks again for the same one makes another.
   */
  readonly wanted?: { readonly path: string } | null;
}

/** So many plans that wait have a card; of the others, an alert tells each. */
export const mostPlanCards = 10;

/** Stand for parts of the panel where the path of a request could: no path has a colon. */
export const panelTargets = {
  bar: ':bar',
  mission: ':mission',
  alerts: ':alerts',
  device: ':device',
} as const;

/** What the bar at the panel's top says, one line each. */
export type BarLine = 'unknown' | 'off' | 'paused' | 'agents' | 'trusted';

/** The lines of the bar, the most serious first. */
export function barLines({
  device,
  mission,
  unknownCount = 0,
}: Pick<PanelModel, 'device' | 'mission' | 'unknownCount'>): readonly BarLine[] {
  // Without a plan the panel begins with the same offer; where another computer runs actions, off is as it should be.
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

/** The panel before anything was read. */
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

/** The panel while it is read. */
export const startingPanel: PanelModel = { ...emptyPanelModel, stage: 'starting' };
