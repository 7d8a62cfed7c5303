import { formatThrown, fail, type Problem, type Result } from '../../../core/errors.js';
import { agentAddress, type AgentClient } from '../../../core/settings/agents/agent-clients.js';
import { readInstant } from '../../../core/time.js';
import type { Clock } from '../../../ports/clock.js';
import type { AgentEndpoint } from '../../desktop/agents/agent-endpoint.js';
import type { Desktop } from '../../desktop/desktop.js';

/** The settings are read at this interval, because a command in a terminal may revoke a client. */
const refreshMs = 1_000;
const tellMs = 10_000;

interface ServiceHost {
  readonly clock: Clock;
  readonly isWanted: () => boolean;
  readonly clients: () => readonly AgentClient[] | null;
  readonly serve: (
    options: Pick<Parameters<Desktop['serveAgents']>[0], 'clients' | 'onSeen' | 'onChange'>,
  ) => Promise<Result<AgentEndpoint>>;
  readonly refresh: () => Promise<void>;
  readonly onChange: () => void;
}

export class AgentService {
  private endpoint: AgentEndpoint | null = null;
  private failure: Problem | null = null;
  private isClosed = false;
  private turn: Promise<void> = Promise.resolve();
  private cancelRefresh: () => void = () => undefined;
  private readonly seenMs = new Map<string, number>();

  constructor(private readonly host: ServiceHost) {}

  get address(): string | null {
    return this.endpoint?.portProblem === null ? agentAddress(this.endpoint.port) : null;
  }

  get problem(): Problem | null {
    return this.failure ?? this.endpoint?.portProblem ?? this.endpoint?.socketProblem ?? null;
  }

  /** In milliseconds since 1970. Null if the client was not seen since it was added. */
  lastSeenMs({ name, added }: AgentClient): number | null {
    const atMs = this.seenMs.get(name) ?? 0;
    return atMs >= (readInstant(added)?.ms ?? Infinity) ? atMs : null;
  }

  look(): void {
    this.turn = this.turn.then(() => this.follow());
  }

  tryAgain(): void {
    this.failure = null;
    void this.endpoint?.tryAgain();
    this.look();
  }

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
