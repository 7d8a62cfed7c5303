import type { App } from 'obsidian';
import { ok, type Result } from '../../../../core/errors.js';
import type { PanelModel } from '../../../../core/screens/panel-model.js';
import type { DeviceConfig } from '../../../../core/settings/device-config.js';
import type { ChosenPlanning } from '../../../../core/settings/planning.js';
import { createBaseViews } from '../../../../engine/operations/set-up-vault.js';
import type { NewFile } from '../../../../core/views/base-views.js';
import type { Press } from '../../../../ui/actions/panel-actions.js';
import { DeviceSettings } from '../../storage/device-settings.js';
import type { Executor } from '../../lifecycle/executor.js';
import { OpenModals } from '../../shared/open-modals.js';
import type { PanelController } from '../../panel/panel-controller.js';
import { notRunning, unexpected } from '../../shared/press-problems.js';
import type { Session } from '../../lifecycle/session.js';
import type { SessionState } from '../../lifecycle/session-state.js';
import { whyNothingRuns } from '../../lifecycle/why-nothing-runs.js';

export class SettingsContext {
  readonly modals = new OpenModals();
  private readonly viewers = new Set<() => void>();
  private endWatch: (() => void) | null = null;
  private aside: { readonly of: SessionState; readonly settings: DeviceSettings | null } | null =
    null;

  constructor(
    readonly app: App,
    readonly session: Session,
    readonly controller: PanelController,
    readonly openPanel: () => void,
  ) {}

  get model(): PanelModel {
    return this.controller.feed.model;
  }

  get executor(): Executor | null {
    return this.session.executor;
  }

  get whyNothingRuns(): string | null {
    const { state } = this.session;
    return state.at === 'ready' ? whyNothingRuns(state) : null;
  }

  get config(): DeviceConfig | null {
    const { state, executor } = this.session;
    if (executor) return executor.device.config;
    return this.aside?.of === state ? (this.aside.settings?.config ?? null) : null;
  }

  /** Calls `show` now and after changes, until the returned function is called. */
  watch(show: () => void): () => void {
    this.viewers.add(show);
    this.endWatch ??= this.controller.feed.watch({
      show: () => {
        this.changed();
      },
      // The settings show no warnings. With `false`, warnings appear as notices instead.
      isVisible: () => false,
    });
    void this.readAside();
    show();
    return () => {
      this.viewers.delete(show);
      if (this.viewers.size === 0) this.endWatching();
    };
  }

  close(): void {
    this.modals.closeAll();
    this.viewers.clear();
    this.endWatching();
  }

  /** Saves settings that allow more to run. Fails without a person's press. */
  widen(
    press: Press,
    edit: (config: DeviceConfig) => Result<DeviceConfig>,
    check: (executor: Executor) => Promise<Result<void>> = async () => ok(undefined),
  ): Promise<Result<void>> {
    const save = async (): Promise<Result<void>> => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      const checked = await check(executor);
      return checked.ok ? changeOrKeep(executor.device, edit) : checked;
    };
    return this.attempt(() => this.controller.runner.onSteadyPress(press, save));
  }

  /** Saves settings that allow nothing new. */
  narrow(edit: (config: DeviceConfig) => DeviceConfig): Promise<Result<void>> {
    return this.attempt(async () => {
      const { executor } = this.session;
      const device = executor?.device ?? this.aside?.settings;
      return device ? device.change(edit) : notRunning;
    });
  }

  changePlanning(edit: (chosen: ChosenPlanning) => ChosenPlanning): Promise<Result<void>> {
    return this.attempt(() => this.session.changePlanning(edit));
  }

  createNotes(press: Press, files: readonly NewFile[]): Promise<Result<void>> {
    const create = async (): Promise<Result<void>> => {
      const { state } = this.session;
      if (state.at !== 'ready') return notRunning;
      const made = await createBaseViews(state.vault.store, files);
      this.executor?.engine.lookAtEverything();
      return made.ok ? ok(undefined) : made;
    };
    return this.attempt(() => this.controller.runner.onSteadyPress(press, create));
  }

  private async attempt(work: () => Promise<Result<void>>): Promise<Result<void>> {
    const done = await work().catch(unexpected);
    this.changed();
    return done;
  }

  private changed(): void {
    void this.readAside();
    for (const show of [...this.viewers]) show();
  }

  private async readAside(): Promise<void> {
    const { state } = this.session;
    if (this.aside?.of === state || state.at !== 'ready' || state.work.executor) return;
    this.aside = { of: state, settings: null };
    const { desktop } = state.vault.side;
    const read = await desktop?.state.read();
    if (!desktop || !read?.ok || !read.value || this.session.state !== state) return;
    const settings = new DeviceSettings(desktop.state, read.value, () => undefined);
    this.aside = { of: state, settings };
    this.changed();
  }

  private endWatching(): void {
    this.endWatch?.();
    this.endWatch = null;
  }
}

async function changeOrKeep(
  device: DeviceSettings,
  edit: (config: DeviceConfig) => Result<DeviceConfig>,
): Promise<Result<void>> {
  const refused: { reason?: Result<never> } = {};
  const changed = await device.change((config) => {
    const edited = edit(config);
    if (!edited.ok) refused.reason = edited;
    return edited.ok ? edited.value : config;
  });
  return refused.reason ?? changed;
}
