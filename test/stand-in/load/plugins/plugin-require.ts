/** One name that a plugin asked `require` for. */
export interface Requested {
  readonly plugin: string;
  readonly name: string;
  /** Whether it was asked for before `onload` had returned. */
  readonly atLoad: boolean;
}

export interface RequireOptions {
  readonly obsidian: object;
  readonly platform: 'desktop' | 'phone';
  /** Hands out Node's modules in desktop mode. */
  readonly nodeRequire: ((name: string) => unknown) | undefined;
  readonly note: (name: string) => void;
}

const NODE_MODULES = new Set(
  [
    ['buffer', 'child_process', 'crypto', 'events', 'fs', 'fs/promises', 'http', 'https', 'net'],
    ['os', 'path', 'process', 'stream', 'timers', 'url', 'util'],
  ].flat(),
);

/**
 * `require` as a plugin's code sees it. Documented (submission guide): on a phone a Node module is
 * `undefined`, not an error.
 */
export function pluginRequire(options: RequireOptions): (name: string) => unknown {
  return (name) => {
    if (name === 'obsidian') return options.obsidian;
    options.note(name);
    if (options.platform === 'phone') return undefined;
    const bare = name.replace(/^node:/u, '');
    if (!NODE_MODULES.has(bare) || options.nodeRequire === undefined) {
      throw new Error(`The stand-in has no module ${name}`);
    }
    return options.nodeRequire(bare);
  };
}
