import type * as Obsidian from 'obsidian';
import { platformOf, type DeviceKind } from './device/platform.js';
import { implementedOnly } from './implemented-only.js';
import { apiFunctions } from './load/api-functions.js';
import { vaultModule } from './load/vault-module.js';
import { uiModule } from './ui/ui-module.js';

/** What `require('obsidian')` gives a plugin on one kind of device. */
export function obsidianModule(kind: DeviceKind): object {
  return implementedOnly('obsidian', { ...vaultModule, ...uiModule, Platform: platformOf(kind) });
}

/*
 * The same under their own names, for tests of sources that import from `obsidian`: on a desktop.
 */
export const Platform: typeof Obsidian.Platform = platformOf('desktop');
export const { debounce, normalizePath, parseYaml, requestUrl, stringifyYaml } = apiFunctions;
export { Component } from './load/component.js';
export { Events } from './load/events.js';
export { Plugin } from './load/plugins/plugin.js';
export { TAbstractFile, TFile, TFolder } from './vault/abstract-file.js';
export { CapacitorAdapter, FileSystemAdapter } from './vault/adapter.js';
export { Vault } from './vault/vault.js';
export { MarkdownRenderChild } from './ui/note/render-markdown.js';
export { Menu } from './ui/menu.js';
export { Modal } from './ui/windows/modal.js';
export { Notice } from './ui/notice.js';
export { PluginSettingTab } from './ui/settings/setting-tab.js';
export { Setting } from './ui/settings/setting.js';
export { MarkdownView } from './workspace/markdown-view.js';
export { ItemView } from './workspace/view.js';
export { Workspace } from './workspace/workspace.js';
