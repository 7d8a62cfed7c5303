import { implementedOnly } from '../../implemented-only.js';
import type { Remote } from '../../rpc/remote.js';
import type { Greeting, ServerMethods } from '../../server/page-session.js';
import { remoteChildProcess } from './node-child-process.js';
import { EventEmitter, once } from './node-events.js';
import { remoteFs } from './node-fs.js';
import { remoteHttp } from './node-http.js';
import { posixPath } from './node-path.js';
import { remoteTimers } from './node-timers.js';

/** `process.kill`: returns when the signal is delivered, throws when it cannot be. */
export type SendSignal = (pid: number, signal: NodeJS.Signals | 0) => void;

/**
 * What `require` gives a plugin on a desktop: the asynchronous part of Node's modules that the
 * plugin uses, on the serving process. Anything else throws by name. Bytes are plain `Uint8Array`s.
 */
export function nodeRequire(
  remote: Remote<ServerMethods>,
  node: NonNullable<Greeting['node']>,
  sendSignal: SendSignal,
): (name: string) => unknown {
  const only = (name: string, module: object): object =>
    implementedOnly(`require('${name}')`, module);
  const fs = remoteFs(remote);
  const modules: Readonly<Record<string, object>> = {
    'fs/promises': fs,
    fs: only('fs', { promises: fs, constants: node.fsConstants }),
    child_process: remoteChildProcess(remote),
    events: only('events', { EventEmitter, once }),
    http: remoteHttp(remote),
    net: only('net', {}),
    os: only('os', { homedir: () => node.home, hostname: () => node.hostname }),
    path: only('path', posixPath(node.cwd)),
    timers: remoteTimers(remote),
    process: only('process', processOf(node, sendSignal)),
  };
  return (name) => {
    const plain = name.replace(/^node:/, '');
    if (!Object.hasOwn(modules, plain)) throw new Error(`The stand-in has no require('${name}')`);
    return modules[plain];
  };
}

/** `exit` is never emitted: the serving process ends a page's children when the page goes. */
function processOf(node: NonNullable<Greeting['node']>, sendSignal: SendSignal): object {
  const events = new EventEmitter();
  return {
    pid: node.pid,
    platform: node.platform,
    env: node.env,
    cwd: () => node.cwd,
    getuid: () => node.user,
    kill: (pid: number, signal: NodeJS.Signals | 0 = 'SIGTERM') => {
      sendSignal(pid, signal);
      return true;
    },
    on: events.on.bind(events),
    once: events.once.bind(events),
    off: events.off.bind(events),
  };
}
