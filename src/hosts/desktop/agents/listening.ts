import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';

export function listening(server: Server, on: ListenOptions): Promise<Error | null> {
  return new Promise((resolve) => {
    const finish = (error: Error | null): void => {
      server.off('error', finish);
      server.off('listening', listens);
      resolve(error);
    };
    const listens = (): void => finish(null);
    server.once('error', finish);
    server.once('listening', listens);
    server.listen(on);
  });
}
