import { fail, ok, type Result } from '../../core/errors.js';
import type { Json, JsonObject } from '../../core/json.js';
import type { CallReport } from '../../core/request/call-report.js';
import type { ToolDefinition } from '../../core/request/tool-definition.js';
import type { Clock } from '../../ports/clock.js';
import type { Client, StandardSchemaV1 } from '@modelcontextprotocol/client';
import { reportResult, reportRpcError } from './call-answer.js';
import { reportOf } from './failed-sending.js';
import { shakeHands } from './handshake.js';
import { parameterHeaders } from './protocol-headers.js';
import type { ServerTransport } from './server-transport.js';
import { longestTimerMs, withinLimit } from './time-limit.js';
import { listTools } from './tool-list.js';

/** What a connection needs from around it. */
export interface ConnectionOptions {
  readonly alias: string;
  /** Starts or finds the server; asked once. Fails with `bridge_unreachable` when nothing was started. */
  readonly start: () => Promise<Result<ServerTransport>>;
  /** What a person can do when the server cannot be reached. */
  readonly advice: string;
  readonly clock: Clock;
  /** For starting the server and the handshake together, and for each listing of its tools. */
  readonly connectLimitMs: number;
}

/** One `tools/call`. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly limitMs: number;
  /** Called with an answer that comes after the report was given. */
  readonly onLateAnswer: (report: CallReport) => void;
}

/** Takes answers exactly as they came: the SDK's own schemas would drop and default fields. */
const anyResult: StandardSchemaV1<Json> = {
  '~standard': {
    version: 1,
    vendor: 'countersign',
    validate: (value) => ({ value: value as Json }),
  },
};

/**
 * The SDK's timer is never to be the one that ends a request: it would also send
 * `notifications/cancelled`, which keeps a server from telling what it did but hardly ever from
 * doing it. Limits are kept here, with the Clock.
 */
const requestOptions = {
  timeout: longestTimerMs,
  maxTotalTimeout: longestTimerMs,
  allowInputRequired: true,
};

/** One server that speaks MCP, from its start to its end. Never starts a second one. */
export class BridgeConnection {
  /** Settles when the handshake is over, within the limit. */
  readonly opened: Promise<Result<void>>;
  /** Settles when the server, if one was started, runs no more. */
  readonly gone: Promise<void>;

  #transport: ServerTransport | null = null;
  #client: Client | null = null;
  #tools = new Map<string, ToolDefinition>();
  /** Ends each call that still waits for its answer. */
  readonly #waiting = new Set<(report: CallReport) => void>();
  #closing = false;
  #retired = false;

  constructor(readonly options: ConnectionOptions) {
    const starting = this.#start();
    this.opened = this.#open(starting);
    this.gone = starting.then(() => this.#transport?.closed);
  }

  /** Whether no call can go over this connection any more. */
  get ended(): boolean {
    return this.#closing || (this.#transport !== null && this.#transport.closedBecause !== null);
  }

  /** What the server wrote that is no MCP message, for diagnosis. */
  get diagnostics(): { readonly stderr: string; readonly noise: readonly string[] } {
    return {
      stderr: this.#transport?.stderrTail() ?? '',
      noise: this.#transport?.noise ?? [],
    };
  }

  /** The tools as they are listed now. */
  async list(): Promise<Result<readonly ToolDefinition[]>> {
    const client = this.#client;
    if (client === null || this.ended) return this.#unreachable(this.#whyEnded());
    const listing = listTools(this.options.alias, (cursor) =>
      client.request(
        { method: 'tools/list', params: cursor === null ? {} : { cursor } },
        anyResult,
        requestOptions,
      ),
    ).catch((error: unknown) =>
      this.#unreachable(this.ended ? this.#whyEnded() : whyFailed(error, 'it answered')),
    );
    const listed = await withinLimit(this.options.clock, this.options.connectLimitMs, listing);
    if (listed === null) return this.#unreachable(this.#noAnswer());
    if (listed.value.ok) this.#tools = new Map(listed.value.value.map((tool) => [tool.name, tool]));
    return listed.value;
  }

  /** Sends one `tools/call`, once. Never rejects. */
  async call(call: ToolCall): Promise<CallReport> {
    const { ProtocolError } = await import('./sdk.js');
    const client = this.#client;
    const transport = this.#transport;
    if (client === null || transport === null || this.ended) {
      return { kind: 'not_sent', detail: capitalise(`${this.#whyEnded()}.`) };
    }
    const headers = this.#headersFor(call);
    if (typeof headers === 'string') return { kind: 'not_sent', detail: headers };
    const writtenBefore = transport.messagesWritten;
    const reportFailure = (error: unknown): CallReport => {
      if (error instanceof ProtocolError) return reportRpcError(error);
      const known = reportOf(error);
      if (known !== null) return known;
      const detail = capitalise(`${transport.closedBecause ?? messageOf(error)}.`);
      // Another message written meanwhile makes this `lost` without need, never `not_sent` wrongly.
      return { kind: transport.messagesWritten === writtenBefore ? 'not_sent' : 'lost', detail };
    };
    return new Promise((resolve) => {
      let waits = true;
      const report = (given: CallReport): void => {
        if (!waits) return;
        waits = false;
        cancelTimer();
        this.#waiting.delete(report);
        resolve(given);
        if (this.#retired) this.retire();
      };
      const cancelTimer = this.options.clock.setTimer(call.limitMs, () =>
        report({ kind: 'timeout', afterMs: call.limitMs }),
      );
      this.#waiting.add(report);
      const settle = (given: CallReport): void => {
        const late = !waits;
        if (late && (given.kind === 'result' || given.kind === 'rpc_error')) {
          call.onLateAnswer(given);
        }
        report(given);
      };
      client
        .request(
          { method: 'tools/call', params: { name: call.tool, arguments: call.arguments } },
          anyResult,
          { ...requestOptions, headers },
        )
        .then(
          (result) => settle(reportResult(result, this.#tools.get(call.tool))),
          (error: unknown) => settle(reportFailure(error)),
        );
    });
  }

  /** Closes as soon as no call waits for its answer. */
  retire(): void {
    this.#retired = true;
    if (this.#waiting.size === 0) void this.close();
  }

  /** Ends the server; calls that still wait are reported as cancelled. Never rejects. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const report of [...this.#waiting]) report({ kind: 'cancelled' });
    await this.#transport?.shutDown();
    // A start under way ends the child itself when it sees that it came too late.
    await this.gone;
  }

  async #open(starting: Promise<Result<void>>): Promise<Result<void>> {
    const { clock, connectLimitMs } = this.options;
    const opened = await withinLimit(clock, connectLimitMs, starting);
    if (opened === null) {
      this.#closing = true;
      void this.#transport?.shutDown();
      return this.#unreachable(this.#noAnswer());
    }
    return opened.value;
  }

  async #start(): Promise<Result<void>> {
    const started = await this.options.start();
    if (!started.ok) {
      this.#closing = true;
      return started;
    }
    const transport = started.value;
    this.#transport = transport;
    transport.onwantedinput = (question) => {
      for (const report of [...this.#waiting]) report({ kind: 'input_required', detail: question });
    };
    try {
      this.#client = await shakeHands(transport, requestOptions, () => this.#closing);
      return ok(undefined);
    } catch (error) {
      const why = transport.closedBecause ?? whyFailed(error, 'the handshake failed');
      this.#closing = true;
      await transport.shutDown();
      return this.#unreachable(why);
    }
  }

  /** Headers that repeat arguments, for eras that want them; a text when the tool may not be called. */
  #headersFor({ tool, arguments: args }: ToolCall): Record<string, string> | string {
    const schema = this.#tools.get(tool)?.inputSchema;
    if (schema === undefined || this.#client?.getProtocolEra() !== 'modern') return {};
    const headers = parameterHeaders(schema, args);
    return typeof headers === 'string'
      ? `The tool ${tool} cannot be called: its input schema has ${headers}.`
      : headers;
  }

  #whyEnded(): string {
    return this.#transport?.closedBecause ?? 'there is no connection to the server';
  }

  #noAnswer(): string {
    return `the server did not answer within ${this.options.connectLimitMs / 1000} s`;
  }

  #unreachable(why: string): Result<never> {
    const { alias, advice } = this.options;
    return fail('bridge_unreachable', `The bridge "${alias}" cannot be reached: ${why}.`, advice);
  }
}

/**
 * What a transport knows comes first: the SDK wraps it in words of its own, which may quote an error
 * page. Of an HTTP answer only the status is told.
 */
function whyFailed(error: unknown, otherwise: string): string {
  if (error instanceof Error) {
    const known = [error, error.cause].find((one) => reportOf(one) !== null);
    if (known !== undefined) {
      return messageOf(known).replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase());
    }
    if ('status' in error && typeof error.status === 'number') {
      return `the server answered HTTP ${error.status}`;
    }
  }
  return `${otherwise}: ${messageOf(error)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
