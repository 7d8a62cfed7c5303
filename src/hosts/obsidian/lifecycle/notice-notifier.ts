import { showUnseen } from '../../../core/text/show-invisible.js';
import type { Clock } from '../../../ports/clock.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import type { Message, Notifier } from '../../../ports/notifier.js';
import { withLocalTime } from '../../../ui/parts/text/format-time.js';
import { showNotice } from '../shared/show-notice.js';

const together = 500;

export class NoticeNotifier implements Notifier {
  private waiting: string[] = [];
  private isQuiet = true;
  private hasGreeted = false;
  private cancelTimer: (() => void) | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly isNeeded: () => boolean,
    private readonly show: (text: string) => void = (text) => void showNotice(text, 10_000),
  ) {}

  notify({ level, text, runsAt, greets }: Message): void {
    if (greets) this.greet(text);
    if (this.isQuiet || level === 'info') return;
    this.waiting.push(showUnseen(withLocalTime(text, runsAt, this.clock.now())));
    this.cancelTimer ??= this.clock.setTimer(together, () => {
      this.flush();
    });
  }

  private greet(text: string): void {
    if (!this.hasGreeted && this.isNeeded()) this.show(withIsolates(showUnseen(text)));
    this.hasGreeted = true;
  }

  speak(): void {
    this.isQuiet = false;
  }

  hush(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
    this.waiting = [];
    this.isQuiet = true;
  }

  private flush(): void {
    this.cancelTimer = null;
    const [first = '', ...others] = this.waiting.splice(0);
    if (!this.isNeeded()) return;
    this.show(
      others.length === 0
        ? withIsolates(first)
        : `Countersign: ${others.length + 1} things need your attention. Open Current mission.`,
    );
  }
}
