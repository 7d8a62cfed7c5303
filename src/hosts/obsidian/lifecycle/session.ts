import type { App, DataAdapter, TAbstractFile } from 'obsidian';
import { ok, type Problem, type Result } from '../../../core/errors.js';
import { folderDifferences } from '../../../core/settings/folders.js';
import { readSharedKeys, type SharedKeys } from '../../../core/settings/device-keys.js';
import type { ChosenPlanning, Planning } from '../../../core/settings/planning.js';
import { newVaultSettings, type VaultSettings } from '../../../core/settings/vault-settings.js';
import { planSetUp, setUpVault } from '../../../engine/operations/set-up-vault.js';
import type { RemoteActions } from '../../../engine/person-actions/remote-actions.js';
import type { WhichVault } from '../../desktop/device/which-vault.js';
import { systemClock } from '../../desktop/system/system-clock.js';
import { systemIds } from '../../desktop/system/system-ids.js';
import type { Executor } from './executor.js';
import { followRename, followRenames, type Rename } from './follow-renames.js';
import { OpenCodes } from '../notify/open-codes.js';
import { KnownSettings } from '../storage/known-settings.js';
import { NoticeNotifier } from './notice-notifier.js';
import { openVault } from './open-vault.js';
import { beingRenamed, noKeyToShare, unexpected, unsaved } from './session-problems.js';
import { sourceOf } from './session-queries.js';
import type { SessionState } from './session-state.js';
import type { OwnKey } from './own-key.js';
import {
  readVaultSettings,
  settingsWithKey,
  settingsWithPlanning,
  type EditedSettings,
} from '../storage/vault-settings-file.js';
import type { UnsavedPause } from '../storage/device-settings.js';
import { restarting } from '../shared/press-problems.js';
import { RoleManager } from './role-manager.js';
import { sayWhichVault } from './which-vault.js';

export interface SessionHost {
  readonly app: App;
  readonly settingsFile: string;
  saveData(data: unknown): Promise<void>;
}

/** Holds the plugin's state from load to unload. */
export class Session {
  /** Says whether a person sees a panel. */
  isSeen: () => boolean = () => false;
  onChange: () => void = () => undefined;
  onSource: () => void = () => undefined;
  readonly codes = new OpenCodes();
  readonly clock = systemClock();
  private readonly notifier = new NoticeNotifier(this.clock, () => !this.isSeen());
  private current: SessionState = { at: 'starting' };
  private roleManager: RoleManager | null = null;
  private readonly unsavedPause: UnsavedPause = { is: false };
  private readonly known = new KnownSettings(() => this.executor?.engine.lookAtEverything());
  private renames: readonly Rename[] = [];
  private refusal: Problem | null = null;
  private changing = false;
  private closing = false;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly host: SessionHost) {}

  get state(): SessionState {
    return this.current;
  }

  get isChanging(): boolean {
    return this.changing;
  }

  get executor(): Executor | null {
    return this.current.at === 'ready' ? this.current.work.executor : null;
  }

  get isBegun(): boolean {
    const state = this.current;
    if (state.at !== 'ready') return state.at === 'failed';
    return state.work.executor !== null || state.problem !== null;
  }

  start(): Promise<void> {
    return this.inBackground(() => this.open());
  }

  /** `base` is the folder for Countersign's folders. Empty means the top of the vault. */
  setUp(base: string): Promise<Result<void>> {
    return this.queued(async () => {
      const existing = await this.readSettings();
      if (!existing.ok) return existing;
      if (existing.value) {
        await this.reopen();
        return ok(undefined);
      }
      const settings = newVaultSettings(`v-${systemIds().random(10)}`, base);
      const roleManager = await this.openRoleManager(settings);
      if (!roleManager.ok) {
        if (roleManager.error.code !== 'vault_id_changed') return roleManager;
        await this.host.saveData(settings);
        await this.reopen();
        return ok(undefined);
      }
      const plan = planSetUp(settings.folders, settings.dashboard);
      const made = await setUpVault(roleManager.value.vault.store, plan);
      if (!made.ok) {
        await this.release();
        this.enter({ at: 'not_set_up' });
        return made;
      }
      const arrived = await this.readSettings();
      if (!arrived.ok || arrived.value) {
        await this.reopen();
        return arrived.ok ? ok(undefined) : arrived;
      }
      await this.host.saveData(settings);
      this.known.settings = settings;
      await roleManager.value.begin();
      return ok(undefined);
    });
  }

  /** Lets this device run actions. CALL ONLY ON A PERSON'S GESTURE. */
  switchOn(): Promise<Result<void>> {
    return this.whileChanging(async () => {
      if (this.refusal) return { ok: false, error: this.refusal };
      return (await this.roleManager?.switchOn()) ?? restarting;
    });
  }

  switchOff(): Promise<Result<void>> {
    return this.whileChanging(async () => (await this.roleManager?.switchOff()) ?? restarting);
  }

  get sharedKeys(): SharedKeys {
    return readSharedKeys(this.known.settings?.keys);
  }

  /** The key with which this device approves actions that another device runs. */
  get approving(): OwnKey | null {
    return this.roleManager?.approving ?? null;
  }

  get personActions(): RemoteActions | null {
    return sourceOf(this.current)?.personActions ?? null;
  }

  /** Adds this device's public key to the vault. CALL ONLY ON A PERSON'S GESTURE. */
  shareKey(): Promise<Result<void>> {
    return this.edit('This device’s key', async (adapter, file) => {
      const { approving } = this;
      return approving ? settingsWithKey(adapter, file, approving) : noKeyToShare;
    });
  }

  get planning(): Planning {
    return this.known.planning;
  }

  changePlanning(change: (chosen: ChosenPlanning) => ChosenPlanning): Promise<Result<void>> {
    return this.edit('The vault’s settings', (adapter, file) =>
      settingsWithPlanning(adapter, file, change),
    );
  }

  /** Sets this device's ledger aside and begins a new epoch. CALL ONLY ON A PERSON'S GESTURE. */
  beginEpoch(): Promise<Result<void>> {
    return this.whileChanging(async () => (await this.roleManager?.beginEpoch()) ?? ok(undefined));
  }

  /**
   * Applies a person's answer to “Is this the same vault as before?”. CALL ONLY ON A PERSON'S
   * GESTURE.
   */
  whichVault(answer: WhichVault): Promise<Result<void>> {
    return this.whileChanging(async () => {
      const decided = await sayWhichVault(this.host, answer);
      if (decided.ok) await this.reopen();
      return decided.ok ? ok(undefined) : decided;
    });
  }

  /** Call this when the settings file may have changed, for example by sync. */
  reload(): Promise<void> {
    return this.inBackground(async () => {
      const read = await this.readSettings();
      if (!read.ok) return this.reopen();
      if (this.refusal && !saysTheSame(read.value, this.known.settings)) {
        this.refusal = null;
        this.renames = [];
        return this.reopen();
      }
      if (this.renames.length > 0) return this.saveRenames();
      if (!saysTheSame(read.value, this.roleManager?.vault.settings ?? null)) return this.reopen();
      this.known.settings = read.value;
      this.onChange();
    });
  }

  /** Call this when a note or folder was renamed in Obsidian. */
  follow(file: TAbstractFile, oldPath: string): void {
    if (this.known.settings === null) return;
    const rename = { from: oldPath, to: file.path };
    // Earlier renames may not be saved yet.
    const before = this.renames.reduce(followRename, this.known.settings);
    if (followRename(before, rename) === before) return;
    this.renames = [...this.renames, rename];
    this.executor?.device.halt(beingRenamed);
    void this.inBackground(() => this.saveRenames());
  }

  /** Waits for calls in progress, then ends everything that was started. */
  close(): Promise<void> {
    this.closing = true;
    this.onChange = () => undefined;
    this.notifier.hush();
    return this.inBackground(() => this.release());
  }

  private edit(
    what: string,
    edited: (adapter: DataAdapter, file: string) => Promise<Result<EditedSettings>>,
  ): Promise<Result<void>> {
    return this.queued(async () => {
      const { app, settingsFile } = this.host;
      const now = await edited(app.vault.adapter, settingsFile);
      if (!now.ok) return now;
      try {
        await this.host.saveData(now.value.data);
      } catch (error) {
        return unsaved(error, settingsFile, { what, advice: 'Fix the cause, then try again.' });
      }
      this.known.settings = now.value.settings;
      this.onChange();
      return ok(undefined);
    });
  }

  private readSettings(): Promise<Result<VaultSettings | null>> {
    const { app, settingsFile } = this.host;
    return readVaultSettings(app.vault.adapter, settingsFile);
  }

  private async saveRenames(): Promise<void> {
    const { renames } = this;
    if (renames.length === 0) return;
    const saved = await this.saveFollowed(renames);
    if (!saved.ok) {
      this.refuse(saved.error);
      return;
    }
    this.refusal = null;
    this.renames = this.renames.slice(renames.length);
    if (this.renames.length === 0) await this.reopen();
  }

  private async saveFollowed(renames: readonly Rename[]): Promise<Result<void>> {
    const read = await this.readSettings();
    if (!read.ok) return read;
    if (!read.value) return ok(undefined);
    const followed = followRenames(read.value, renames, this.host.settingsFile);
    if (!followed.ok) return followed;
    if (!saysTheSame(followed.value, read.value)) {
      try {
        await this.host.saveData(followed.value);
      } catch (error) {
        return unsaved(error, this.host.settingsFile, {
          what: 'The new folder names',
          advice: 'Fix the cause, then rename the folder again. Nothing runs until then.',
        });
      }
    }
    this.known.settings = followed.value;
    return ok(undefined);
  }

  private refuse(problem: Problem): void {
    this.refusal = problem;
    if (this.roleManager) this.roleManager.halt(problem);
    else this.enter({ at: 'failed', problem });
  }

  private async open(): Promise<void> {
    const settings = await this.readSettings();
    this.known.settings = settings.ok ? settings.value : null;
    if (!settings.ok) {
      this.enter({ at: 'failed', problem: settings.error });
    } else if (!settings.value) {
      this.enter({ at: 'not_set_up' });
    } else if (!this.closing) {
      const roleManager = await this.openRoleManager(settings.value);
      if (roleManager.ok) await roleManager.value.begin();
      else this.enter({ at: 'failed', problem: roleManager.error });
    }
  }

  private async openRoleManager(settings: VaultSettings): Promise<Result<RoleManager>> {
    const vault = await openVault(this.host.app, settings);
    if (!vault.ok) return vault;
    this.roleManager = new RoleManager(vault.value, {
      clock: this.clock,
      notifier: this.notifier,
      sharedKeys: () => this.sharedKeys,
      planning: () => this.planning,
      linkTo: this.codes.linkTo,
      unsavedPause: this.unsavedPause,
      isClosing: () => this.closing || this.renames.length > 0,
      inBackground: (work) => this.inBackground(work),
      onWork: (work, problem, isWaiting) => {
        this.enter({ at: 'ready', vault: vault.value, work, problem, isWaiting });
      },
      onChange: () => {
        this.onChange();
      },
    });
    return ok(this.roleManager);
  }

  private async reopen(): Promise<void> {
    await this.release();
    if (this.closing) return;
    this.enter({ at: 'starting' });
    await this.open();
  }

  private async release(): Promise<void> {
    const { roleManager } = this;
    this.roleManager = null;
    this.become({ at: 'starting' });
    await roleManager?.end();
  }

  private enter(state: SessionState): void {
    this.become(state);
    this.onChange();
  }

  private become(state: SessionState): void {
    const before = sourceOf(this.current);
    this.current = state;
    if (sourceOf(state) !== before) this.onSource();
  }

  private whileChanging(work: () => Promise<Result<void>>): Promise<Result<void>> {
    return this.queued(async () => {
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

  private async inBackground(work: () => Promise<void>): Promise<void> {
    await this.queued(async () => {
      await work();
      return ok(undefined);
    });
  }

  private queued(work: () => Promise<Result<void>>): Promise<Result<void>> {
    const done = this.turn.then(work).catch((error: unknown) => this.fail(error));
    this.turn = done;
    return done;
  }

  private async fail(error: unknown): Promise<Result<never>> {
    console.error('Countersign:', error);
    await this.release().catch(() => undefined);
    const problem = unexpected(error);
    this.enter({ at: 'failed', problem });
    return { ok: false, error: problem };
  }
}

function saysTheSame(a: VaultSettings | null, b: VaultSettings | null): boolean {
  if (a === null || b === null) return false;
  const { vaultId, dashboard, folders } = a;
  const isNamedAlike = vaultId === b.vaultId && dashboard === b.dashboard;
  return isNamedAlike && folderDifferences(folders, b.folders).length === 0;
}
