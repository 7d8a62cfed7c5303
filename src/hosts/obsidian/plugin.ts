import { Notice, Plugin } from 'obsidian';
import type { PanelDesk } from './panel-desk.js';
import { openPanel, PanelView, panelViewType, type PanelSource } from './panel-view.js';
import type { Session } from './session.js';
import { SettingsTab } from './settings-tab.js';

/** A session with what people see and press of it. */
interface Running {
  readonly session: Session;
  readonly desk: PanelDesk;
}

/**
 * The plugin. `onload` registers and does nothing else: no file is read, and nothing but this file, the view
 * and the settings tab is evaluated. Work begins when Obsidian has loaded the vault.
 */
export class CountersignPlugin extends Plugin {
  private running: Running | null = null;
  private isUnloaded = false;
  private tellRunning: (running: Running) => void = () => undefined;
  private readonly whenRunning = new Promise<Running>((resolve) => {
    this.tellRunning = resolve;
  });

  override onload(): void {
    try {
      this.registerView(panelViewType, (leaf) => new PanelView(leaf, () => this.panelSource()));
    } catch {
      // Obsidian knows this kind of view already: two of us would answer the same notes.
      new Notice('Another copy of Countersign is enabled, so this one does nothing.');
      return;
    }
    this.addRibbonIcon('stamp', 'Open current mission', () => void this.openPanel());
    this.addCommand({
      id: 'open-current-mission',
      name: 'Open Current Mission',
      callback: () => void this.openPanel(),
    });
    this.addCommand({
      id: 'set-up-vault',
      name: 'Set up vault',
      checkCallback: (isChecking) =>
        this.when(this.running?.session.state.at === 'not_set_up', isChecking, ({ desk }) => {
          desk.setUpVault();
        }),
    });
    this.addCommand({
      id: 'pause-all-actions',
      name: 'Pause all actions',
      checkCallback: (isChecking) =>
        this.when(this.isPaused() === false, isChecking, ({ desk }) => {
          desk.pause();
        }),
    });
    this.addCommand({
      id: 'resume-all-actions',
      name: 'Resume all actions (opens the current mission)',
      // Resuming takes a press of the button there: a command can be run by anything.
      checkCallback: (isChecking) =>
        this.when(this.isPaused() === true, isChecking, () => void this.openPanel()),
    });
    this.addSettingTab(
      new SettingsTab(this.app, this, {
        state: () => this.running?.session.state ?? null,
        openPanel: () => void this.openPanel(),
        setUpVault: () => this.running?.desk.setUpVault(),
        pause: () => this.running?.desk.pause(),
      }),
    );
    this.app.workspace.onLayoutReady(() => void this.begin());
  }

  override onUserEnable(): void {
    this.app.workspace.onLayoutReady(() => void this.openPanel());
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.running?.session.reload();
  }

  override onunload(): void {
    this.isUnloaded = true;
    this.running?.desk.close();
    void this.running?.session.close();
    this.running = null;
  }

  private async begin(): Promise<void> {
    const { Session, PanelDesk } = await import('./session-parts.js');
    if (this.isUnloaded) return;
    const { app, manifest } = this;
    const folder = manifest.dir ?? `${app.vault.configDir}/plugins/${manifest.id}`;
    const session = new Session({
      app,
      settingsFile: `${folder}/data.json`,
      saveData: (data) => this.saveData(data),
    });
    const desk = new PanelDesk(app, session);
    this.running = { session, desk };
    this.tellRunning(this.running);
    this.registerEvent(
      app.vault.on('rename', (file, oldPath) => {
        session.follow(file, oldPath);
      }),
    );
    await session.start();
  }

  private async panelSource(): Promise<PanelSource> {
    const { desk } = await this.whenRunning;
    return {
      actions: desk,
      get model() {
        return desk.feed.model;
      },
      watch: (viewer) => desk.feed.watch(viewer),
    };
  }

  private openPanel(): Promise<void> {
    return openPanel(this.app.workspace);
  }

  /** `null` while this device does not run actions. */
  private isPaused(): boolean | null {
    return this.running?.session.executor?.device.config.paused ?? null;
  }

  private when(isOpen: boolean, isChecking: boolean, act: (running: Running) => void): boolean {
    const { running } = this;
    if (!isOpen || !running) return false;
    if (!isChecking) act(running);
    return true;
  }
}
