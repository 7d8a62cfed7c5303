import type * as Obsidian from 'obsidian';
import { Registry } from './registry.js';

/** An icon in the ribbon. The element is the one `addRibbonIcon` returned. */
export interface RibbonIcon {
  readonly icon: string;
  readonly title: string;
  readonly element: HTMLElement;
  readonly onClick: (event: MouseEvent) => unknown;
}

export type CodeBlockHandler = (
  source: string,
  element: HTMLElement,
  context: Obsidian.MarkdownPostProcessorContext,
) => Promise<unknown> | void;

export interface PostProcessor {
  readonly process: Obsidian.MarkdownPostProcessor;
  readonly sortOrder: number;
}

/** What the plugins of one device registered. The app's screens draw from it. */
export interface Registries {
  /** By full id, `<plugin>:<command>`; the name is prefixed with the plugin's name. */
  readonly commands: Registry<Obsidian.Command>;
  /** By view type. */
  readonly views: Registry<Obsidian.ViewCreator>;
  /** By file extension: the view type. */
  readonly extensions: Registry<string>;
  readonly ribbon: Registry<RibbonIcon>;
  readonly statusBar: Registry<HTMLElement>;
  readonly settingTabs: Registry<Obsidian.PluginSettingTab>;
  /** By language. */
  readonly codeBlocks: Registry<CodeBlockHandler>;
  readonly postProcessors: Registry<PostProcessor>;
  /** By action of an `obsidian://` address. */
  readonly protocols: Registry<Obsidian.ObsidianProtocolHandler>;
  /** By command of Obsidian's command line. */
  readonly cli: Registry<Obsidian.CliHandler>;
}

/** Empty registries for one device. */
export function createRegistries(): Registries {
  return {
    commands: new Registry(),
    views: new Registry(),
    extensions: new Registry(),
    ribbon: new Registry(),
    statusBar: new Registry(),
    settingTabs: new Registry(),
    codeBlocks: new Registry(),
    postProcessors: new Registry(),
    protocols: new Registry(),
    cli: new Registry(),
  };
}
