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

/** What a session needs from the plugin. */
export interface SessionHost {
  readonly app: App;
  /** Path of `data.json`, from the vault's root. */
  readonly settingsFile: string;
  saveData(data: unknown): Promise<void>;
}

/**
 * From load to unload of the plugin: not set up → observing → running, one change at a time. Before the
 * vault is set up, only its settings file is read.
 */
export class Session {
  /** Whether a person sees a panel now, which then shows what notices would. */
  isSeen: () => boolean = () => false;
  /** Called after every change that a panel may show. */
  onChange: () => void = () => undefined;
  /** Called when another source takes care of the vault, or none any more. */
  onSource: () => void = () => undefined;
  /** The codes in links of messages. */
  readonly codes = new OpenCodes();
  readonly clock = systemClock();
  private readonly notifier = new NoticeNotifier(this.clock, () => !this.isSeen());
  private current: SessionState = { at: 'starting' };
  private roleManager: RoleManager | null = null;
  private readonly unsavedPause: UnsavedPause = { is: false };
  private readonly known = new KnownSettings(() => this.executor?.engine.lookAtEverything());
  /** Renames that are not saved yet, oldest first. */
  private renames: readonly Rename[] = [];
  /** Why these could not be saved; `null` if it was not tried yet. */
  private refusal: Problem | null = null;
  private changing = false;
  private closing = false;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly host: SessionHost) {}

  get state(): SessionState {
    return this.current;
  }

  /** Whether the device is being turned on or off now. */
  get isChanging(): boolean {
    return this.changing;
  }

  get executor(): Executor | null {
    return this.current.at === 'ready' ? this.current.work.executor : null;
  }

  /** Whether a person began here before: this device runs actions, or would if nothing prevented it. */
  get isBegun(): boolean {
    const state = this.current;
    if (state.at !== 'ready') return state.at === 'failed';
    return state.work.executor !== null || state.problem !== null;
  }

  /** Opens the vault as it is; to be called when Obsidian has loaded it. */
  start(): Promise<void> {
    return this.inBackground(() => this.open());
  }

  /** Creates the folders, the Dashboard and the settings below a base folder (`''`: the root). */
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
        // Its settings are gone, and this computer knows that it had some, so the panel asks which vault
        // this is.
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

  /** Makes this device only show the vault; finishes what is in flight first. */
  switchOff(): Promise<Result<void>> {
    return this.whileChanging(async () => (await this.roleManager?.switchOff()) ?? restarting);
  }

  /** The public keys in the vault, as its settings were last read. */
  get sharedKeys(): SharedKeys {
    return readSharedKeys(this.known.settings?.keys);
  }

  /** How this device approves what another one runs; `null` if it runs actions, or nothing is open. */
  get approving(): OwnKey | null {
    return this.roleManager?.approving ?? null;
  }

  /** What people can do with requests on this device; `null` while nothing is open. */
  get personActions(): RemoteActions | null {
    return sourceOf(this.current)?.personActions ?? null;
  }

  /** Adds this device's public key to the vault, for others to trust. CALL ONLY ON A PERSON'S GESTURE. */
  shareKey(): Promise<Result<void>> {
    return this.edit('This device’s key', async (adapter, file) => {
      const { approving } = this;
      return approving ? settingsWithKey(adapter, file, approving) : noKeyToShare;
    });
  }

  /** The current settings for planning: the same object while they do not change. */
  get planning(): Planning {
    return this.known.planning;
  }

  /** Changes words, hours and choices for tasks in the vault's settings. They allow nothing more to run. */
  changePlanning(change: (chosen: ChosenPlanning) => ChosenPlanning): Promise<Result<void>> {
    return this.edit('The vault’s settings', (adapter, file) =>
      settingsWithPlanning(adapter, file, change),
    );
  }

  /** Sets this device's ledger aside and begins a new epoch. CALL ONLY ON A PERSON'S GESTURE. */
  beginEpoch(): Promise<Result<void>> {
    return this.whileChanging(async () => (await this.roleManager?.beginEpoch()) ?? ok(undefined));
  }

  /** Records which vault this is after its id changed. CALL ONLY ON A PERSON'S GESTURE. */
  whichVault(answer: WhichVault): Promise<Result<void>> {
    return this.whileChanging(async () => {
      const decided = await sayWhichVault(this.host, answer);
      if (decided.ok) await this.reopen();
      return decided.ok ? ok(undefined) : decided;
    });
  }

  /** Sync or a person may have changed the settings file. */
  reload(): Promise<void> {
    return this.inBackground(async () => {
      const read = await this.readSettings();
      if (!read.ok) return this.reopen();
      if (this.refusal && !saysTheSame(read.value, this.known.settings)) {
        // Somebody else wrote new names in the meantime, which replace the unsaved ones.
        this.refusal = null;
        this.renames = [];
        return this.reopen();
      }
      if (this.renames.length > 0) return this.saveRenames();
      if (!saysTheSame(read.value, this.roleManager?.vault.settings ?? null)) return this.reopen();
      // Keys are updated without a restart; a waiting request may be approved by now.
      this.known.settings = read.value;
      this.onChange();
    });
  }

  /** Somebody renamed a note or folder in Obsidian. The setting follows; this approves nothing. */
  follow(file: TAbstractFile, oldPath: string): void {
    // May be called at any time, even while an earlier rename is being saved; no event comes twice.
    if (this.known.settings === null) return;
    const rename = { from: oldPath, to: file.path };
    const before = this.renames.reduce(followRename, this.known.settings);
    if (followRename(before, rename) === before) return;
    this.renames = [...this.renames, rename];
    this.executor?.device.halt(beingRenamed);
    void this.inBackground(() => this.saveRenames());
  }

  /** Ends everything that was started; finishes what is in flight. */
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

  /** Applies the renames to the current settings file, because sync may have changed it. */
  private async saveRenames(): Promise<void> {
    const { renames } = this;
    // A later call already saved these.
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

  /** Keeps the unsaved renames until they are reversed or the settings can be saved again. */
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
      // While the folders are being renamed, the settings are about to change.
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

  /** One change at a time: turning on, renaming and closing never overlap. Never rejects. */
  private queued(work: () => Promise<Result<void>>): Promise<Result<void>> {
    const done = this.turn.then(work).catch((error: unknown) => this.fail(error));
    this.turn = done;
    return done;
  }

  /** An exception is a bug of ours or a failing disk: everything ends, and the problem is shown. */
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
