import type { PlanStatus } from './plan/plan.js';
import { utcTime } from './time.js';

/** A step as shown to the person who decides about it. */
export interface DecidedStep {
  readonly planId: string;
  readonly stepId: string;
  /** Its wording in the plan, so that a decision never applies to another step in its place. */
  readonly text: string;
}

/** Something a person should know; it disappears by itself when it is no longer true. */
export interface Alert {
  readonly subject: AlertSubject;
  readonly kind: AlertKind;
  readonly text: string;
  /** Who acts, and how. */
  readonly advice: string;
  readonly path?: string;
  /** The step that a person has to decide about. */
  readonly step?: DecidedStep;
  /** When it runs automatically. */
  readonly runsAt?: RunsAt;
  /** What only a person may decide about it. */
  readonly offers?: AlertOffer;
  /** The item that seems to need a plan. */
  readonly suggests?: SuggestedMission;
}

/** The subject of an alert; all alerts of one subject are replaced together. */
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

/** The subject as one text, for use as a key. */
export function subjectKey({ kind, id }: AlertSubject): string {
  return id === undefined ? kind : `${kind}:${id}`;
}

/** After this many hours, a person is reminded again that something waits. */
const overdueHours = 72;

/** The advice for something that has waited this long; after three days, perhaps nobody needs it any more. */
export function adviceAfter(hours: number, advice: string, ending = 'withdraw it'): string {
  return hours < overdueHours ? advice : `${advice} If nobody needs it any more, ${ending}.`;
}

/** The request that an alert is about. */
export function requestOf({ subject }: Alert): string | undefined {
  return subject.kind === 'request' ? subject.id : undefined;
}

/** When something runs automatically. Views add the time: notes in UTC, screens in the device's time. */
export interface RunsAt {
  /** Ms since 1970. */
  readonly ms: number;
  /** The precision with which views show it. */
  readonly to: 'minutes' | 'seconds';
}

/** A text followed by the time when it runs automatically, in a view's format. */
export function withTime(
  text: string,
  runsAt: RunsAt | undefined,
  clock: (ms: number, to: RunsAt['to']) => string = utcTime,
): string {
  return runsAt ? `${text} It runs at ${clock(runsAt.ms, runsAt.to)}.` : text;
}

/** An item that seems to need a plan. Its words are for reading, with hidden characters made visible. */
export interface SuggestedMission {
  /** The subject of the item, in one line. */
  readonly title: string;
  /** The reasons for a plan, as sentences. */
  readonly reasons: readonly string[];
}

/** One of several plan notes for one task, as shown to the person who chooses one. */
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
 * A decision that an alert offers and only a person may take: for example, to take over what another ledger
 * prepared, to begin a new ledger on this device, to recreate a note, to choose one of several plans, or to
 * change a setting.
 */
export type AlertOffer =
  | {
      readonly do: 'take_over';
      readonly epoch: string;
      readonly device: string | null;
      /** The name that the device was given here; absent if none. */
      readonly name?: string;
    }
  | { readonly do: 'new_epoch' }
  /** To confirm having seen the findings about the audit files. */
  | { readonly do: 'audit_seen' }
  /** To confirm having seen these versions of MCP configurations in the vault: their digests, by path. */
  | { readonly do: 'mcp_files_seen'; readonly files: Readonly<Record<string, string>> }
  | { readonly do: 'bring_back'; readonly requestId: string }
  /** To say what a tick in the note means, which replaced a request. */
  | { readonly do: 'answer_tick'; readonly requestId: string; readonly step: DecidedStep }
  | { readonly do: 'keep_plan'; readonly plans: readonly DuplicatePlan[] }
  /** To write a plan of ours beside one in another tool's form. */
  | { readonly do: 'adopt_plan'; readonly path: string }
  /** To continue a plan that had ended. */
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

/**
 * The most serious first. Kinds that other programs can create in large numbers come late, so that they
 * hide nothing.
 */
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

/** Alerts in reading order: by severity, then by their text. */
export function bySeverity(alerts: readonly Alert[]): readonly Alert[] {
  return [...alerts].sort((a, b) => gravity(a) - gravity(b) || (a.text < b.text ? -1 : 1));
}

/** A changed ledger or audit log may hide everything else. */
function gravity({ kind, offers }: Alert): number {
  return offers?.do === 'audit_seen' || offers?.do === 'new_epoch' ? 0 : kinds[kind];
}

/** Up to this many alerts that differ only in their note are listed one by one. */
const mostAlike = 5;

/** Alerts, each with the number of further ones that differ only in their note and are not listed. */
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
