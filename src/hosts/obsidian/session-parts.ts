// Behind one `import()`, so that loading the plugin evaluates none of what they need.
export { PanelDesk } from './panel-desk.js';
export { Session } from './session.js';
