// These files are loaded by one `import()` when first needed, so that the plugin starts fast.
export { mountStartPage } from '../../../../ui/start/mount-start-page.js';
export { StartPageController } from './start-page-controller.js';
