import { createServer, type Server } from 'node:http';
import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { defaultAgentLimits, type AgentLimits } from './agent-limits.js';
import { AgentRequests, type AgentHost } from './agent-requests.js';
import { listenOnSocket } from './agent-socket.js';
import { listening } from './listening.js';

export interface AgentEndpointOptions extends AgentHost {
  /** 0: any that is free. */
  readonly port: number;
  /** Absent: no socket. See `agentSocketPath`. */
  readonly socketPath?: string;
  readonly limits?: Partial<AgentLimits>;
}

/** Where agents reach this device. */
export interface AgentEndpoint {
  readonly port: number;
  /** Why `countersign mcp` can't reach it; `null`: it can. */
  readonly socketProblem: Problem | null;
  /** Ends what agents wait for, and their connections. */
  close(): Promise<void>;
}

/** Connections that nobody uses count too. */
const mostConnections = 512;

/**
 * Serves agents by MCP: at `http://127.0.0.1:PORT/mcp` with the token of a client, and on a socket that only this
 * account opens. Fails when the port is taken.
 */
export async function startAgentEndpoint(
  options: AgentEndpointOptions,
): Promise<Result<AgentEndpoint>> {
  const limits = { ...defaultAgentLimits, ...options.limits };
  const requests = new AgentRequests(options, limits);
  const onPort = serverOf(limits, (...exchange) => requests.serve(...exchange, portOf(onPort)));
  const failure = await listening(onPort, { port: options.port, host: '127.0.0.1' });
  if (failure !== null) return notServed(options.port, failure);
  const servers = [onPort];
  let socketProblem: Problem | null = null;
  if (options.socketPath !== undefined) {
    const onSocket = serverOf(limits, (...exchange) => requests.serve(...exchange, null));
    socketProblem = await listenOnSocket(onSocket, options.socketPath);
    if (socketProblem === null) servers.push(onSocket);
  }
  // A connection that the system refuses to make is not the end of the others.
  for (const server of servers) server.on('error', () => undefined);
  return ok({
    port: portOf(onPort),
    socketProblem,
    close: async () => {
      requests.close();
      await Promise.all(servers.map(closed));
    },
  });
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

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function notServed(port: number, error: Error): Result<never> {
  return systemErrorCode(error) === 'EADDRINUSE'
    ? fail(
        'agents_not_served',
        `Agents can’t reach Countersign: another program uses port ${port} of this computer.`,
        'End that program, or choose another port. Agents may have sent it their tokens: if you don’t know it, revoke them and add the agents again.',
      )
    : fail(
        'agents_not_served',
        `Agents can’t reach Countersign on port ${port}: ${describeSystemError(error)}.`,
        'Choose another port, from 1024 to 65535.',
      );
}
