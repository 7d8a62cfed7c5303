// Loaded by one `import()`, so that loading the plugin loads none of these.
export { mountStartPage } from '../../../../ui/start/mount-start-page.js';
export { StartPageController } from './start-page-controller.js';
