import { subjectKey, type Alert, type AlertSubject } from '../../core/alert.js';
import type { Message, Notifier } from '../../ports/notifier.js';

/** The alerts for a person. No decision depends on alerts. */
export class AlertBoard {
  private readonly bySubject = new Map<string, readonly Alert[]>();

  constructor(private readonly onNew: (alert: Alert) => void) {}

  /**
   * Replaces the alerts of a subject. True when they changed.
   * @param quiet those of `alerts` that are not passed to `onNew`
   */
  replace(subject: AlertSubject, alerts: readonly Alert[], quiet: readonly Alert[] = []): boolean {
    const key = subjectKey(subject);
    const before = this.bySubject.get(key) ?? [];
    const same =
      before.length === alerts.length &&
      before.every(
        (alert, at) =>
          sameAlert(alert, alerts[at]) && alert.suggests?.title === alerts[at]?.suggests?.title,
      );
    if (same) return false;
    if (alerts.length === 0) this.bySubject.delete(key);
    else this.bySubject.set(key, alerts);
    for (const alert of alerts.filter((one) => !quiet.includes(one))) {
      if (!before.some((known) => sameAlert(known, alert) || isCountedOn(known, alert)))
        this.onNew(alert);
    }
    return true;
  }

  all(): readonly Alert[] {
    return [...this.bySubject.values()].flat();
  }
}

export function toldBy(notifier: Notifier): (alert: Alert) => void {
  return (alert) => {
    notifier.notify(messageOf(alert));
  };
}

const mostAtStart = 3;
const urgent: ReadonlySet<Alert['kind']> = new Set(['unknown_outcome', 'halted', 'held']);

export class AlertNotices {
  private waiting: Alert[] | null = [];

  constructor(private readonly notifier: Notifier) {}

  readonly tell = (alert: Alert): void => {
    if (this.waiting === null || urgent.has(alert.kind)) this.notifier.notify(messageOf(alert));
    else this.waiting.push(alert);
  };

  /**
   * Reports the alerts that were held back during the start. CALL WHEN THE ENGINE HAS STARTED.
   * @param hasDashboard false on a computer that leaves the Dashboard to another one
   */
  started(hasDashboard: boolean): void {
    const byKind = new Map<Alert['kind'], Alert[]>();
    for (const alert of this.waiting ?? []) {
      byKind.set(alert.kind, [...(byKind.get(alert.kind) ?? []), alert]);
    }
    this.waiting = null;
    for (const alerts of byKind.values()) {
      for (const alert of alerts.slice(0, mostAtStart)) this.notifier.notify(messageOf(alert));
      const more = alerts.length - mostAtStart;
      if (more > 0) this.notifier.notify(moreOf(alerts[0], more, hasDashboard));
    }
  }
}

function messageOf(alert: Alert): Message {
  const { kind, id } = alert.subject;
  return {
    level: alert.kind === 'suggestion' || alert.kind === 'held' ? 'info' : 'warning',
    text: `${alert.text} ${alert.advice}`,
    ...(alert.runsAt ? { runsAt: alert.runsAt } : {}),
    about: {
      event: alert.kind,
      ...(kind === 'request' ? { request: id } : kind === 'plan' ? { plan: id } : {}),
    },
  };
}

function moreOf(first: Alert | undefined, count: number, hasDashboard: boolean): Message {
  const listed = hasDashboard ? ' The panel and the Dashboard list them.' : '';
  const text = `And ${count} more like this.${listed}`;
  const level = first?.kind === 'suggestion' ? 'info' : 'warning';
  return { level, text, ...(first ? { about: { event: first.kind } } : {}) };
}

function sameAlert(a: Alert, b: Alert | undefined): boolean {
  if (a.kind !== b?.kind || a.path !== b.path || offerKey(a) !== offerKey(b)) return false;
  return a.text === b.text && a.advice === b.advice && a.runsAt?.ms === b.runsAt?.ms;
}

function isCountedOn(known: Alert, { kind, advice }: Alert): boolean {
  const counts = kind === 'blocked_long' || kind === 'not_a_request';
  return counts && known.kind === kind && known.advice === advice;
}

function offerKey({ offers }: Alert): string {
  return offers?.do === 'take_over' ? offers.epoch : (offers?.do ?? '');
}
