// Behind one `import()`, so that loading the plugin evaluates none of what they need.
export { addNoteMenus } from './note-menus.js';
export { openSettingsTab } from './obsidian-internals.js';
export { PanelDesk } from './panel-desk.js';
export { Session } from './session.js';
export { StatusBar } from './status-bar.js';
