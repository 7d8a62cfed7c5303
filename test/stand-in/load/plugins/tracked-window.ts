import { callingPlugin } from './plugin-origin.js';

/** What a plugin left running or listening in a window. */
export interface WindowLeak {
  readonly plugin: string;
  /** `interval`, or `listener <target> <event>`. */
  readonly what: string;
}

/** The timers of a window or of Node. */
export interface IntervalHost {
  setInterval: (callback: () => void, ms?: number) => unknown;
  clearInterval: (id: never) => void;
}

export interface WindowTrack {
  readonly leaks: () => WindowLeak[];
  /** Puts back what was replaced. */
  readonly restore: () => void;
}

/** Notes the intervals that plugins start in a host. */
export function trackIntervals(host: IntervalHost): WindowTrack {
  const { setInterval, clearInterval } = host;
  const running = new Map<unknown, WindowLeak>();
  host.setInterval = (callback, ms) => {
    const plugin = callingPlugin();
    const id = setInterval.call(host, callback, ms);
    if (plugin !== null) running.set(id, { plugin, what: 'interval' });
    return id;
  };
  host.clearInterval = (id) => {
    running.delete(id);
    clearInterval.call(host, id);
  };
  return {
    // In Node a `Component` clears through the process's own function, which marks the timer.
    leaks: () => [...running].filter(([id]) => !isDestroyed(id)).map(([, leak]) => leak),
    restore: () => Object.assign(host, { setInterval, clearInterval }),
  };
}

/** Notes the listeners that plugins add to a page's window and document. */
export function trackListeners(targets: Readonly<Record<string, EventTarget>>): WindowTrack {
  const tracks = Object.entries(targets).map(([name, target]) => trackTarget(name, target));
  return {
    leaks: () => tracks.flatMap((track) => track.leaks()),
    restore: () => tracks.forEach((track) => track.restore()),
  };
}

function trackTarget(name: string, target: EventTarget): WindowTrack {
  const listening = new Map<string, { listener: unknown; leak: WindowLeak }[]>();
  const original = {
    add: target.addEventListener.bind(target),
    remove: target.removeEventListener.bind(target),
  };
  const add: EventTarget['addEventListener'] = (type, listener, options) => {
    const plugin = callingPlugin();
    original.add(type, listener, options);
    const ends = typeof options === 'object' && (options.once === true || options.signal);
    if (plugin === null || listener === null || ends) return;
    const leak = { plugin, what: `listener ${name} ${type}` };
    listening.set(type, [...(listening.get(type) ?? []), { listener, leak }]);
  };
  const remove: EventTarget['removeEventListener'] = (type, listener, options) => {
    original.remove(type, listener, options);
    const left = (listening.get(type) ?? []).filter((one) => one.listener !== listener);
    listening.set(type, left);
  };
  Object.assign(target, { addEventListener: add, removeEventListener: remove });
  return {
    leaks: () => [...listening.values()].flat().map(({ leak }) => leak),
    restore() {
      Reflect.deleteProperty(target, 'addEventListener');
      Reflect.deleteProperty(target, 'removeEventListener');
    },
  };
}

function isDestroyed(id: unknown): boolean {
  return typeof id === 'object' && id !== null && '_destroyed' in id && id._destroyed === true;
}
