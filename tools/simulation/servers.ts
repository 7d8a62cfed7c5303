import type { JsonObject } from '../../src/core/json.js';
import type { AuthorisedAction } from '../../src/core/request/approval/authorised-action.js';
import type { CallReport } from '../../src/core/request/outcome/call-report.js';
import { digestJson } from '../../src/core/digest.js';
import { toolDigest } from '../../src/core/request/action/digests.js';
import type {
  BridgeTarget,
  ToolDefinition,
} from '../../src/core/request/action/tool-definition.js';
import type { ReadingChange } from './command.js';

/** One row of the outcome table (docs/gate.md#what-an-answer-means), as a server may behave. */
interface Row {
  readonly report: CallReport;
  /** What the client may conclude. `refused`: the server says, or it is certain, that nothing ran. */
  readonly says: 'success' | 'refused' | 'nothing';
  /** A certain answer never lies. */
  readonly certain?: true;
}

const result = (text: string, more: JsonObject = {}, of: object = {}): CallReport => ({
  kind: 'result',
  result: { content: [{ type: 'text', text }], ...more },
  ...of,
});
const rpc = (code: number): CallReport => ({ kind: 'rpc_error', code, message: 'No.' });
const http = (status: number): CallReport => ({ kind: 'http_status', status, detail: 'No.' });

/** Every row, by name. */
export const rows = {
  success: { report: result('Email sent'), says: 'success' },
  error_text: { report: result('Error: connection closed'), says: 'nothing' },
  mismatch: { report: result('Email sent', {}, { outputMismatch: 'id' }), says: 'success' },
  is_error: { report: result('Connection closed', { isError: true }), says: 'nothing' },
  task: { report: { kind: 'result', result: { task: { id: '1' } } }, says: 'nothing' },
  no_result: { report: { kind: 'result', result: 'OK' }, says: 'nothing' },
  unknown_method: { report: rpc(-32601), says: 'nothing' },
  wrong_version: { report: rpc(-32022), says: 'nothing' },
  wrong_arguments: { report: rpc(-32602), says: 'nothing' },
  internal_error: { report: rpc(-32603), says: 'nothing' },
  other_error: { report: rpc(-32020), says: 'nothing' },
  http_401: { report: http(401), says: 'refused' },
  http_403: { report: http(403), says: 'refused' },
  http_404: { report: http(404), says: 'refused' },
  http_405: { report: http(405), says: 'refused' },
  http_413: { report: http(413), says: 'refused' },
  http_415: { report: http(415), says: 'refused' },
  http_429: { report: http(429), says: 'refused' },
  http_500: { report: http(500), says: 'nothing' },
  http_302: { report: http(302), says: 'nothing' },
  http_400: { report: http(400), says: 'nothing' },
  http_202: { report: http(202), says: 'nothing' },
  not_sent: { report: { kind: 'not_sent', detail: 'Refused.' }, says: 'refused', certain: true },
  lost: { report: { kind: 'lost', detail: 'Reset.' }, says: 'nothing' },
  timeout: { report: { kind: 'timeout', afterMs: 60_000 }, says: 'nothing' },
  cancelled: { report: { kind: 'cancelled' }, says: 'nothing' },
  input_required: { report: { kind: 'input_required', detail: 'Name?' }, says: 'nothing' },
} satisfies Record<string, Row>;

export type RowName = keyof typeof rows;
export const rowNames = Object.keys(rows) as [RowName, ...RowName[]];

/** A call in a server's log: the truth. */
export interface ServedCall {
  readonly requestId: string;
  readonly bridge: string;
  readonly target: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly row: RowName;
  readonly says: Row['says'];
  /** Whether the effect took place. */
  readonly ran: boolean;
  /** Who called, and when (step of the simulation). */
  readonly device: string;
  readonly step: number;
}

/** A tool server outside: it outlives every process, and its log is the truth. */
export class SimulatedServer {
  readonly calls: ServedCall[] = [];
  reachable = true;
  private readonly plans: { readonly row: RowName; readonly ran: boolean }[] = [];
  /** Connections made before this changed are gone. */
  private generation = 1;
  private toolVersion = 1;
  private known: ReadonlyMap<string, string> | null = null;
  private targetVersion = 1;
  private account = 1;
  private readVersion = 1;
  /** What another of its tools does to the name of the one that only reads. */
  private reading: 'alone' | 'renamed' | 'twice' = 'alone';

  /** @param reads the name of a tool that only reads */
  constructor(
    readonly alias: string,
    readonly tool: string,
    private readonly reads: string | null = null,
  ) {}

  get target(): BridgeTarget {
    const args = [`v${this.targetVersion}`];
    return { transport: 'stdio', command: `${this.alias}-server`, args, names: [] };
  }

  /** What decides which server, and whose account, is reached. */
  get launch(): string {
    return digestJson({ ...this.target, account: this.account });
  }

  get tools(): readonly ToolDefinition[] {
    const text = { type: 'string' };
    return [
      {
        name: this.tool,
        description: `Version ${this.toolVersion}.`,
        inputSchema: {
          type: 'object',
          properties: {
            to: text,
            subject: text,
            text,
            attachments: { type: 'array', items: text },
          },
          required: ['to', 'subject'],
        },
      },
      ...this.readingTools(),
    ];
  }

  /** Everything that a server says of its tools of a name. */
  saysOf(tool: string): string {
    return JSON.stringify(this.tools.filter(({ name }) => name === tool));
  }

  private readingTools(): readonly ToolDefinition[] {
    if (this.reads === null) return [];
    const text = { type: 'string' };
    const own: ToolDefinition = {
      name: this.reads,
      description: `Finds mails, version ${this.readVersion}.`,
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: { to: text, file: text }, required: ['to'] },
    };
    // All that tells it from the other one.
    const other = { ...own, annotations: { readOnlyHint: true, destructiveHint: true } };
    const listed = { alone: [own], renamed: [other], twice: [own, other] };
    return listed[this.reading];
  }

  /** By tool: its digest. Of two with one name, the first is found. */
  get digests(): ReadonlyMap<string, string> {
    return (this.known ??= new Map(
      this.tools.toReversed().map((tool) => [tool.name, toolDigest(tool)]),
    ));
  }

  get connection(): string {
    return `${this.alias} ${this.generation}`;
  }

  changeTool(): void {
    this.toolVersion += 1;
    this.known = null;
  }

  changeTarget(): void {
    this.targetVersion += 1;
    this.restart();
  }

  /** A person edits it: another account, or the first one again. */
  changeAccount(account = this.account + 1): void {
    this.account = account;
    this.restart();
  }

  changeReading(how: ReadingChange): void {
    this.known = null;
    if (how === 'read tool') this.readVersion += 1;
    else if (how === 'tools back') [this.readVersion, this.reading] = [1, 'alone'];
    else this.reading = how;
  }

  restart(): void {
    this.generation += 1;
  }

  /** How the next calls are answered, and whether they run. */
  plan(row: RowName, ran: boolean): void {
    this.plans.push({ row, ran });
  }

  /** A call arrives: what the caller learns, in the end. */
  receive(action: AuthorisedAction, device: string, step: number): CallReport {
    if (action.connection !== this.connection || !this.reachable) return rows.not_sent.report;
    const { row, ran } = this.plans.shift() ?? { row: 'success' as const, ran: true };
    const { report, says, ...more }: Row = rows[row];
    // Before a certain answer nothing reached the server.
    if (more.certain) return report;
    this.calls.push({
      requestId: action.requestId,
      bridge: action.bridge,
      target: JSON.stringify(this.target),
      tool: action.tool,
      arguments: action.arguments,
      row,
      says,
      ran,
      device,
      step,
    });
    return report;
  }
}
