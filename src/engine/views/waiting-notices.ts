import type { Problem } from '../../core/errors.js';
import type { RequestSummary } from '../../core/mission/summaries.js';
import type { Clock } from '../../ports/clock.js';
import type { NoticeSender } from '../../ports/notice-sender.js';
import type { MissionSource } from '../mission-source.js';

const lookAfterMs = 1_000;
const pauseMs = 60_000;
const longestPauseMs = 600_000;
const reminderAfterMs = 24 * 3_600_000;

export interface WaitingNoticesOptions {
  readonly source: Pick<MissionSource, 'view' | 'subscribe'>;
  readonly clock: Clock;
  readonly sender: NoticeSender;
  /** Set to send nothing while another computer runs the actions. */
  readonly onlyWhileActing?: true;
  /** Null means no problem. */
  readonly onResult: (problem: Problem | null) => void;
}

/** Sends a message when a request begins to wait for a person. */
export class WaitingNotices {
  private known: ReadonlySet<string> | null = null;
  private untold: readonly string[] = [];
  private target: string | null = null;
  private failures = 0;
  private cancelLook: (() => void) | null = null;
  private cancelPause: (() => void) | null = null;
  private hasChanged = false;
  private looking: Promise<void> | null = null;
  private isStopped = false;
  private readonly unsubscribe: () => void;

  private constructor(private readonly options: WaitingNoticesOptions) {
    this.unsubscribe = options.source.subscribe(() => this.changed());
  }

  static start(options: WaitingNoticesOptions): WaitingNotices {
    const notices = new WaitingNotices(options);
    notices.run(() => notices.look());
    return notices;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.unsubscribe();
    this.cancelLook?.();
    this.cancelPause?.();
    this.options.sender.stop();
    await this.looking;
  }

  private changed(): void {
    this.hasChanged = true;
    if (this.looking || this.isStopped) return;
    this.cancelLook ??= this.options.clock.setTimer(lookAfterMs, () => {
      this.cancelLook = null;
      this.run(() => this.look());
    });
  }

  private run(work: () => Promise<void>): void {
    this.hasChanged = false;
    this.looking = work().finally(() => {
      this.looking = null;
      if (this.hasChanged) this.changed();
    });
  }

  private async look(): Promise<void> {
    const { onlyWhileActing, sender, source } = this.options;
    const wanted = await sender.target();
    if (this.isStopped) return;
    const isOthers = wanted !== null && onlyWhileActing && source.view().isPassive;
    const target = isOthers ? null : wanted;
    if (target !== this.target) this.turnTo(target);
    if (target === null) return;
    const before = this.known ?? (await this.knownAtFirst());
    if (this.isStopped) return;
    const { waiting } = source.view();
    const ids = new Set(waiting.map(({ requestId }) => requestId));
    this.known = ids;
    const begun = [...ids].filter((id) => !before.has(id));
    this.untold = [...new Set([...this.untold, ...begun])].filter((id) => ids.has(id));
    const newest = waiting.find(({ requestId }) => requestId === this.untold.at(-1));
    if (newest && this.cancelPause === null) await this.tell(waiting, newest);
  }

  private async knownAtFirst(): Promise<ReadonlySet<string>> {
    const { clock, sender, source } = this.options;
    const last = await sender.lastSent();
    const agoMs = last === null ? Infinity : clock.now() - last.ms;
    if (agoMs < 0 || agoMs >= reminderAfterMs) return new Set();
    if (agoMs < pauseMs && this.cancelPause === null) this.pause(pauseMs - agoMs);
    const told = source.view().waiting.filter((request) => last?.counted(request));
    return new Set(told.map(({ requestId }) => requestId));
  }

  private turnTo(target: string | null): void {
    this.known = null;
    if (target === null) this.untold = [];
    if (this.failures > 0) {
      this.failures = 0;
      this.cancelPause?.();
      this.cancelPause = null;
    }
    this.target = target;
    this.options.onResult(null);
  }

  private async tell(waiting: readonly RequestSummary[], newest: RequestSummary): Promise<void> {
    const told = new Set(this.untold);
    const sent = await this.options.sender.send(waiting, newest);
    if (this.isStopped) return;
    if (sent.ok) this.untold = this.untold.filter((id) => !told.has(id));
    this.failures = sent.ok ? 0 : this.failures + 1;
    this.pause(Math.min(pauseMs * 2 ** Math.max(0, this.failures - 1), longestPauseMs));
    this.options.onResult(sent.ok ? null : sent.error);
  }

  private pause(ms: number): void {
    if (this.isStopped) return;
    this.cancelPause = this.options.clock.setTimer(ms, () => {
      this.cancelPause = null;
      this.changed();
    });
  }
}
