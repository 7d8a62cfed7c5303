import process from 'node:process';
import { isJsonObject, type Json } from '../../../../core/json.js';
import { toldTools } from '../../../../core/settings/agents/told-tools.js';
import { agentSocketPath, tooLongForSocket } from '../../../desktop/agents/agent-socket.js';
import type { Environment } from '../../../desktop/device/device.js';
import { systemClock } from '../../../desktop/system/system-clock.js';
import { clientInfo } from '../../../../mcp/client/protocol/client-info.js';
import { MessageLines } from '../../../../mcp/client/transport/message-lines.js';
import { rpcCodes } from '../../../../mcp/protocol/json-rpc.js';
import { parsed, writeWireLine } from '../../../../mcp/protocol/wire-message.js';
import {
  idIn,
  McpServer,
  refusedCall,
  replyTo,
  type Reply,
} from '../../../../mcp/server/mcp-server.js';
import { refuse } from '../../../../mcp/server/reply.js';
import { mirroredTools } from '../../../../mcp/server/mirrored/mirrored-tools.js';
import type { ServerFeatures, ToolDefinition } from '../../../../mcp/server/server-features.js';
import { instructions, listedTools } from '../../../../mcp/server/tools/agent-features.js';
import { openVaultDevice } from '../../runner/vault-device.js';
import { exitCodes, sayProblem, type ExitCode, type Terminal } from '../terminal/terminal.js';
import { forwardMessage, type SocketTarget } from './forward-message.js';

const lastAnswersMs = 1_000;
const mostLineBytes = 4 * 1024 * 1024;
const mostReadBytes = 16 * mostLineBytes;

const whyTooLong = `A message has at most ${mostLineBytes} bytes. Nothing was done.`;
const whyOffline =
  'Countersign is not running for this vault, so nothing was done. Ask a person to open the vault in Obsidian with agents switched on, or to start `countersign run --agents` (without Obsidian, with `--trust-moves`). If it runs, they can restart it: the file of its socket may be gone. Then call again.';

const offline = (tools: readonly ToolDefinition[], why: string): ServerFeatures => ({
  instructions,
  tools,
  callTool: () => Promise.resolve({ isError: true, text: why }),
  resources: () => [],
  readResource: () => Promise.resolve(null),
  prompts: [],
  getPrompt: () => Promise.resolve(null),
});

/** `countersign mcp`: an MCP server over stdio. Nothing but messages may be written to stdout. */
export async function mcpCommand(
  terminal: Terminal,
  env: Environment,
  options: {
    readonly vault: string;
    readonly client?: string | undefined;
  },
  input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<ExitCode> {
  const device = await openVaultDevice(options.vault, env, { isReader: true });
  if (!device.ok) return sayProblem(terminal, device.error);
  const path = agentSocketPath(device.value.folder);
  const { client } = options;
  const { agentTools = [], bridges } = device.value.config;
  const tools = listedTools(client ?? null, mirroredTools(toldTools(agentTools, bridges)));
  const tooLong = tooLongForSocket(path);
  const server = new StdioServer(
    { path, client },
    offline(
      tools,
      tooLong
        ? `${tooLong.message} Nothing was done. A person can help: ${tooLong.advice}`
        : whyOffline,
    ),
    terminal.line,
  );
  const lines = new MessageLines(mostReadBytes);
  for await (const chunk of input) {
    const { lines: whole, tooLong } = lines.push(chunk);
    for (const line of whole) server.take(line);
    if (!tooLong) continue;
    terminal.error(whyTooLong);
    return exitCodes.cannotRun;
  }
  await server.end();
  return exitCodes.well;
}

class StdioServer {
  readonly #offline = new McpServer(clientInfo.version);
  readonly #work = new Set<Promise<void>>();
  readonly #running = new Map<Json, AbortController>();
  #version: string | undefined;

  constructor(
    readonly target: SocketTarget,
    readonly offline: ServerFeatures,
    readonly writeLine: (text: string) => void,
  ) {}

  take(line: string): void {
    if (line.trim() === '') return;
    const body = parsed(line);
    const id = idIn(body);
    const { method, params } = isJsonObject(body) ? body : {};
    // Aborts the call's HTTP request, because Countersign's endpoint then cancels the call.
    if (method === 'notifications/cancelled' && isJsonObject(params)) {
      return this.#running.get(params['requestId'] ?? null)?.abort();
    }
    const ending = new AbortController();
    if (id !== null) this.#running.set(id, ending);
    const work = this.#answer(line, body, id, ending.signal).finally(() => {
      this.#work.delete(work);
      if (this.#running.get(id) === ending) this.#running.delete(id);
    });
    this.#work.add(work);
  }

  async end(): Promise<void> {
    let cancelTimer = (): void => undefined;
    const timeIsUp = new Promise<void>((resolve) => {
      cancelTimer = systemClock().setTimer(lastAnswersMs, resolve);
    });
    await Promise.race([Promise.all(this.#work), timeIsUp]);
    cancelTimer();
    for (const one of this.#running.values()) one.abort();
  }

  async #answer(line: string, body: Json, id: Json, signal: AbortSignal): Promise<void> {
    const say = (message: Json): void => {
      if (signal.aborted) return;
      this.#noteVersion(body, message);
      const isOurs = isJsonObject(message) && message['id'] === null && id !== null;
      this.writeLine(writeWireLine(isOurs ? { ...message, id } : message));
    };
    if (body === null)
      return this.#reply(replyTo(null, refuse(rpcCodes.parse, 'This is not JSON.')));
    if (new TextEncoder().encode(line).length > mostLineBytes)
      return this.#reply(refusedCall(body, whyTooLong, 413));
    const target = { ...this.target, version: this.#version };
    const forwarded = await forwardMessage(target, line, signal, say);
    if (forwarded === 'answered' || signal.aborted) return;
    if (forwarded === 'refused') {
      const why =
        'Its method, name or address is too long, or has invalid characters. Nothing was done.';
      return this.#reply(refusedCall(body, why, 400));
    }
    if (forwarded === 'busy') {
      const why = 'Countersign was too busy to read it. Nothing was done. Call again later.';
      return this.#reply(refusedCall(body, why, 503));
    }
    if (forwarded === 'lost') {
      const why =
        'Countersign ended or was busy, and didn’t answer. It may have been done: look before you repeat it.';
      return this.#reply(refusedCall(body, why, 500));
    }
    const given = isJsonObject(body) ? (body['id'] ?? null) : null;
    if (typeof given === 'number' && id === null) {
      const why = 'Its id is too large a number to be kept exactly. Nothing was done.';
      return this.#reply(refusedCall(body, why, 400));
    }
    const exchange = { client: this.target.client ?? null, features: this.offline, headers: null };
    const notify = (message: object): void => say(message as Json);
    const reply = await this.#offline.answer(body, { ...exchange, signal, notify });
    this.#noteVersion(body, reply.message as Json);
    this.#reply(reply);
  }

  #noteVersion(body: Json, answer: Json): void {
    if (!isJsonObject(body) || body['method'] !== 'initialize' || !isJsonObject(answer)) return;
    const { result } = answer;
    const { protocolVersion } = isJsonObject(result) ? result : {};
    if (typeof protocolVersion === 'string') this.#version = protocolVersion;
  }

  #reply({ message }: Reply): void {
    if (message !== null) this.writeLine(writeWireLine(message));
  }
}
