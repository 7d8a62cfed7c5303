import { PluginSettingTab, type App, type Plugin, type SettingDefinitionItem } from 'obsidian';
import type { RunningSession } from '../panel/running-session.js';
import type { SettingsPages } from './settings-pages.js';

export interface SettingsTabActions {
  running(): RunningSession | null;
  openPanel(): void;
}

export class SettingsTab extends PluginSettingTab {
  private pages: SettingsPages | null = null;
  private loadingFor: RunningSession | null = null;

  constructor(
    app: App,
    plugin: Plugin,
    private readonly actions: SettingsTabActions,
  ) {
    super(app, plugin);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const running = this.actions.running();
    if (running && this.pages?.of === running) return this.pages.definitions();
    if (running && this.loadingFor !== running) void this.load(running);
    return [
      {
        name: 'Current mission',
        desc: 'Opens the panel: your plans, and what is waiting for your approval.',
        action: () => {
          this.actions.openPanel();
        },
      },
    ];
  }

  override hide(): void {
    this.pages?.hide();
  }

  end(): void {
    if (!this.pages) return;
    this.hide();
    this.containerEl.empty();
    this.containerEl.removeClass('countersign-settings');
  }

  private async load(running: RunningSession): Promise<void> {
    this.loadingFor = running;
    const { SettingsPages } = await import('./settings-pages.js');
    if (this.actions.running() !== running) return;
    this.pages = new SettingsPages(this.app, running, {
      openPanel: () => {
        this.actions.openPanel();
      },
      refresh: () => {
        this.refreshDomState();
      },
    });
    this.containerEl.addClass('countersign-settings');
    this.update();
  }
}
