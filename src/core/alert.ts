import type { PlanStatus } from './plan/plan.js';
import { utcTime } from './time.js';

export interface DecidedStep {
  readonly planId: string;
  readonly stepId: string;
  readonly text: string;
}

export interface Alert {
  readonly subject: AlertSubject;
  readonly kind: AlertKind;
  readonly text: string;
  readonly advice: string;
  readonly path?: string;
  readonly step?: DecidedStep;
  readonly runsAt?: RunsAt;
  readonly offers?: AlertOffer;
  readonly suggests?: SuggestedMission;
}

export type AlertSubject =
  | {
      readonly kind: 'request' | 'plan' | 'path' | 'source' | 'strays' | 'bug';
      readonly id: string;
    }
  | {
      readonly kind:
        | 'approved'
        | 'audit'
        | 'audit-trail'
        | 'clock'
        | 'daily-log'
        | 'dashboard'
        | 'folders'
        | 'knowledge'
        | 'ledger'
        | 'ledgers'
        | 'mcp-files'
        | 'notify'
        | 'settings'
        | 'tasks'
        | 'tools'
        | 'watch';
      readonly id?: undefined;
    };

export function subjectKey({ kind, id }: AlertSubject): string {
  return id === undefined ? kind : `${kind}:${id}`;
}

const overdueHours = 72;

/** Adds a hint to `advice` when something has waited for 72 hours or longer. */
export function adviceAfter(hours: number, advice: string, ending = 'withdraw it'): string {
  return hours < overdueHours ? advice : `${advice} If nobody needs it any more, ${ending}.`;
}

export function requestOf({ subject }: Alert): string | undefined {
  return subject.kind === 'request' ? subject.id : undefined;
}

export interface RunsAt {
  /** Milliseconds since 1970. */
  readonly ms: number;
  readonly to: 'minutes' | 'seconds';
}

export function withTime(
  text: string,
  runsAt: RunsAt | undefined,
  clock: (ms: number, to: RunsAt['to']) => string = utcTime,
): string {
  return runsAt ? `${text} It runs at ${clock(runsAt.ms, runsAt.to)}.` : text;
}

export interface SuggestedMission {
  readonly title: string;
  readonly reasons: readonly string[];
}

export interface DuplicatePlan {
  readonly path: string;
  readonly planId: string;
  readonly objective: string;
  readonly status: PlanStatus;
  readonly doneSteps: number;
  readonly steps: number;
  readonly created: string;
  readonly lastEntry: string | null;
}

export type AlertOffer =
  | {
      readonly do: 'take_over';
      readonly epoch: string;
      readonly device: string | null;
      readonly name?: string;
    }
  | { readonly do: 'new_epoch' }
  | { readonly do: 'audit_seen' }
  | { readonly do: 'mcp_files_seen'; readonly files: Readonly<Record<string, string>> }
  | { readonly do: 'bring_back'; readonly requestId: string }
  | { readonly do: 'answer_tick'; readonly requestId: string; readonly step: DecidedStep }
  | { readonly do: 'keep_plan'; readonly plans: readonly DuplicatePlan[] }
  | { readonly do: 'adopt_plan'; readonly path: string }
  | { readonly do: 'start_plan'; readonly planId: string }
  | { readonly do: 'decide_plan'; readonly planId: string }
  | { readonly do: 'open_settings' }
  | { readonly do: 'resume' };

export type AlertKind =
  | 'asks'
  | 'waits'
  | 'held'
  | 'invalid'
  | 'duplicate'
  | 'missing'
  | 'ticked_outside'
  | 'not_ticked'
  | 'rejected'
  | 'returned'
  | 'unknown_outcome'
  | 'incomplete'
  | 'other_device'
  | 'mcp_file'
  | 'expired'
  | 'blocked_long'
  | 'plan_missing'
  | 'plan_put_back'
  | 'not_a_request'
  | 'foreign'
  | 'halted'
  | 'unread_folder'
  | 'suggestion';

const kinds: Readonly<Record<AlertKind, number>> = {
  unknown_outcome: 1,
  halted: 2,
  unread_folder: 3,
  returned: 4,
  held: 5,
  other_device: 6,
  mcp_file: 7,
  not_ticked: 8,
  asks: 9,
  ticked_outside: 10,
  missing: 11,
  rejected: 12,
  plan_missing: 13,
  plan_put_back: 14,
  waits: 15,
  expired: 16,
  blocked_long: 17,
  duplicate: 18,
  incomplete: 19,
  invalid: 20,
  foreign: 21,
  not_a_request: 22,
  suggestion: 23,
};

export function bySeverity(alerts: readonly Alert[]): readonly Alert[] {
  return [...alerts].sort((a, b) => gravity(a) - gravity(b) || (a.text < b.text ? -1 : 1));
}

function gravity({ kind, offers, subject }: Alert): number {
  if (offers?.do === 'audit_seen' || offers?.do === 'new_epoch' || subject.kind === 'audit-trail')
    return 0;
  const isOfNotes = subject.id !== undefined || subject.kind === 'tasks';
  if (isOfNotes && kind === 'other_device') return kinds.duplicate;
  if (isOfNotes && kind === 'halted') return kinds.rejected;
  if (!isOfNotes && kind === 'invalid') return kinds.mcp_file;
  return kinds[kind];
}

export function isWeighty(alert: Alert): boolean {
  return gravity(alert) <= kinds.ticked_outside;
}

const mostAlike = 5;

/** Of more than five similar alerts, keeps only the first. `more` says how many are left out. */
export function groupAlerts(
  alerts: readonly Alert[],
): readonly { readonly alert: Alert; readonly more: number }[] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const { subject, kind, advice, text, runsAt } = alert;
    const isOfNote = (subject.kind === 'path' || subject.kind === 'plan') && !runsAt;
    const key = JSON.stringify([kind, advice, isOfNote || [subject, text]]);
    groups.set(key, [...(groups.get(key) ?? []), alert]);
  }
  return [...groups.values()].flatMap((group) => {
    const shown = group.length > mostAlike ? group.slice(0, 1) : group;
    return shown.map((alert) => ({ alert, more: group.length - shown.length }));
  });
}

const mostFirst = 5;

export function firstLines<T extends { readonly alert: Alert }>(
  lines: readonly T[],
  room: number,
): readonly T[] {
  const seen = new Map<AlertKind, number>();
  const ranked = lines.map((line, at) => {
    const { kind } = line.alert;
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    const round = before === 0 ? 0 : before < mostFirst ? 1 : 2;
    return { line, at, rank: round + (isWeighty(line.alert) ? 0 : 3) };
  });
  const chosen = ranked.sort((a, b) => a.rank - b.rank || a.at - b.at).slice(0, room);
  return chosen.sort((a, b) => a.at - b.at).map(({ line }) => line);
}
