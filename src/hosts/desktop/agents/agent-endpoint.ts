import { createServer, type Server } from 'node:http';
import { fail, type Problem } from '../../../core/errors.js';
import { systemClock } from '../system/system-clock.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { defaultAgentLimits, type AgentLimits } from './agent-limits.js';
import { AgentRequests, type AgentHost } from './agent-requests.js';
import { listenOnSocket, problemPath } from './agent-socket.js';
import { listening } from './listening.js';

export interface AgentEndpointOptions extends AgentHost {
  /** 0: any that is free. */
  readonly port: number;
  /** The port by now: a person may choose another one. */
  readonly portNow?: () => Promise<number | undefined>;
  /** Absent: no socket. See `agentSocketPath`. */
  readonly socketPath?: string;
  readonly limits?: Partial<AgentLimits>;
  /** How long (ms) until a port or socket that could not be had is tried again. */
  readonly retryMs?: number;
  /** Agents can connect in another way than before. */
  readonly onChange?: (endpoint: AgentEndpoint) => void;
}

/** Where agents reach this device. */
export interface AgentEndpoint {
  /** The port for HTTP, also while it can’t be had. */
  readonly port: number;
  /** Why agents can’t connect over HTTP; `null`: they can. */
  readonly portProblem: Problem | null;
  /** Why `countersign mcp` can't reach it; `null`: it can. */
  readonly socketProblem: Problem | null;
  /** Takes port and socket, as far as it has not. */
  tryAgain(): Promise<void>;
  /** Ends what agents wait for, and their connections. */
  close(): Promise<void>;
}

/** Connections that nobody uses count too. */
const mostConnections = 512;
const usualRetryMs = 30_000;

/**
 * Serves agents by MCP: at `http://127.0.0.1:PORT/mcp` with the token of a client, and on a socket that only this
 * account opens. What is taken is a problem, and is tried again until it can be had.
 */
export async function startAgentEndpoint(options: AgentEndpointOptions): Promise<AgentEndpoint> {
  const endpoint = new Endpoint(options);
  await endpoint.tryAgain();
  return endpoint;
}

class Endpoint implements AgentEndpoint {
  port: number;
  portProblem: Problem | null = null;
  socketProblem: Problem | null = null;
  readonly #limits: AgentLimits;
  readonly #requests: AgentRequests;
  #onPort: Server | null = null;
  #onSocket: Server | null = null;
  #isClosed = false;
  #turn = Promise.resolve();
  #cancelRetry = (): void => undefined;

  constructor(readonly options: AgentEndpointOptions) {
    this.port = options.port;
    this.#limits = { ...defaultAgentLimits, ...options.limits };
    this.#requests = new AgentRequests(options, this.#limits);
  }

  tryAgain(): Promise<void> {
    return (this.#turn = this.#turn.then(() => this.#take()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    this.#cancelRetry();
    this.#requests.close();
    await Promise.all([this.#onPort, this.#onSocket].map(closed));
  }

  async #take(): Promise<void> {
    this.#cancelRetry();
    if (this.#isClosed) return;
    const { socketPath, retryMs = usualRetryMs, onChange } = this.options;
    const before = this.#said();
    // First, and whoever has the port: over the socket no token is sent.
    if (socketPath !== undefined && !this.#onSocket) {
      const server = this.#server((request, response) => {
        if (request.url === problemPath) response.end(JSON.stringify(this.portProblem));
        else this.#requests.serve(request, response, null);
      });
      this.socketProblem = await listenOnSocket(server, socketPath);
      if (this.socketProblem === null) this.#onSocket = kept(server);
    }
    if (!this.#onPort) {
      const port = (await this.options.portNow?.()) ?? this.port;
      this.port = port;
      const server = this.#server((...exchange) =>
        this.#requests.serve(...exchange, portOf(server)),
      );
      const failure = await listening(server, { port, host: '127.0.0.1' });
      this.portProblem = failure && notServed(port, failure);
      if (failure === null) {
        this.#onPort = kept(server);
        this.port = portOf(server);
      }
    }
    if (this.portProblem ?? this.socketProblem) {
      this.#cancelRetry = systemClock().setTimer(retryMs, () => void this.tryAgain());
    }
    if (this.#said() !== before) onChange?.(this);
  }

  #said(): string {
    return `${this.portProblem?.message} ${this.socketProblem?.message}`;
  }

  #server(listener: Parameters<typeof createServer>[1]): Server {
    const { headMs, requestMs } = this.#limits;
    const server = createServer(
      {
        headersTimeout: headMs,
        requestTimeout: requestMs,
        connectionsCheckingInterval: Math.min(1_000, headMs),
      },
      listener,
    );
    server.maxConnections = mostConnections;
    return server;
  }
}

/** A connection that the system refuses to make is not the end of the others. */
function kept(server: Server): Server {
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
          'End that program: Countersign tries again every 30 seconds. Or choose another port. Agents may have sent it their tokens: if you don’t know it, revoke them and add the agents again.',
        ]
      : [
          `port ${port} can’t be used: ${describeSystemError(error)}`,
          'Choose another port, from 1024 to 65535.',
        ];
  return fail('agents_not_served', `Agents can’t connect over HTTP: ${why}.`, advice).error;
}
