import { ok, type Problem, type Result } from '../../core/errors.js';
import type { DeviceConfig } from '../../core/settings/device-config.js';
import { Observer } from '../../engine/observer.js';
import type { Clock } from '../../ports/clock.js';
import { startExecutor } from './executor.js';
import type { NoticeNotifier } from './notice-notifier.js';
import type { OpenVault } from './open-vault.js';
import type { Work } from './session-state.js';

/** How long (ms) until a lock that another process has is tried again. */
const retryMs = 1_000;

/** What a keeper needs of its session. */
export interface KeeperHost {
  readonly clock: Clock;
  readonly notifier: NoticeNotifier;
  readonly isClosing: () => boolean;
  /** Takes a turn with every other change of the session. */
  readonly inBackground: (work: () => Promise<void>) => Promise<void>;
  /** Someone else looks after the vault now, or `problem` says why it is not who should. */
  readonly onWork: (work: Work, problem: Problem | null) => void;
  /** What a panel may show has changed. */
  readonly onChange: () => void;
}

/** Looks after one open vault: observes it, or runs its actions. Every change takes the session's turn. */
export class VaultKeeper {
  private work: Work | null = null;
  private problem: Problem | null = null;
  private cancelRetry: () => void = () => undefined;

  constructor(
    readonly vault: OpenVault,
    private readonly host: KeeperHost,
  ) {}

  /** Goes on as a person last decided on this device. */
  async begin(): Promise<void> {
    const { side } = this.vault;
    if (!side.desktop) return this.observe(side.problem);
    const known = await side.desktop.state.read();
    if (!known.ok) return this.observe(known.error);
    if (known.value?.runsActions !== true) return this.observe(null);
    const started = await this.run();
    if (started.ok) return;
    await this.observe(started.error);
    this.tryAgain();
  }

  /** Runs actions from now on and after each start, with the folders as they are now. */
  async switchOn(): Promise<Result<void>> {
    if (this.work?.executor) return ok(undefined);
    const { folders } = this.vault.settings;
    return this.run((config) => ({ ...config, folders, runsActions: true }));
  }

  /** Only shows the vault from now on; what is in flight is finished first. */
  async switchOff(): Promise<Result<void>> {
    const executor = this.work?.executor;
    if (!executor) return ok(undefined);
    const written = await executor.device.change((config) => ({ ...config, runsActions: false }));
    if (written.ok) await this.stepDown(null);
    return written;
  }

  /** Ends everything; what is in flight is finished. */
  async end(): Promise<void> {
    this.cancelRetry();
    const { work } = this;
    this.work = null;
    await work?.executor?.stop();
    await work?.observer?.stop();
    this.vault.close();
  }

  private async run(change?: (config: DeviceConfig) => DeviceConfig): Promise<Result<void>> {
    const { host, vault } = this;
    const { desktop } = vault.side;
    if (!desktop) return ok(undefined);
    const started = await startExecutor({
      ...vault,
      desktop,
      notifier: host.notifier,
      ...(change ? { change } : {}),
      isClosing: host.isClosing,
      onLockLost: (problem) => void host.inBackground(() => this.stepDown(problem)),
    });
    if (!started.ok) return started;
    const { engine } = started.value;
    engine.subscribe(host.onChange);
    const before = this.work;
    this.take({ executor: started.value, observer: null }, null);
    await before?.observer?.stop();
    void engine.idle().then(() => {
      if (this.work?.executor === started.value) host.notifier.speak();
    });
    return ok(undefined);
  }

  private async observe(problem: Problem | null): Promise<void> {
    const { store, outlines, settings } = this.vault;
    const observer = await Observer.start({ store, outlines, folders: settings.folders });
    observer.subscribe(this.host.onChange);
    this.take({ executor: null, observer }, problem);
  }

  private async stepDown(problem: Problem | null): Promise<void> {
    const executor = this.work?.executor;
    if (!executor) return;
    this.host.notifier.hush();
    await executor.stop();
    await this.observe(problem);
  }

  /**
   * The lock may be free soon: an app that was killed leaves it for 10 s, a runner until it ends. Then
   * this device runs actions, as its person wants.
   */
  private tryAgain(): void {
    const isWaiting = (): boolean =>
      this.problem?.code === 'locked' && !this.work?.executor && !this.host.isClosing();
    if (!isWaiting()) return;
    this.cancelRetry = this.host.clock.setTimer(retryMs, () => {
      void this.host.inBackground(async () => {
        if (!isWaiting()) return;
        const started = await this.run();
        if (started.ok) return;
        if (started.error.code !== 'locked' && this.work) this.take(this.work, started.error);
        this.tryAgain();
      });
    });
  }

  private take(work: Work, problem: Problem | null): void {
    this.work = work;
    this.problem = problem;
    this.host.onWork(work, problem);
  }
}
