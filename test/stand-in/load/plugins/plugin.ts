import type * as Obsidian from 'obsidian';
import { joinPath } from '../../vault/vault-paths.js';
import { elementOr } from '../../workspace/inert-element.js';
import type { App } from '../app.js';
import { Component } from '../component.js';
import type { CodeBlockHandler } from '../registries.js';
import type { Registry } from '../registry.js';

type Registered = Pick<
  Obsidian.Plugin,
  | 'addCommand'
  | 'addRibbonIcon'
  | 'addSettingTab'
  | 'addStatusBarItem'
  | 'loadData'
  | 'onUserEnable'
  | 'registerExtensions'
  | 'registerMarkdownCodeBlockProcessor'
  | 'registerMarkdownPostProcessor'
  | 'registerObsidianProtocolHandler'
  | 'registerCliHandler'
  | 'registerView'
  | 'removeCommand'
  | 'saveData'
>;

/** Documented: obsidian.d.ts:4901, `class Plugin`. What it registers is gone after `unload`. */
export abstract class Plugin extends Component implements Registered {
  declare settings?: unknown;
  declare onExternalSettingsChange?: () => unknown;
  private count = 0;

  constructor(
    public app: Obsidian.App,
    public manifest: Obsidian.PluginManifest,
  ) {
    super();
  }

  onUserEnable(): void {}

  addRibbonIcon(icon: string, title: string, onClick: (event: MouseEvent) => unknown): HTMLElement {
    const element = elementOr('a ribbon icon', () => document.createElement('div'));
    this.own('ribbon', this.host.registries.ribbon, this.nextName(), {
      icon,
      title,
      element,
      onClick,
    });
    return element;
  }

  addStatusBarItem(): HTMLElement {
    const element = elementOr('a status bar item', () => document.createElement('div'));
    this.own('status bar item', this.host.registries.statusBar, this.nextName(), element);
    return element;
  }

  addCommand(command: Obsidian.Command): Obsidian.Command {
    const full = {
      ...command,
      id: `${this.manifest.id}:${command.id}`,
      name: `${this.manifest.name}: ${command.name}`,
    };
    this.host.registries.commands.remove(full.id);
    this.own('command', this.host.registries.commands, full.id, full);
    return full;
  }

  removeCommand(id: string): void {
    this.host.registries.commands.remove(`${this.manifest.id}:${id}`);
  }

  addSettingTab(tab: Obsidian.PluginSettingTab): void {
    this.own('setting tab', this.host.registries.settingTabs, this.manifest.id, tab);
  }

  registerView(type: string, creator: Obsidian.ViewCreator): void {
    this.own('view', this.host.registries.views, type, creator);
  }

  registerExtensions(extensions: string[], viewType: string): void {
    for (const extension of extensions) {
      this.own('extension', this.host.registries.extensions, extension, viewType);
    }
  }

  registerMarkdownPostProcessor(
    process: Obsidian.MarkdownPostProcessor,
    sortOrder = 0,
  ): Obsidian.MarkdownPostProcessor {
    this.own('post processor', this.host.registries.postProcessors, this.nextName(), {
      process,
      sortOrder,
    });
    return process;
  }

  /** Documented: a language that is taken throws. */
  registerMarkdownCodeBlockProcessor(
    language: string,
    handler: CodeBlockHandler,
  ): Obsidian.MarkdownPostProcessor {
    this.own('code block', this.host.registries.codeBlocks, language, handler);
    return () => undefined;
  }

  registerObsidianProtocolHandler(action: string, handler: Obsidian.ObsidianProtocolHandler): void {
    this.own('protocol', this.host.registries.protocols, action, handler);
  }

  /** Documented: a command that is taken throws. */
  registerCliHandler(
    command: string,
    _description: string,
    _flags: Obsidian.CliFlags | null,
    handler: Obsidian.CliHandler,
  ): void {
    this.own('command line', this.host.registries.cli, command, handler);
  }

  /** `null` without a data.json. One that is not JSON: A14. */
  async loadData(): Promise<unknown> {
    const path = this.dataPath();
    if (!(await this.app.vault.adapter.exists(path))) return null;
    try {
      return JSON.parse(await this.app.vault.adapter.read(path)) as unknown;
    } catch (error) {
      if (this.host.assumptions.brokenData === 'null') return null;
      throw error;
    }
  }

  async saveData(data: unknown): Promise<void> {
    await this.host.plugins.saveData(this, JSON.stringify(data, null, 2));
  }

  dataPath(): string {
    return joinPath(this.manifest.dir ?? '', 'data.json');
  }

  private get host(): App {
    return this.app as unknown as App;
  }

  private nextName(): string {
    this.count += 1;
    return `${this.manifest.id}:${this.count}`;
  }

  private own<T>(kind: string, registry: Registry<T>, name: string, entry: T): void {
    const remove = registry.add(name, entry, `${kind} "${name}" is already registered`);
    const registration = { plugin: this.manifest.id, what: `${kind} ${name}` };
    this.host.registrations.add(registration);
    this.register(() => {
      remove();
      this.host.registrations.delete(registration);
    });
  }
}
