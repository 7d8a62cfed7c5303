export const pluginFiles: readonly string[];
