import type * as Obsidian from 'obsidian';
import { inertElement } from '../../workspace/inert-element.js';
import { SettingItems } from './setting-items.js';

/** Documented: obsidian.d.ts, `class SettingTab`. */
export abstract class SettingTab {
  icon: Obsidian.IconName = 'settings';
  readonly app: Obsidian.App;
  readonly containerEl: HTMLElement;
  settingItems: Obsidian.SettingDefinitionItem[] = [];
  private shown: SettingItems | null = null;

  constructor(app: Obsidian.App) {
    this.app = app;
    this.containerEl =
      typeof document === 'undefined'
        ? inertElement('a settings tab')
        : createDiv('vertical-tab-content');
  }

  getSettingDefinitions(): Obsidian.SettingDefinitionItem[] {
    return [];
  }

  update(): void {
    this.settingItems = this.getSettingDefinitions();
    this.shown?.draw(this.settingItems);
  }

  abstract getControlValue(key: string): unknown;

  abstract setControlValue(key: string, value: unknown): void | Promise<void>;

  refreshDomState(): void {
    this.shown?.refreshDomState();
  }

  display(): void {}

  hide(): void {}

  /** Documented for 1.13: definitions, when there are any, stand in for `display()`. */
  open(): void {
    this.update();
    if (this.settingItems.length === 0) return this.display();
    this.containerEl.empty();
    this.shown = new SettingItems(this.app, this, this.containerEl);
    this.shown.draw(this.settingItems);
  }

  close(): void {
    this.shown?.clear();
    this.shown = null;
    this.hide();
    this.containerEl.empty();
  }
}

/** Documented: obsidian.d.ts, `class PluginSettingTab`: controls are bound to `plugin.settings`. */
export abstract class PluginSettingTab extends SettingTab {
  constructor(
    app: Obsidian.App,
    readonly plugin: Obsidian.Plugin,
  ) {
    super(app);
  }

  override getControlValue(key: string): unknown {
    return (this.plugin.settings as Record<string, unknown> | undefined)?.[key];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const settings = (this.plugin.settings ??= {}) as Record<string, unknown>;
    settings[key] = value;
    await this.plugin.saveData(settings);
  }
}

/** Documented: obsidian.d.ts, `class SettingPage`. */
export abstract class SettingPage {
  readonly rootEl: HTMLElement = createDiv('setting-page');
  readonly titlebarEl: HTMLElement = this.rootEl.createDiv('setting-page-titlebar');
  readonly containerEl: HTMLElement = this.rootEl.createDiv('setting-page-content');
  title = '';

  abstract display(): void;

  hide(): void {
    this.containerEl.empty();
  }
}
