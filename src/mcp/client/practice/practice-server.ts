import { describeProblem } from '../../../core/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.js';
import type { ChildProcessListeners, ServerHandle } from '../transport/child-processes.js';
import { writePracticeNote, type PracticeOptions } from './practice-note.js';
import { practiceTools } from './practice-tools.js';
import { rpcCodes } from '../../protocol/json-rpc.js';
import { olderVersions } from '../../protocol/protocol-version.js';
import { schemaProblems } from '../../protocol/schema-problems.js';

type Answer = { readonly result: JsonObject } | { readonly error: JsonObject };

export function practiceServer(options: PracticeOptions): ServerHandle {
  let listeners: ChildProcessListeners | null = null;
  let killing: Promise<void> | null = null;
  const early: string[] = [];
  const working = new Set<Promise<void>>();

  const say = (message: JsonObject): void => {
    const line = `${JSON.stringify(message)}\n`;
    if (killing !== null) return;
    if (listeners === null) early.push(line);
    else listeners.stdout(new TextEncoder().encode(line));
  };
  const take = async (line: string): Promise<void> => {
    const message = readMessage(line);
    if ('error' in message) return say({ jsonrpc: '2.0', id: null, ...message });
    if (message.id === undefined) return;
    const answer = await answerTo(message, options).catch(() =>
      refuse(rpcCodes.internal, 'The practice server failed.'),
    );
    say({ jsonrpc: '2.0', id: message.id, ...answer });
  };
  const end = async (): Promise<void> => {
    // A note that is being written must not appear after the server has ended.
    await Promise.all(working);
    listeners?.end({ code: 0, signal: null });
  };

  return {
    listen: (given) => {
      listeners = given;
      for (const line of early.splice(0)) given.stdout(new TextEncoder().encode(line));
    },
    write: (text) => {
      if (killing !== null) return false;
      for (const line of text.split('\n').filter((part) => part !== '')) {
        // The answer comes later, as it does from a child process.
        const work: Promise<void> = Promise.resolve()
          .then(() => take(line))
          .finally(() => working.delete(work));
        working.add(work);
      }
      return true;
    },
    stderrTail: () => '',
    kill: () => (killing ??= end()),
  };
}

interface Message {
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: JsonObject;
}

function readMessage(line: string): Message | { readonly error: JsonObject } {
  let json: Json;
  try {
    json = JSON.parse(line) as Json;
  } catch {
    return refuse(rpcCodes.parse, 'This isn’t JSON.');
  }
  const { jsonrpc, id, method, params = {} } = isJsonObject(json) ? json : {};
  const isId = id === undefined || typeof id === 'string' || typeof id === 'number';
  if (jsonrpc !== '2.0' || !isId || typeof method !== 'string' || !isJsonObject(params)) {
    return refuse(rpcCodes.invalidRequest, 'This isn’t a request.');
  }
  return { id, method, params };
}

async function answerTo({ method, params }: Message, options: PracticeOptions): Promise<Answer> {
  switch (method) {
    case 'initialize': {
      const wanted = olderVersions.find((version) => version === params['protocolVersion']);
      return {
        result: {
          protocolVersion: wanted ?? olderVersions[0],
          capabilities: { tools: {} },
          serverInfo: { name: 'countersign-practice', version: '1.0.0' },
        },
      };
    }
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return { result: { tools: practiceTools.map(({ definition }) => ({ ...definition })) } };
    case 'tools/call':
      return callTool(params, options);
    default:
      return refuse(rpcCodes.methodNotFound, `There is no method ${method}.`);
  }
}

async function callTool(params: JsonObject, options: PracticeOptions): Promise<Answer> {
  const { name, arguments: args = {} } = params;
  const tool = practiceTools.find(({ definition }) => definition.name === name);
  if (tool === undefined)
    return refuse(rpcCodes.invalidParams, `There is no tool ${JSON.stringify(name)}.`);
  const problems = schemaProblems(tool.definition.inputSchema, args);
  if (!isJsonObject(args) || problems.length > 0) {
    return refuse(rpcCodes.invalidParams, problems.map(({ sentence }) => sentence).join(' '));
  }
  const written = await writePracticeNote(options, tool, args);
  return {
    result: written.ok
      ? { content: [{ type: 'text', text: `Saved as a note: ${written.value}` }] }
      : { content: [{ type: 'text', text: describeProblem(written.error) }], isError: true },
  };
}

function refuse(code: number, message: string): { readonly error: JsonObject } {
  return { error: { code, message } };
}
