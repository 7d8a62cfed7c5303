import { sha256Hex } from '../../../src/core/digest.js';
import { fail, ok } from '../../../src/core/errors.js';
import type { JsonObject } from '../../../src/core/json.js';
import type { AuthorisedAction } from '../../../src/core/request/approval/authorised-action.js';
import type { CallReport } from '../../../src/core/request/outcome/call-report.js';
import type {
  BridgeTarget,
  ToolDefinition,
} from '../../../src/core/request/action/tool-definition.js';
import type { Bridges } from '../../../src/ports/bridges.js';
import type { WriteHooks } from './simulated-crash.js';

/** A call as the server saw it. */
export interface ServedCall {
  readonly requestId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** A server outside: it outlives every process, and its call log is the truth. */
export interface MemoryServer {
  target: BridgeTarget;
  /** Which of its accounts is used. */
  account: string;
  tools: ToolDefinition[];
  reachable: boolean;
  /** Everything is being closed: nothing is connected or called any more. */
  isClosed: boolean;
  readonly calls: ServedCall[];
  /** Runs while a bridge is being inspected, e.g. to change a note meanwhile. */
  duringInspect: () => Promise<void> | void;
  /** Runs while the connection for a call is being made: nothing is sent before it ends. */
  duringConnect: () => Promise<void> | void;
  /** Runs when a call has reached the server; what it returns is what the client learns. */
  answer: (call: ServedCall) => Promise<CallReport> | CallReport;
}

export const sendEmailTool: ToolDefinition = {
  name: 'send_email',
  description: 'Sends a mail.',
  inputSchema: {
    type: 'object',
    properties: {
      to: { type: 'string' },
      subject: { type: 'string' },
      text: { type: 'string' },
      attachments: { type: 'array', items: { type: 'string' } },
    },
    required: ['to', 'subject'],
  },
};

/** A mail server that answers every call with success. */
export function createMemoryServer(): MemoryServer {
  return {
    target: { transport: 'stdio', command: 'mail-server', args: [], names: [] },
    account: 'mine',
    tools: [sendEmailTool],
    reachable: true,
    isClosed: false,
    calls: [],
    duringInspect: () => undefined,
    duringConnect: () => undefined,
    answer: () => success,
  };
}

/** The report of a call that the server carried out. */
export const success: CallReport = {
  kind: 'result',
  result: { content: [{ type: 'text', text: 'Email sent' }] },
};

const closed = fail('bridges_closed', 'Countersign is being stopped.', 'Start it again.');

/** Bridges to one server under the alias `email`: one process. A crashed process reaches nothing. */
export function memoryBridges(server: MemoryServer, hooks: WriteHooks = {}): Bridges {
  return {
    aliases: () => ['email'],
    launchOf: (alias) => (alias === 'email' ? sha256Hex(server.account) : null),
    async inspect(alias) {
      if (alias !== 'email') {
        return fail(
          'bridge_unknown',
          `No server named "${alias}" on this computer.`,
          'Import it first.',
        );
      }
      await server.duringInspect();
      if (server.isClosed) return closed;
      return server.reachable
        ? ok({
            target: server.target,
            launch: sha256Hex(server.account),
            tools: server.tools,
            connection: 'one',
          })
        : fail('bridge_unreachable', 'The server "email" can’t be reached.', 'Start the server.');
    },
    argumentProblems: (_tool, args) =>
      typeof args['to'] === 'string' ? [] : ['`to` must be a text'],
    deviceStateProblem: async (texts) =>
      texts.some((text) => text.startsWith('/state/')) ? 'It names /state.' : null,
    namesVault: async (texts, hidden) =>
      texts.some((text) => text.startsWith('/vault/')) || hidden.includes('.obsidian/data.json'),
    async call(action: AuthorisedAction, whyNot) {
      hooks.beforeWrite?.('call');
      await server.duringConnect();
      const kept = await whyNot();
      if (kept !== null) return { kind: 'not_sent', detail: kept };
      const call = {
        requestId: action.requestId,
        tool: action.tool,
        arguments: action.arguments,
      };
      server.calls.push(call);
      const report = await server.answer(call);
      hooks.afterWrite?.('call');
      return report;
    },
    closedProblem: () => (server.isClosed ? closed.error : null),
    close: async () => undefined,
  };
}
