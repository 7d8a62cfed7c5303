/** How a plugin's frames are named in a stack: the loader gives its code this source URL. */
export function sourceUrlOf(pluginId: string): string {
  return `plugin:${pluginId}`;
}

/**
 * The plugin whose code asked for a registration: the id from the stack, or `null` when the app
 * itself did. Only near frames count, as what the app registers of its own on a plugin's behalf
 * lies deeper.
 */
export function callingPlugin(): string | null {
  const frames = (new Error().stack ?? '').split('\n').slice(1, 5).join('\n');
  return /plugin:([\w-]+)/u.exec(frames)?.[1] ?? null;
}
