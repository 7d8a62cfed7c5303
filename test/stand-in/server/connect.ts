import { once } from 'node:events';
import { WebSocket } from 'ws';
import { nodeRequire } from '../browser/node/node-require.js';
import { Remote, type Socket } from '../rpc/remote.js';
import type { Greeting, ServerMethods } from './page-session.js';
import type { Served } from './serve.js';

/** A connection to a server, made in Node as the page makes it in a browser. */
export interface Connection {
  readonly remote: Remote<ServerMethods>;
  readonly greeting: Greeting;
  /** What the page's plugin would be given; signals go through the server's address. */
  readonly require: (name: string) => unknown;
}

/** Connects as the app of a device, by default on a desktop. */
export async function connect(
  served: Served,
  { device = 'laptop', phone = false } = {},
): Promise<Connection> {
  const { origin } = new URL(served.address);
  const socket = new WebSocket(new URL('socket', served.address), { origin });
  await once(socket, 'open');
  const remote = new Remote<ServerMethods>(socket as unknown as Socket);
  const greeting = await remote.call('hello', device, !phone);
  const { node } = greeting;
  const noRequire = (): never => {
    throw new Error('A phone has no require');
  };
  const noSignals = (): never => {
    throw new Error('Only a page in a browser can send signals');
  };
  const require = node === null ? noRequire : nodeRequire(remote, node, noSignals);
  return { remote, greeting, require };
}
