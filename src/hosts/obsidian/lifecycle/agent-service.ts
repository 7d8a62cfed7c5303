import { formatThrown, fail, type Problem, type Result } from '../../../core/errors.js';
import { agentAddress, type AgentClient } from '../../../core/settings/agents/agent-clients.js';
import { readInstant } from '../../../core/time.js';
import type { Clock } from '../../../ports/clock.js';
import type { AgentEndpoint } from '../../desktop/agents/agent-endpoint.js';
import type { Desktop } from '../../desktop/desktop.js';

/** How often (ms) the settings are read again while agents can connect, because a terminal may have revoked one. */
const refreshMs = 1_000;
/** The least interval (ms) between two reports that a client was active. */
const tellMs = 10_000;

interface ServiceHost {
  readonly clock: Clock;
  /** Whether a person wants agents to connect, and they may do so now. */
  readonly isWanted: () => boolean;
  readonly clients: () => readonly AgentClient[] | null;
  readonly serve: (
    options: Pick<Parameters<Desktop['serveAgents']>[0], 'clients' | 'onSeen' | 'onChange'>,
  ) => Promise<Result<AgentEndpoint>>;
  /** Reads the settings again. */
  readonly refresh: () => Promise<void>;
  /** Called when screens need to be redrawn. */
  readonly onChange: () => void;
}

/** The endpoint for agents in the plugin: it exists while a person wants it, and uses no port otherwise. */
export class AgentService {
  private endpoint: AgentEndpoint | null = null;
  private failure: Problem | null = null;
  private isClosed = false;
  private turn: Promise<void> = Promise.resolve();
  private cancelRefresh: () => void = () => undefined;
  /** When (ms since 1970) each client, by name, was last active in this session. */
  private readonly seenMs = new Map<string, number>();

  constructor(private readonly host: ServiceHost) {}

  /** The address where agents connect; `null` if there is none. */
  get address(): string | null {
    return this.endpoint?.portProblem === null ? agentAddress(this.endpoint.port) : null;
  }

  /** Why agents can't connect, or not in every way, although a person wants it; `null` if they can. */
  get problem(): Problem | null {
    return this.failure ?? this.endpoint?.portProblem ?? this.endpoint?.socketProblem ?? null;
  }

  /** When (ms since 1970) a client was last active in this session; `null` if it was not since it was added. */
  lastSeenMs({ name, added }: AgentClient): number | null {
    const atMs = this.seenMs.get(name) ?? 0;
    return atMs >= (readInstant(added)?.ms ?? Infinity) ? atMs : null;
  }

  /** Starts or stops it if the settings have changed. */
  look(): void {
    this.turn = this.turn.then(() => this.follow());
  }

  /** Tries again after whatever prevented its start. */
  tryAgain(): void {
    this.failure = null;
    void this.endpoint?.tryAgain();
    this.look();
  }

  /** Stops it permanently. Waiting calls of agents end, but no request does. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.look();
    await this.turn;
  }

  private async follow(): Promise<void> {
    const { host } = this;
    const isWanted = !this.isClosed && host.isWanted();
    if (isWanted && this.endpoint === null && this.failure === null) {
      const started = await this.start();
      this.endpoint = started.ok ? started.value : null;
      this.failure = started.ok ? null : started.error;
      this.refreshLater();
      host.onChange();
      // It may have been turned off in the meantime.
      if (this.isClosed || !host.isWanted()) await this.follow();
    } else if (!isWanted && (this.endpoint !== null || this.failure !== null)) {
      this.cancelRefresh();
      const { endpoint } = this;
      this.endpoint = null;
      this.failure = null;
      await endpoint?.close();
      host.onChange();
    }
  }

  private async start(): Promise<Result<AgentEndpoint>> {
    try {
      return await this.host.serve({
        clients: this.host.clients,
        onSeen: (name, atMs) => this.noteSeen(name, atMs),
        onChange: () => this.host.onChange(),
      });
    } catch (error) {
      return fail(
        'device_state_invalid',
        `Agents can’t connect to this computer: ${formatThrown(error)}.`,
        'Try again. Please report this.',
      );
    }
  }

  private noteSeen(name: string, atMs: number): void {
    const before = this.seenMs.get(name) ?? 0;
    this.seenMs.set(name, atMs);
    if (atMs - before >= tellMs) this.host.onChange();
  }

  private refreshLater(): void {
    if (this.endpoint === null) return;
    this.cancelRefresh = this.host.clock.setTimer(refreshMs, () => {
      void this.host.refresh().then(() => this.refreshLater());
    });
  }
}
