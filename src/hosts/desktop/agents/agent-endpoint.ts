import { createServer, type Server } from 'node:http';
import { fail, type Problem } from '../../../core/errors.js';
import { systemClock } from '../system/system-clock.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { defaultAgentLimits, type AgentLimits } from './agent-limits.js';
import { AgentRequests, type AgentHost } from './agent-requests.js';
import { listenOnSocket, problemPath } from './agent-socket.js';
import { listening } from './listening.js';

export interface AgentEndpointOptions extends AgentHost {
  /** The TCP port, or 0 for any free port. */
  readonly port: number;
  readonly socketPath?: string;
  readonly limits?: Partial<AgentLimits>;
  readonly retryMs?: number;
  readonly onChange?: ((endpoint: AgentEndpoint) => void) | undefined;
}

export interface AgentEndpoint {
  readonly port: number;
  readonly portProblem: Problem | null;
  readonly socketProblem: Problem | null;
  tryAgain(): Promise<void>;
  close(): Promise<void>;
}

const mostConnections = 512;
const usualRetryMs = 30_000;

export async function startAgentEndpoint(options: AgentEndpointOptions): Promise<AgentEndpoint> {
  const { socketPath, onChange, retryMs = usualRetryMs } = options;
  const limits = { ...defaultAgentLimits, ...options.limits };
  const requests = new AgentRequests(options, limits);
  let onPort: Server | null = null;
  let onSocket: Server | null = null;
  let isClosed = false;
  let turn = Promise.resolve();
  let cancelRetry = (): void => undefined;
  const take = async (): Promise<void> => {
    cancelRetry();
    if (isClosed) return;
    if (socketPath !== undefined && !onSocket) {
      const server = serverOf(limits, (request, response) => {
        if (request.url === problemPath) response.end(JSON.stringify(now.portProblem));
        else requests.serve(request, response, null);
      });
      now.socketProblem = await listenOnSocket(server, socketPath);
      if (!now.socketProblem) onSocket = othersContinue(server);
    }
    if (!onPort) {
      const { port } = now;
      const server = serverOf(limits, (...exchange) => requests.serve(...exchange, now.port));
      const failure = await listening(server, { port, host: '127.0.0.1' });
      now.portProblem = failure && notServed(port, failure);
      if (!failure) {
        onPort = othersContinue(server);
        now.port = portOf(server);
      }
    }
    if (now.portProblem ?? now.socketProblem)
      cancelRetry = systemClock().setTimer(retryMs, () => void tryAgain());
  };
  const tryAgain = (): Promise<void> =>
    (turn = turn.then(take).then(() => {
      if (!isClosed) onChange?.(now);
    }));
  const now: { -readonly [K in keyof AgentEndpoint]: AgentEndpoint[K] } = {
    ...{ port: options.port, portProblem: null, socketProblem: null, tryAgain },
    async close() {
      isClosed = true;
      await turn;
      cancelRetry();
      requests.close();
      await Promise.all([onPort, onSocket].map(closed));
    },
  };
  await take();
  return now;
}

function serverOf(limits: AgentLimits, listener: Parameters<typeof createServer>[1]): Server {
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headMs),
    },
    listener,
  );
  server.maxConnections = mostConnections;
  return server;
}

/** Without a listener for `error`, Node would throw the error. */
function othersContinue(server: Server): Server {
  return server.on('error', () => undefined);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function closed(server: Server | null): Promise<void> {
  return new Promise((resolve) => {
    if (!server) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function notServed(port: number, error: Error): Problem {
  const [why, advice] =
    systemErrorCode(error) === 'EADDRINUSE'
      ? [
          `another program uses port ${port} of this computer`,
          'End that program, or choose another port. Agents may have sent it their tokens: if you don’t know it, revoke them and add the agents again.',
        ]
      : [
          `port ${port} can’t be used: ${describeSystemError(error)}`,
          'Choose another port, from 1024 to 65535.',
        ];
  return fail('agents_not_served', `Agents can’t connect over HTTP: ${why}.`, advice).error;
}
