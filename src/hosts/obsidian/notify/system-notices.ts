import { ok } from '../../../core/errors.js';
import { noticeText, waitingNotice } from '../../../core/views/waiting-notice.js';
import { WaitingNotices } from '../../../engine/views/waiting-notices.js';
import type { Clock } from '../../../ports/clock.js';
import type { NoticeSender } from '../../../ports/notice-sender.js';
import { isShared } from '../lifecycle/own-key.js';
import type { Session } from '../lifecycle/session.js';
import { sourceOf } from '../lifecycle/session-queries.js';
import { isAtApp, systemNotification } from './system-notification.js';

type Followed = Pick<Session, 'state' | 'executor' | 'approving' | 'sharedKeys' | 'onSource'>;

/** The functions that reach the operating system. Tests replace them. */
export interface SystemSide {
  readonly notification: typeof systemNotification;
  readonly isAtApp: typeof isAtApp;
}

export class SystemNotices {
  private notices: WaitingNotices | null = null;
  private takeAway: () => void = () => undefined;
  private lastMs: number | null = null;

  constructor(
    private readonly session: Followed,
    private readonly open: (requestId: string) => void,
    private readonly system: SystemSide = { notification: systemNotification, isAtApp },
  ) {
    session.onSource = () => this.follow();
    this.follow();
  }

  close(): void {
    this.session.onSource = () => undefined;
    this.end();
  }

  private end(): void {
    void this.notices?.stop();
    this.notices = null;
    this.takeAway();
  }

  private follow(): void {
    this.end();
    const { state } = this.session;
    const source = sourceOf(state);
    // Uses the desktop's clock, because the timers of a hidden window are slow.
    const clock = state.at === 'ready' ? state.vault.side.desktop?.clock : undefined;
    if (!source || !clock) return;
    this.lastMs ??= clock.now() - 60_000;
    const sender = this.sender(clock);
    this.notices = WaitingNotices.start({ source, clock, sender, onResult: () => undefined });
  }

  private sender(clock: Clock): NoticeSender {
    const { session, system } = this;
    return {
      target: async () => (canDecide(session) && system.notification() ? 'system' : null),
      lastSent: async () => {
        const ms = this.lastMs;
        return ms === null ? null : { ms, counted: ({ createdMs }) => createdMs <= ms };
      },
      send: async (waiting, newest) => {
        const show = system.notification();
        if (!show || system.isAtApp()) return ok(undefined);
        this.lastMs = clock.now();
        const bridges = session.executor?.device.config.bridges ?? [];
        const text = noticeText(waitingNotice(waiting.length, newest, bridges));
        this.takeAway();
        this.takeAway = show(text, () => this.open(newest.requestId));
        return ok(undefined);
      },
      test: async () => ok(undefined),
      stop: () => undefined,
    };
  }
}

function canDecide({ executor, approving, sharedKeys }: Followed): boolean {
  if (executor) return true;
  return approving !== null && (approving.isTrustedHere || isShared(approving, sharedKeys));
}
