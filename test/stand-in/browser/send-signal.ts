import { rebuildError } from '../rpc/remote-error.js';
import type { RemoteErrorShape } from '../rpc/wire.js';
import type { SendSignal } from './node/node-require.js';

/**
 * `process.kill` through the server that the page came from. Callers learn at once whether a process
 * lives, so this is the one request that the page stands still for.
 */
export function signalThroughServer(session: string): SendSignal {
  return (pid, signal) => {
    const request = new XMLHttpRequest();
    request.open('POST', 'signal', false);
    request.send(JSON.stringify({ session, pid, signal }));
    if (request.status !== 200) throw new Error('The serving process refused the signal');
    const { error } = JSON.parse(request.responseText) as { error?: RemoteErrorShape };
    if (error !== undefined) throw rebuildError(error);
  };
}
