// Behind one `import()`, so that loading the plugin evaluates none of what they need.
export { mountStartPage } from '../../../../ui/start/mount-start-page.js';
export { StartPageController } from './start-page-controller.js';
