/** What Obsidian and BRAT fetch of a release, and what a vault holds of the plugin besides `data.json`. */
export const pluginFiles = ['main.js', 'manifest.json', 'styles.css'];
