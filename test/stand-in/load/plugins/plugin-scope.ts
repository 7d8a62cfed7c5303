import type { DeviceStorage } from '../../device/device-storage.js';
import {
  trackIntervals,
  trackListeners,
  type IntervalHost,
  type WindowTrack,
} from './tracked-window.js';

/** What a plugin's code finds around it, and what it left there. */
export interface PluginScope extends WindowTrack {
  /** Names that stand for something else than the host's globals. */
  readonly names: Readonly<Record<string, unknown>>;
}

/** Node's own globals: a page in Obsidian's phone app has none of them. */
const NODE_GLOBALS = ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate'];

/**
 * The scope of plugins on one device. In a page the window is the page's; in Node there is none, so
 * a plugin gets one with the globals that need no document.
 */
export function createScope(storage: DeviceStorage, platform: 'desktop' | 'phone'): PluginScope {
  const hidden = platform === 'phone' ? NODE_GLOBALS : [];
  const absent = Object.fromEntries(hidden.map((name) => [name, undefined]));
  if (typeof window !== 'undefined') {
    const intervals = trackIntervals(window);
    const listeners = trackListeners({ window, document });
    return {
      names: { ...absent, ...storage.globals },
      leaks: () => [...intervals.leaks(), ...listeners.leaks()],
      restore() {
        intervals.restore();
        listeners.restore();
      },
    };
  }
  const timers: IntervalHost = {
    setInterval: (callback, ms) => setInterval(callback, ms),
    clearInterval: (id) => clearInterval(id),
  };
  const track = trackIntervals(timers);
  const own: Record<string, unknown> = { ...absent, ...storage.globals, ...timers };
  const page: object = new Proxy(globalThis, {
    get: (target, name) =>
      typeof name === 'string' && name in own ? own[name] : (Reflect.get(target, name) as unknown),
  });
  own['window'] = page;
  own['self'] = page;
  return { names: own, leaks: track.leaks, restore: track.restore };
}
