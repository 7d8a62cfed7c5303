import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import { settingsGone, type DeviceConfig } from '../../../core/settings/device-config.js';
import type { SharedKeys } from '../../../core/settings/device-keys.js';
import { initialFolders } from '../../../core/settings/folders.js';
import type { Planning } from '../../../core/settings/planning.js';
import { Observer } from '../../../engine/observer.js';
import type { Clock } from '../../../ports/clock.js';
import { systemIds } from '../../desktop/system/system-ids.js';
import type { UnsavedPause } from '../storage/device-settings.js';
import { startExecutor } from './executor.js';
import type { NoticeNotifier } from './notice-notifier.js';
import type { OpenVault } from './open-vault.js';
import { approverHere, readOwnKey, type OwnKey } from './own-key.js';
import { notRunning } from '../shared/press-problems.js';
import type { Work } from './session-state.js';

const retryMs = 1_000;

function passes({ code }: Problem): boolean {
  return code === 'locked' || code === 'audit_read_failed';
}

export interface RoleManagerHost {
  readonly clock: Clock;
  readonly notifier: NoticeNotifier;
  readonly unsavedPause: UnsavedPause;
  readonly isClosing: () => boolean;
  readonly inBackground: (work: () => Promise<void>) => Promise<void>;
  /** `problem` says why actions do not run. */
  readonly onWork: (work: Work, problem: Problem | null, isWaiting: boolean) => void;
  readonly sharedKeys: () => SharedKeys;
  readonly planning: () => Planning;
  readonly linkTo: (requestId: string) => string;
  readonly onChange: () => void;
}

/** Switches this device between running the actions of a vault and observing the vault. */
export class RoleManager {
  private work: Work | null = null;
  private isWaiting = false;
  private cancelRetry: () => void = () => undefined;
  private own: OwnKey | null = null;

  constructor(
    readonly vault: OpenVault,
    private readonly host: RoleManagerHost,
  ) {}

  async begin(): Promise<void> {
    const { side } = this.vault;
    if (!side.desktop) return this.observe(side.problem);
    const known = await side.desktop.state.read();
    if (!known.ok) return this.observe(known.error);
    if (known.value?.runsActions !== true) return this.observe(null);
    const started = await this.run();
    if (started.ok) return;
    this.isWaiting = passes(started.error) && !this.host.isClosing();
    await this.observe(started.error);
    this.tryAgain();
  }

  /** Makes this device run actions now and after each restart. */
  async switchOn(): Promise<Result<void>> {
    if (this.work?.executor) return ok(undefined);
    return this.run((config) => {
      const isFirst = config.runsActions === undefined;
      const folders = isFirst ? initialFolders(config.folders) : config.folders;
      return { ...config, folders, runsActions: true };
    });
  }

  async switchOff(): Promise<Result<void>> {
    const executor = this.work?.executor;
    if (!executor) return this.waitNoMore();
    const written = await executor.device.change((config) => ({ ...config, runsActions: false }));
    if (written.ok) await this.stepDown(null);
    return written;
  }

  /** The key with which this device approves actions that another device runs. */
  get approving(): OwnKey | null {
    return this.work && !this.work.executor ? this.own : null;
  }

  /** Sets the ledger aside and continues with a new one. */
  async beginEpoch(): Promise<Result<void>> {
    const { desktop } = this.vault.side;
    const known = await desktop?.state.read();
    if (known && !known.ok) return known;
    if (known?.value?.runsActions !== true) return notRunning;
    this.host.notifier.hush();
    await this.work?.executor?.stop();
    const begun = await this.run(undefined, true);
    if (!begun.ok && this.work?.executor) await this.observe(begun.error);
    return begun;
  }

  /** Stops dispatching until there is a new role manager. */
  halt(problem: Problem): void {
    this.work?.executor?.device.halt(problem);
    this.isWaiting = false;
    if (this.work) this.take(this.work, problem);
  }

  async end(): Promise<void> {
    this.isWaiting = false;
    this.cancelRetry();
    const { work } = this;
    this.work = null;
    await (work?.executor ?? work?.source)?.stop();
    this.vault.close();
  }

  private async run(
    change?: (config: DeviceConfig) => DeviceConfig,
    beginEpoch = false,
  ): Promise<Result<void>> {
    const { host, vault } = this;
    const { desktop } = vault.side;
    if (!desktop) return ok(undefined);
    const started = await startExecutor({
      ...vault,
      desktop,
      notifier: host.notifier,
      planning: host.planning,
      linkTo: host.linkTo,
      ...(change ? { change } : {}),
      beginEpoch,
      unsavedPause: host.unsavedPause,
      isClosing: host.isClosing,
      onChange: host.onChange,
      onLockLost: (problem) => void host.inBackground(() => this.stepDown(problem)),
    });
    if (!started.ok) return started;
    const { engine } = started.value;
    engine.subscribe(host.onChange);
    const before = this.work;
    this.isWaiting = false;
    this.take({ source: engine, executor: started.value }, null);
    await (before?.executor ?? before?.source)?.stop();
    void engine.idle().then(() => {
      if (this.work?.executor === started.value) host.notifier.speak();
    });
    return ok(undefined);
  }

  private async observe(problem: Problem | null): Promise<void> {
    const { store, metadataCache, settings } = this.vault;
    this.own = await readOwnKey(this.vault);
    const source = await Observer.start({
      store,
      metadataCache,
      folders: settings.folders,
      approving: {
        vaultId: settings.vaultId,
        clock: this.host.clock,
        ids: systemIds(),
        approver: () => approverHere(this.own, this.vault.signer, this.host.sharedKeys()),
      },
    });
    source.subscribe(this.host.onChange);
    this.take({ source, executor: null }, problem);
  }

  private async stepDown(problem: Problem | null): Promise<void> {
    const executor = this.work?.executor;
    if (!executor) return;
    this.host.notifier.hush();
    await executor.stop();
    await this.observe(problem);
  }

  private async waitNoMore(): Promise<Result<void>> {
    const state = this.vault.side.desktop?.state;
    if (!this.work || !state) return ok(undefined);
    this.isWaiting = false;
    this.cancelRetry();
    this.take(this.work, null);
    const known = await state.read();
    if (!known.ok) return offUnwritten(known.error);
    if (!known.value?.runsActions) return ok(undefined);
    const written = await state.change((found) =>
      found ? ok({ ...found, runsActions: false }) : { ok: false, error: settingsGone() },
    );
    return written.ok ? ok(undefined) : offUnwritten(written.error);
  }

  /** Tries again later. Then the lock may be free, or the audit files may be readable. */
  private tryAgain(): void {
    if (!this.isWaiting) return;
    this.cancelRetry = this.host.clock.setTimer(retryMs, () => {
      void this.host.inBackground(async () => {
        if (!this.isWaiting || this.host.isClosing()) return;
        const started = await this.run();
        if (started.ok) return;
        this.isWaiting = passes(started.error) && !this.host.isClosing();
        if (!this.isWaiting && this.work) this.take(this.work, started.error);
        this.tryAgain();
      });
    });
  }

  private take(work: Work, problem: Problem | null): void {
    this.work = work;
    this.host.onWork(work, problem, this.isWaiting);
  }
}

function offUnwritten({ message, advice }: Problem): Result<never> {
  return fail(
    'device_state_write_failed',
    `This computer no longer waits to run actions, but that couldn’t be saved: ${message}`,
    `This lasts until Obsidian is closed. Turn actions off again after that. ${advice}`,
  );
}
