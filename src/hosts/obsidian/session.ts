import type { App, TAbstractFile } from 'obsidian';
import { fail, ok, type Problem, type Result } from '../../core/errors.js';
import type { DeviceConfig } from '../../core/settings/device-config.js';
import { folderDifferences } from '../../core/settings/folders.js';
import { newVaultSettings, type VaultSettings } from '../../core/settings/vault-settings.js';
import { Observer } from '../../engine/observer.js';
import { planSetUp, setUpVault } from '../../engine/operations/set-up-vault.js';
import { systemClock } from '../desktop/system-clock.js';
import { systemIds } from '../desktop/system-ids.js';
import { startExecutor, type Executor } from './executor.js';
import { followRename } from './followed-names.js';
import { NoticeNotifier } from './notice-notifier.js';
import { openVault, type OpenVault } from './open-vault.js';
import type { SessionState, Work } from './session-state.js';
import { readVaultSettings } from './settings-data.js';

/** How long (ms) until a lock that another process has is tried again. */
const retryMs = 1_000;

/** What a session needs of the plugin. */
export interface SessionHost {
  readonly app: App;
  /** Path of `data.json`, from the vault's root. */
  readonly settingsFile: string;
  saveData(data: unknown): Promise<void>;
}

/**
 * From load to unload of the plugin: not set up → observing → running, one change at a time. Until
 * the vault was set up, its settings file is all that is looked at.
 */
export class Session {
  /** Whether a person sees a panel now: then it tells what notices would. */
  isSeen: () => boolean = () => false;
  /** Called after everything that a panel may show. */
  onChange: () => void = () => undefined;
  readonly clock = systemClock();
  private readonly notifier = new NoticeNotifier(this.clock, () => !this.isSeen());
  private current: SessionState = { at: 'starting' };
  /** What is open, also when something went wrong on the way to `ready`. */
  private vault: OpenVault | null = null;
  /** The settings with every rename that was seen, ahead of those that are open. */
  private followed: VaultSettings | null = null;
  private cancelRetry: () => void = () => undefined;
  private changing = false;
  private closing = false;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly host: SessionHost) {}

  get state(): SessionState {
    return this.current;
  }

  /** Whether the device is being switched on or off at this moment. */
  get isChanging(): boolean {
    return this.changing;
  }

  get executor(): Executor | null {
    return this.current.at === 'ready' ? this.current.work.executor : null;
  }

  /** Opens the vault as it is; to be called when Obsidian has loaded it. */
  start(): Promise<void> {
    return this.inBackground(() => this.open());
  }

  /** Makes the folders, the Dashboard and the settings, below a base folder (`''`: the root). */
  setUp(base: string): Promise<Result<void>> {
    return this.inTurn(async () => {
      const { app, settingsFile } = this.host;
      const existing = await readVaultSettings(app.vault.adapter, settingsFile);
      if (!existing.ok) return existing;
      if (existing.value) {
        await this.reopen();
        return ok(undefined);
      }
      const settings = newVaultSettings(`v-${systemIds().random(10)}`, base);
      const vault = await this.openVault(settings);
      if (!vault.ok) return vault;
      const plan = planSetUp(settings.folders, settings.dashboard);
      const made = await setUpVault(vault.value.store, plan);
      if (!made.ok) {
        await this.release();
        return made;
      }
      await this.host.saveData(settings);
      await this.beginWork(vault.value);
      return ok(undefined);
    });
  }

  /** Has this device run actions, with the folders as they are. CALL ONLY ON A PERSON'S GESTURE. */
  switchOn(): Promise<Result<void>> {
    return this.whileChanging(async () => {
      if (this.current.at !== 'ready' || this.executor) return ok(undefined);
      const { vault } = this.current;
      const { folders } = vault.settings;
      return this.run(vault, (config) => ({ ...config, folders, runsActions: true }));
    });
  }

  /** Has this device only show the vault; what is in flight is finished first. */
  switchOff(): Promise<Result<void>> {
    return this.whileChanging(async () => {
      const { current, executor } = this;
      if (current.at !== 'ready' || !executor) return ok(undefined);
      const written = await executor.device.change((config) => ({ ...config, runsActions: false }));
      if (!written.ok) return written;
      await this.observeInstead(current.vault, executor, null);
      return ok(undefined);
    });
  }

  /** The settings file may have been changed by sync or by hand. */
  reload(): Promise<void> {
    return this.inBackground(async () => {
      const { app, settingsFile } = this.host;
      const read = await readVaultSettings(app.vault.adapter, settingsFile);
      const known = this.current.at === 'ready' ? this.current.vault.settings : null;
      const isSame = read.ok && saysTheSame(read.value, known);
      if (!isSame || this.current.at === 'failed') await this.reopen();
    });
  }

  /** Somebody renamed a note or folder in Obsidian: the setting follows, and nothing is approved by it. */
  follow(file: TAbstractFile, oldPath: string): void {
    if (this.current.at !== 'ready') return;
    const before = this.followed ?? this.current.vault.settings;
    const after = followRename(before, oldPath, file.path);
    if (after === before) return;
    this.followed = after;
    this.executor?.device.halt(beingRenamed);
    void this.inBackground(async () => {
      if (this.closing || this.followed !== after) return;
      await this.host.saveData(after);
      await this.reopen();
    });
  }

  /** Ends everything that was begun; what is in flight is finished. */
  close(): Promise<void> {
    this.closing = true;
    this.onChange = () => undefined;
    this.notifier.close();
    return this.inBackground(() => this.release());
  }

  private async open(): Promise<void> {
    const { app, settingsFile } = this.host;
    const settings = await readVaultSettings(app.vault.adapter, settingsFile);
    if (!settings.ok) {
      this.enter({ at: 'failed', problem: settings.error });
    } else if (!settings.value) {
      this.enter({ at: 'not_set_up' });
    } else if (!this.closing) {
      const vault = await this.openVault(settings.value);
      if (vault.ok) await this.beginWork(vault.value);
      else this.enter({ at: 'failed', problem: vault.error });
    }
  }

  private async openVault(settings: VaultSettings): Promise<Result<OpenVault>> {
    const vault = await openVault(this.host.app, settings);
    if (vault.ok) this.vault = vault.value;
    return vault;
  }

  private async beginWork(vault: OpenVault): Promise<void> {
    const { side } = vault;
    if (!side.desktop) {
      await this.observe(vault, side.problem);
      return;
    }
    const known = await side.desktop.state.read();
    const isWanted = known.ok && known.value?.runsActions === true;
    const started = isWanted ? await this.run(vault) : known;
    if (isWanted && started.ok) return;
    await this.observe(vault, started.ok ? null : started.error);
    this.tryAgain(vault);
  }

  /**
   * The lock may be free soon: an app that was killed leaves it for 10 s, a runner until it ends. Then
   * this device runs actions as its person wants.
   */
  private tryAgain(vault: OpenVault): void {
    const isWaiting = (): boolean =>
      this.current.at === 'ready' &&
      this.current.vault === vault &&
      this.current.problem?.code === 'locked' &&
      !this.closing;
    if (!isWaiting()) return;
    this.cancelRetry = this.clock.setTimer(retryMs, () => {
      void this.inBackground(async () => {
        if (this.current.at !== 'ready' || !isWaiting()) return;
        const { work } = this.current;
        const started = await this.run(vault);
        if (!started.ok) this.enter({ at: 'ready', vault, work, problem: started.error });
        this.tryAgain(vault);
      });
    });
  }

  private async run(
    vault: OpenVault,
    change?: (config: DeviceConfig) => DeviceConfig,
  ): Promise<Result<void>> {
    const { desktop } = vault.side;
    if (!desktop) return ok(undefined);
    const started = await startExecutor({
      ...vault,
      desktop,
      notifier: this.notifier,
      ...(change ? { change } : {}),
      isClosing: () => this.closing,
      onLockLost: (problem) => {
        this.stepDown(problem);
      },
    });
    if (!started.ok) return started;
    const { engine } = started.value;
    engine.subscribe(() => {
      this.onChange();
    });
    const before = this.current;
    this.enterReady(vault, { executor: started.value, observer: null }, null);
    if (before.at === 'ready') await before.work.observer?.stop();
    void engine.idle().then(() => {
      if (!this.closing) this.notifier.speak();
    });
    return ok(undefined);
  }

  private async observe(vault: OpenVault, problem: Problem | null): Promise<void> {
    const { store, outlines, settings } = vault;
    const { folders } = settings;
    const observer = await Observer.start({ store, outlines, folders });
    observer.subscribe(() => {
      this.onChange();
    });
    this.enterReady(vault, { executor: null, observer }, problem);
  }

  private stepDown(problem: Problem): void {
    void this.inBackground(async () => {
      const { current, executor } = this;
      if (current.at !== 'ready' || !executor) return;
      await this.observeInstead(current.vault, executor, problem);
    });
  }

  private async observeInstead(
    vault: OpenVault,
    executor: Executor,
    problem: Problem | null,
  ): Promise<void> {
    this.notifier.close();
    await executor.stop();
    await this.observe(vault, problem);
  }

  private async reopen(): Promise<void> {
    await this.release();
    if (this.closing) return;
    this.enter({ at: 'starting' });
    await this.open();
  }

  private async release(): Promise<void> {
    const { current, vault } = this;
    this.cancelRetry();
    this.vault = null;
    if (current.at === 'ready') {
      this.current = { at: 'starting' };
      await current.work.executor?.stop();
      await current.work.observer?.stop();
    }
    vault?.close();
  }

  private enterReady(vault: OpenVault, work: Work, problem: Problem | null): void {
    this.followed = null;
    this.enter({ at: 'ready', vault, work, problem });
  }

  private enter(state: SessionState): void {
    this.current = state;
    this.onChange();
  }

  private whileChanging(work: () => Promise<Result<void>>): Promise<Result<void>> {
    return this.inTurn(async () => {
      this.changing = true;
      this.onChange();
      try {
        return await work();
      } finally {
        this.changing = false;
        this.onChange();
      }
    });
  }

  /** What goes wrong is told in the panel, and to nobody else. */
  private inBackground(work: () => Promise<void>): Promise<void> {
    return this.inTurn(work).catch(() => undefined);
  }

  /** One change at a time: switching, renaming and closing never overlap. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch((error: unknown) => {
      this.enter({ at: 'failed', problem: unexpected(error) });
    });
    return done;
  }
}

function saysTheSame(a: VaultSettings | null, b: VaultSettings | null): boolean {
  if (a === null || b === null) return false;
  const { vaultId, dashboard, folders } = a;
  const isNamedAlike = vaultId === b.vaultId && dashboard === b.dashboard;
  return isNamedAlike && folderDifferences(folders, b.folders).length === 0;
}

const beingRenamed = fail(
  'settings_invalid',
  'The folders of this vault are being renamed.',
  'Nothing is run until it is done and you confirmed the new names.',
).error;

function unexpected(error: unknown): Problem {
  return fail(
    'settings_invalid',
    `Something went wrong in Countersign: ${error instanceof Error ? error.message : String(error)}.`,
    'Disable and enable it again, and please report it.',
  ).error;
}
