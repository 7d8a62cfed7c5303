import type { PlanStatus } from './plan/plan.js';
import { utcTime } from './time.js';

/** A step as a person is shown it who decides about it. */
export interface DecidedStep {
  readonly planId: string;
  readonly stepId: string;
  /** As its plan has it: another step in its place is not decided about. */
  readonly text: string;
}

/** Something a person should know of; it goes away by itself when it no longer holds. */
export interface Alert {
  readonly subject: AlertSubject;
  readonly kind: AlertKind;
  readonly text: string;
  /** Who acts, and how. */
  readonly advice: string;
  readonly path?: string;
  /** The step that a person has to decide about. */
  readonly step?: DecidedStep;
  /** When it runs by itself. */
  readonly runsAt?: RunsAt;
  /** What only a person may decide about it. */
  readonly offers?: AlertOffer;
  /** The item that looks like work for a plan. */
  readonly suggests?: SuggestedMission;
}

/** What an alert is about; all of one subject are replaced together. */
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
        | 'tools';
      readonly id?: undefined;
    };

/** The subject as one text, for whoever keeps something by it. */
export function subjectKey({ kind, id }: AlertSubject): string {
  return id === undefined ? kind : `${kind}:${id}`;
}

/** After so many hours, whoever is told that something waits is told once more. */
const overdueHours = 72;

/** What to do about something that has waited so long: after three days it may be that nobody needs it. */
export function adviceAfter(hours: number, advice: string, ending = 'withdraw it'): string {
  return hours < overdueHours ? advice : `${advice} If nobody needs it any more, ${ending}.`;
}

/** The request that an alert is about. */
export function requestOf({ subject }: Alert): string | undefined {
  return subject.kind === 'request' ? subject.id : undefined;
}

/** When something runs by itself. Views say it: in UTC in notes, by the device's clock on its screen. */
export interface RunsAt {
  /** Ms since 1970. */
  readonly ms: number;
  /** How exactly views say it. */
  readonly to: 'minutes' | 'seconds';
}

/** A text followed by when it runs by itself, as a view says times. */
export function withTime(
  text: string,
  runsAt: RunsAt | undefined,
  clock: (ms: number, to: RunsAt['to']) => string = utcTime,
): string {
  return runsAt ? `${text} It runs at ${clock(runsAt.ms, runsAt.to)}.` : text;
}

/** An item that looks like work for a plan. Its words are for reading: hidden characters are visible. */
export interface SuggestedMission {
  /** What the item is about, in one line. */
  readonly title: string;
  /** What speaks for a plan, as sentences. */
  readonly reasons: readonly string[];
}

/** One of several plan notes for one task, as a person is shown it who keeps one of them. */
export interface DuplicatePlan {
  readonly path: string;
  readonly planId: string;
  readonly objective: string;
  readonly status: PlanStatus;
  readonly doneSteps: number;
  readonly steps: number;
  /** As written in the note. */
  readonly created: string;
  /** The last log entry, with its time. */
  readonly lastEntry: string | null;
}

/**
 * A way out that only a person has: to take over what another ledger prepared (its epoch, and its
 * device where that is known), to begin a new ledger on this device, to have a note made again, to say
 * which of several plans for one task is kept, to approve or reject a plan, to import a plan in another tool's form, or to change a setting.
 */
export type AlertOffer =
  | {
      readonly do: 'take_over';
      readonly epoch: string;
      readonly device: string | null;
      /** The name that the device was given here; absent: none. */
      readonly name?: string;
    }
  | { readonly do: 'new_epoch' }
  /** To say that what was found at the audit files was seen. */
  | { readonly do: 'audit_seen' }
  /** To say that MCP configurations in the vault were seen as they were then: their digests, by path. */
  | { readonly do: 'mcp_files_seen'; readonly files: Readonly<Record<string, string>> }
  | { readonly do: 'bring_back'; readonly requestId: string }
  /** To say what a tick in the note means, which took the place of a request. */
  | { readonly do: 'answer_tick'; readonly requestId: string; readonly step: DecidedStep }
  | { readonly do: 'keep_plan'; readonly plans: readonly DuplicatePlan[] }
  /** To have a plan of ours written beside one in another tool's form. */
  | { readonly do: 'adopt_plan'; readonly path: string }
  /** To go on with a plan that had ended. */
  | { readonly do: 'start_plan'; readonly planId: string }
  /** To approve or reject a plan that waits. */
  | { readonly do: 'decide_plan'; readonly planId: string }
  | { readonly do: 'open_settings' }
  /** To let approved actions run again. */
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

/** The gravest first. What other programs can make many of comes late, so that it hides nothing. */
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

/** Alerts in the order in which a person should read them: by what they are, then by their words. */
export function bySeverity(alerts: readonly Alert[]): readonly Alert[] {
  return [...alerts].sort((a, b) => gravity(a) - gravity(b) || (a.text < b.text ? -1 : 1));
}

/** A ledger or an audit log that is not as it was left may hide everything else. */
function gravity({ kind, offers }: Alert): number {
  return offers?.do === 'audit_seen' || offers?.do === 'new_epoch' ? 0 : kinds[kind];
}

/** Alerts that differ only in their note: so many are listed each by itself. */
const mostAlike = 5;

/** Alerts with how many others differ only in their note, which then are not listed. */
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
