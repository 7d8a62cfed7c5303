/** Read by the build, by svelte-check and by the linter. All styles stand in styles.css. */
export default {
  compilerOptions: {
    generate: 'client',
    dev: false,
    css: 'external',
    runes: true,
    // Nothing may stay behind on `window` when the plugin is disabled.
    discloseVersion: false,
  },
};
