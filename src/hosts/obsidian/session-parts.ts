// These files are loaded by one `import()` when first needed, so that the plugin starts fast.
export { addNoteMenus } from './commands/note-menus.js';
export { openSettingsTab } from './shared/obsidian-internals.js';
export { PanelController } from './panel/panel-controller.js';
export { RequestOpener } from './notify/request-opener.js';
export { SystemNotices } from './notify/system-notices.js';
export { Session } from './lifecycle/session.js';
export { StatusBar } from './panel/status-bar.js';
