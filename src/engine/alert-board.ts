import type { Alert } from '../core/mission/summaries.js';
import type { Notifier } from '../ports/notifier.js';

/**
 * What a person should know of now. Each reconciliation of a subject replaces that subject's alerts, so
 * an alert goes away by itself when it no longer holds.
 */
export class AlertBoard {
  private readonly bySubject = new Map<string, readonly Alert[]>();
  /** The subjects with an alert of a kind. */
  private readonly byKind = new Map<Alert['kind'], Set<string>>();

  /** @param onNew called with alerts that were not there before */
  constructor(private readonly onNew: (alert: Alert) => void) {}

  /** Replaces the alerts of a subject; whether that changed anything. */
  replace(subject: string, alerts: readonly Alert[]): boolean {
    const before = this.bySubject.get(subject) ?? [];
    const same =
      before.length === alerts.length &&
      before.every(
        (alert, at) =>
          sameAlert(alert, alerts[at]) && alert.suggests?.title === alerts[at]?.suggests?.title,
      );
    if (same) return false;
    if (alerts.length === 0) this.bySubject.delete(subject);
    else this.bySubject.set(subject, alerts);
    for (const { kind } of before) this.byKind.get(kind)?.delete(subject);
    for (const { kind } of alerts) {
      this.byKind.set(kind, (this.byKind.get(kind) ?? new Set()).add(subject));
    }
    for (const alert of alerts) {
      if (!before.some((known) => sameAlert(known, alert) || isCountedOn(known, alert)))
        this.onNew(alert);
    }
    return true;
  }

  of(subject: string): readonly Alert[] {
    return this.bySubject.get(subject) ?? [];
  }

  /** The subjects that have an alert of one of these kinds now. */
  subjectsOf(...kinds: readonly Alert['kind'][]): readonly string[] {
    return [...new Set(kinds.flatMap((kind) => [...(this.byKind.get(kind) ?? [])]))];
  }

  all(): readonly Alert[] {
    return [...this.bySubject.values()].flat();
  }
}

/** Tells new alerts as notices. */
export function toldBy(notifier: Notifier): (alert: Alert) => void {
  return (alert) => {
    notifier.notify({
      // A hold is told with Undo, by whoever has a screen.
      level: alert.kind === 'suggestion' || alert.kind === 'held' ? 'info' : 'warning',
      text: `${alert.text} ${alert.advice}`,
      ...(alert.names ? { names: alert.names } : {}),
      about: { event: alert.kind, ...subjectOf(alert.subject) },
    });
  };
}

function subjectOf(subject: string): { readonly request?: string; readonly plan?: string } {
  const [, kind, id = ''] = /^(request|plan):([^]*)$/u.exec(subject) ?? [];
  if (kind === 'request') return { request: id };
  return kind === 'plan' ? { plan: id } : {};
}

function sameAlert(a: Alert, b: Alert | undefined): boolean {
  if (a.kind !== b?.kind || a.path !== b.path || offerKey(a) !== offerKey(b)) return false;
  return a.text === b.text && a.advice === b.advice;
}

/** It only counts on, hours or notes: people are told when it begins, not with each one from then on. */
function isCountedOn(known: Alert, { kind, advice }: Alert): boolean {
  const counts = kind === 'blocked_long' || kind === 'not_a_request';
  return counts && known.kind === kind && known.advice === advice;
}

function offerKey({ offers }: Alert): string {
  return offers?.do === 'take_over' ? offers.epoch : (offers?.do ?? '');
}
