import { fail, ok, type Result } from '../../core/errors.js';
import type { Json, JsonObject } from '../../core/json.js';
import type { SecretMask } from '../../core/secret-mask.js';
import type { CallReport } from '../../core/request/outcome/call-report.js';
import type { ToolDefinition } from '../../core/request/action/tool-definition.js';
import { SingleFlight } from '../../core/single-flight.js';
import type { Clock } from '../../ports/clock.js';
import { quoted } from '../../core/text/quote.js';
import { reportCall } from './protocol/call-facts.js';
import { shakeHands } from './protocol/handshake.js';
import type { RpcId } from '../protocol/json-rpc.js';
import { reasonInStderr } from './transport/stderr-reason.js';
import { parameterHeaders } from './protocol/protocol-headers.js';
import { RpcClient } from './protocol/rpc-client.js';
import { whyNoResult, type NoResult } from './protocol/rpc-report.js';
import type { ServerTransport } from './protocol/server-transport.js';
import { StdioTransport } from './transport/stdio-transport.js';
import { withinLimit } from './time-limit.js';
import { listTools } from './protocol/tool-list.js';

export interface ConnectionOptions {
  readonly alias: string;
  readonly mask: SecretMask;
  /** Starts the server, or prepares the connection to it. Called once. */
  readonly start: () => Promise<Result<ServerTransport>>;
  readonly advice: string;
  readonly clock: Clock;
  /** The limit for the handshake, and for each listing of the tools. */
  readonly connectLimitMs: number;
}

export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly limitMs: number;
  readonly whyNot: () => Promise<string | null>;
  readonly onLateAnswer: (report: CallReport) => void;
}

const SHOWN_STDERR_LENGTH = 64 * 1024;
/**
 * A retired connection waits this long (ms) for an answer after a call's time limit. Otherwise it
 * could wait forever.
 */
const LATE_ANSWER_LIMIT_MS = 60 * 60 * 1000;
const SHOWN_NOISE_LENGTH = 500;

export class BridgeConnection {
  readonly opened: Promise<Result<void>>;
  readonly gone: Promise<void>;

  #transport: ServerTransport | null = null;
  #client: RpcClient | null = null;
  #tools = new Map<string, ToolDefinition>();
  readonly #lists = new SingleFlight(() => this.#listNow());
  readonly #waiting = new Map<(report: CallReport) => void, RpcId | null>();
  /** Calls whose answer may still come, even after their time limit. */
  readonly #unanswered = new Set<ToolCall>();
  #closing = false;
  #retired = false;

  constructor(readonly options: ConnectionOptions) {
    const starting = this.#start();
    this.opened = this.#open(starting);
    this.gone = starting.then(() => this.#transport?.closed);
  }

  /** True when nothing new may use the connection. A call on it may still wait for its answer. */
  get ended(): boolean {
    return this.#closing || this.#retired || (this.#transport?.closedBecause ?? null) !== null;
  }

  /** True while a call has no answer, also after its time limit. */
  get awaitsAnswer(): boolean {
    return this.#unanswered.size > 0;
  }

  get diagnostics(): { readonly stderr: string; readonly noise: readonly string[] } {
    const { mask } = this.options;
    const stderr = this.#transport?.stderrTail() ?? '';
    return {
      // Masks before it cuts, because the mask would not recognise a part of a secret.
      stderr: mask(stderr).slice(Math.max(0, stderr.length - SHOWN_STDERR_LENGTH)),
      noise: mask(this.#transport?.noise.join('\n') ?? '')
        .split('\n')
        .map((line) => line.slice(0, SHOWN_NOISE_LENGTH)),
    };
  }

  /**
   * Lists the tools again. Callers that come during a listing share the next one. After a failure,
   * the connection is not used any more, unless the server may only be busy with a call.
   */
  list(): Promise<Result<readonly ToolDefinition[]>> {
    return this.#lists.run();
  }

  async #listNow(): Promise<Result<readonly ToolDefinition[]>> {
    const client = this.#client;
    if (client === null || this.ended) return this.#unreachable(this.#whyEnded());
    const wasBusy = this.#waiting.size > 0;
    const listing = listTools(this.options.alias, (cursor) => this.#listPage(client, cursor));
    const listed = await withinLimit(this.options.clock, this.options.connectLimitMs, listing);
    const isBusy = wasBusy || this.#waiting.size > 0;
    if (listed?.value.ok) {
      this.#tools = new Map(listed.value.value.map((tool) => [tool.name, tool]));
    } else if (!isBusy || (listed !== null && !(this.#transport instanceof StdioTransport))) {
      this.retire();
    }
    if (listed !== null) return this.#masked(listed.value);
    return this.#unreachable(`${this.#noAnswer()}${isBusy ? '; it may be busy with a call' : ''}`);
  }

  async call(call: ToolCall): Promise<CallReport> {
    const client = this.#client;
    if (client === null || this.ended) {
      return { kind: 'not_sent', detail: capitalise(`${this.#whyEnded()}.`) };
    }
    const headers = this.#headersFor(call);
    if (typeof headers === 'string') {
      return { kind: 'not_sent', detail: this.options.mask(headers) };
    }
    return new Promise((resolve) => {
      let waits = true;
      const report = (given: CallReport): void => {
        waits = false;
        resolve(given);
      };
      // When the server asks a question, only `report` runs, because the call may still get its answer.
      const end = (given: CallReport): void => {
        if (!waits && (given.kind === 'result' || given.kind === 'rpc_error')) {
          call.onLateAnswer(given);
        }
        report(given);
        cancelTimer();
        this.#waiting.delete(report);
      };
      const noLongerExpect = (): void => {
        this.#unanswered.delete(call);
        if (this.#retired) this.retire();
      };
      const { clock } = this.options;
      let cancelTimer = clock.setTimer(call.limitMs, () => {
        if (this.#unsend(report, 'There was no time left to send it.')) return;
        end({ kind: 'timeout', afterMs: call.limitMs });
        cancelTimer = clock.setTimer(LATE_ANSWER_LIMIT_MS, noLongerExpect);
      });
      this.#waiting.set(report, null);
      this.#unanswered.add(call);
      const params = { name: call.tool, arguments: call.arguments };
      // No cancellation is ever sent: the server could act in spite of it, and report no outcome.
      void client
        .request('tools/call', params, headers, {
          begun: (id) => this.#waiting.set(report, id),
          whyNot: call.whyNot,
        })
        .then((answer) => {
          end(reportCall(answer, client.era, this.#tools.get(call.tool), this.options.mask));
          noLongerExpect();
        });
    });
  }

  /** Closes the connection once no answer is expected on it, not even a late one. */
  retire(): void {
    this.#retired = true;
    for (const report of [...this.#waiting.keys()]) this.#unsend(report, closedFirst);
    if (this.#unanswered.size === 0) void this.close();
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const report of [...this.#waiting.keys()]) {
      if (!this.#unsend(report, closedFirst)) report({ kind: 'cancelled' });
    }
    await this.#transport?.shutDown();
    await this.gone;
  }

  #unsend(report: (given: CallReport) => void, why: string): boolean {
    const id = this.#waiting.get(report) ?? null;
    return id !== null && this.#transport?.unsend?.(id, why) === true;
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
      return this.#masked(started);
    }
    const transport = started.value;
    this.#transport = transport;
    transport.onwantedinput = (question, during) => {
      for (const [report, id] of [...this.#waiting]) {
        if (during !== null && during !== id) continue;
        if (id === null || transport.isUnsent?.(id)) continue;
        report({ kind: 'input_required', detail: this.options.mask(question) });
      }
    };
    const client = this.#closing ? null : new RpcClient(transport, this.options.mask);
    const problem: NoResult | null =
      client === null
        ? { is: 'unreachable', words: 'it was closed here' }
        : await shakeHands(client, transport instanceof StdioTransport);
    if (problem === null) {
      this.#client = client;
      return ok(undefined);
    }
    const { closedBecause } = transport;
    this.#closing = true;
    await transport.shutDown();
    return closedBecause === null ? this.#failed(problem) : this.#unreachable(closedBecause);
  }

  async #listPage(client: RpcClient, cursor: string | null): Promise<Result<Json>> {
    const page = await client.request('tools/list', cursor === null ? {} : { cursor });
    if (page.kind === 'result') return ok(page.result);
    return this.ended ? this.#unreachable(this.#whyEnded()) : this.#failed(whyNoResult(page));
  }

  #headersFor({ tool, arguments: args }: ToolCall): Record<string, string> | string {
    const schema = this.#tools.get(tool)?.inputSchema;
    if (schema === undefined || this.#client?.era !== 'modern') return {};
    const headers = parameterHeaders(schema, args);
    return typeof headers === 'string'
      ? `Its description of ${tool} isn’t valid. Update the server, or report this to its developer.\nWhat is wrong: ${headers}.`
      : headers;
  }

  #whyEnded(): string {
    return this.#transport?.closedBecause ?? 'there is no connection to the server';
  }

  #noAnswer(): string {
    return `the server did not answer within ${this.options.connectLimitMs / 1000} s`;
  }

  #unreachable(why: string): Result<never> {
    return this.#failed({ is: 'unreachable', words: why });
  }

  #failed({ is, words }: NoResult): Result<never> {
    const { alias, advice, mask } = this.options;
    const failed = (message: string, next = advice): Result<never> =>
      fail('bridge_unreachable', `The server "${alias}" ${message}.`, next);
    const said = mask(words);
    switch (is) {
      case 'wants_key':
        return failed(said, 'Put a valid key into its headers, usually “Authorization”.');
      case 'wants_other':
        return failed(said);
      case 'error':
        return failed(`returned an error: ${said}`);
      case 'unusable':
      case 'unreachable': {
        const stderrReason = reasonInStderr(this.diagnostics.stderr);
        return failed(
          `can’t be ${is === 'unusable' ? 'used' : 'reached'}: ${said}`,
          stderrReason === '' ? advice : `The server wrote: ${quoted(stderrReason)}.`,
        );
      }
    }
  }

  #masked<Value>(result: Result<Value>): Result<Value> {
    if (result.ok) return result;
    return {
      ok: false,
      error: { ...result.error, message: this.options.mask(result.error.message) },
    };
  }
}

const closedFirst = 'Countersign closed the connection before anything was sent.';

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
