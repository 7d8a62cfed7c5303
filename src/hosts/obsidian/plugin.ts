import { Notice, Platform, Plugin, setIcon } from 'obsidian';
import { ActionBlock, actionLanguage } from './note-card/action-block.js';
import { Commands } from './commands/commands.js';
import { openReasoning, reasoningViewType } from './decisions/open-reasoning.js';
import { ReasoningView } from './decisions/reasoning-view.js';
import { drawAboveRecord } from './decisions/record-block.js';
import { openPanel, PanelView, panelViewType, type PanelSource } from './panel/panel-view.js';
import type { RunningSession } from './panel/running-session.js';
import {
  openStartPage,
  startPageType,
  StartPageView,
} from './onboarding/start-page/start-page-view.js';
import { SettingsTab } from './settings/settings-tab.js';
import type { StatusBar } from './panel/status-bar.js';
import type { RequestOpener } from './notify/request-opener.js';
import type { SystemNotices } from './notify/system-notices.js';

interface Running extends RunningSession {
  /** Null on phones, which have no status bar. */
  readonly status: StatusBar | null;
  readonly systemNotices: SystemNotices;
  readonly opener: RequestOpener;
}

/** Work begins when Obsidian has loaded the vault. */
export class CountersignPlugin extends Plugin {
  private running: Running | null = null;
  private isUnloaded = false;
  private readonly commands = new Commands(this, {
    running: () => this.running,
    openPanel: () => this.showMission(),
    openStartPage: () => void openStartPage(this.app.workspace),
    openReasoning: () => void openReasoning(this.app.workspace),
  });
  private tellRunning: (running: Running) => void = () => undefined;
  private readonly whenRunning = new Promise<Running>((resolve) => {
    this.tellRunning = resolve;
  });

  private tellStarted: (running: Running) => void = () => undefined;
  private readonly whenStarted = new Promise<Running>((resolve) => {
    this.tellStarted = resolve;
  });

  override onload(): void {
    try {
      this.registerView(panelViewType, (leaf) => new PanelView(leaf, () => this.panelSource()));
      this.registerView(startPageType, (leaf) => new StartPageView(leaf, () => this.whenRunning));
      this.registerView(
        reasoningViewType,
        (leaf) => new ReasoningView(leaf, () => this.whenRunning),
      );
    } catch {
      // This type of view exists already if another copy of the plugin is enabled.
      new Notice('Another copy of Countersign is already enabled, so this one does nothing.');
      return;
    }
    this.drawActionBlocks();
    this.registerMarkdownPostProcessor((section, context) => {
      const { workspace } = this.app;
      const openPane = (planId: string): void => void openReasoning(workspace, planId);
      drawAboveRecord(section, context, this.whenRunning, openPane);
    });
    // Any program can open a `countersign` link, so a link only shows something.
    this.registerObsidianProtocolHandler('countersign', ({ open }) => void this.openLink(open));
    this.addRibbonIcon('stamp', 'Open current mission', () => this.showMission());
    this.commands.register();
    const settings = new SettingsTab(this.app, this, {
      running: () => this.running,
      openPanel: () => this.showMission(),
    });
    this.addSettingTab(settings);
    this.register(() => settings.end());
    this.app.workspace.onLayoutReady(() => void this.begin());
  }

  override onUserEnable(): void {
    this.app.workspace.onLayoutReady(() => void this.greet());
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.running?.session.reload();
  }

  override onunload(): void {
    this.isUnloaded = true;
    this.commands.close();
    this.running?.status?.close();
    this.running?.systemNotices.close();
    this.running?.controller.close();
    void this.running?.session.close();
    this.running = null;
  }

  private async begin(): Promise<void> {
    const parts = await import('./session-parts.js');
    const { Session, PanelController, StatusBar, SystemNotices, RequestOpener } = parts;
    if (this.isUnloaded) return;
    const { app, manifest } = this;
    const folder = manifest.dir ?? `${app.vault.configDir}/plugins/${manifest.id}`;
    const session = new Session({
      app,
      settingsFile: `${folder}/data.json`,
      saveData: (data) => this.saveData(data),
    });
    const controller = new PanelController(app, session, {
      newMission: () => this.commands.newMission(),
      reviewSteps: (path) => this.commands.planNote(path),
      openStartPage: () => void openStartPage(app.workspace),
      openSettings() {
        if (!parts.openSettingsTab(app, manifest.id))
          new Notice('Open the settings and choose Countersign.');
      },
    });
    const status = Platform.isMobile
      ? null
      : new StatusBar(this, session, controller, () => this.showMission(), setIcon);
    const opener = new RequestOpener(session, controller, () => void openPanel(app.workspace));
    const systemNotices = new SystemNotices(session, (requestId) => opener.open(requestId));
    const running = { session, controller, status, systemNotices, opener };
    this.running = running;
    this.tellRunning(running);
    this.registerEvent(
      app.vault.on('rename', (file, oldPath) => {
        session.follow(file, oldPath);
      }),
    );
    parts.addNoteMenus(this, session, controller, this.commands);
    await session.start();
    controller.cards.drawMissing();
    controller.drawings.drawMissing();
    this.tellStarted(running);
  }

  private async openLink(code: unknown): Promise<void> {
    const { opener } = await this.whenStarted;
    if (!this.isUnloaded) opener.openCode(code);
  }

  private async panelSource(): Promise<PanelSource> {
    const { controller } = await this.whenRunning;
    return {
      actions: controller,
      get model() {
        return controller.feed.model;
      },
      watch: (viewer) => controller.feed.watch(viewer),
    };
  }

  private drawActionBlocks(): void {
    const blocks = this.whenRunning.then(({ controller }) => controller.cards);
    try {
      this.registerMarkdownCodeBlockProcessor(actionLanguage, (source, element, context) => {
        context.addChild(new ActionBlock(element, source, context.sourcePath, blocks));
      });
    } catch {
      new Notice(
        'Another plugin draws the action blocks, so request notes show no card. Use the panel.',
      );
    }
  }

  private async greet(): Promise<void> {
    const { session } = await this.whenStarted;
    if (this.isUnloaded) return;
    if (session.isBegun) await openPanel(this.app.workspace);
    else await openStartPage(this.app.workspace);
  }

  private showMission(): void {
    if (this.running) this.running.controller.target.show('mission');
    else void openPanel(this.app.workspace);
  }
}
