import { implementedOnly } from '../../implemented-only.js';
import type { Remote } from '../../rpc/remote.js';
import type { ServerMethods } from '../../server/page-session.js';

/** Node's `timers`, kept by the serving process. A timer is a number, as Node's can be made to be. */
export function remoteTimers(remote: Remote<ServerMethods>): object {
  const stops = new Map<number, () => void>();
  let started = 0;

  const forget = (id: number): boolean => {
    stops.get(id)?.();
    return stops.delete(id);
  };
  return implementedOnly("require('timers')", {
    setTimeout: (callback: (...args: unknown[]) => void, delayMs = 1, ...args: unknown[]) => {
      const id = (started += 1);
      const ring = (): void => {
        forget(id);
        callback(...args);
      };
      stops.set(id, remote.listen(`timer:${id}`, ring));
      remote.tell('startTimer', id, delayMs);
      return id;
    },
    clearTimeout: (id: number | undefined) => {
      if (id !== undefined && forget(id)) remote.tell('stopTimer', id);
    },
  });
}
