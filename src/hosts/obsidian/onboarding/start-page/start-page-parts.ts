// Loaded by one `import()` when first needed, so that starting the plugin does not load these files.
export { mountStartPage } from '../../../../ui/start/mount-start-page.js';
export { StartPageController } from './start-page-controller.js';
