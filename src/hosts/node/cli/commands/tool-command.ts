import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../../core/errors.js';
import { changedNumber, isJsonObject, type Json, type JsonObject } from '../../../../core/json.js';
import { answerText } from '../../../../core/request/outcome/tool-result.js';
import { McpServer } from '../../../../mcp/server/mcp-server.js';
import { AgentFeatures, tools } from '../../../../mcp/server/tools/agent-features.js';
import { longestWaitSeconds } from '../../../../mcp/server/tools/request-tools.js';
import type { Tool } from '../../../../mcp/server/tools/tool.js';
import { agentSocketPath, tooLongForSocket } from '../../../desktop/agents/agent-socket.js';
import type { Environment } from '../../../desktop/device/device.js';
import { commandVerbs, type CommandVerb } from './command-verbs.js';
import { startRunner } from '../../runner/runner.js';
import { openVaultDevice } from '../../runner/vault-device.js';
import { checkOptions } from '../wrong-options.js';
import { meaningOf, toolExamples } from '../tool-words.js';
import { forwardMessage } from '../mcp/forward-message.js';
import {
  exitCodes,
  jsonLine,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

const tryAgainMs = 250;
const mostTries = 20;
const lookEveryMs = 2_000;

const placeholders = { text: 'TEXT', number: 'N', step: 'STEP', json: 'JSON' } as const;

export interface ToolOption {
  readonly name: string;
  readonly type: 'string' | 'boolean';
  readonly usage: string;
  readonly means: string;
}

export interface ToolCommand extends CommandVerb {
  readonly tool: Tool;
  readonly options: readonly ToolOption[];
}

export const toolCommands: readonly ToolCommand[] = tools.flatMap((tool) => [
  commandOf(tool, {
    ...{ ...tool, about: tool.description, argsOf: (typed) => typed },
    example: toolExamples[tool.command] ?? tool.command,
  }),
  ...(commandVerbs.get(tool.name) ?? []).map((verb) => commandOf(tool, verb)),
]);

function commandOf(tool: Tool, verb: CommandVerb): ToolCommand {
  const { command, example, inputSchema, argsOf } = verb;
  const { required } = inputSchema;
  const properties = propertiesOf(verb);
  const asTyped = (text: string): string =>
    text.replace(/[a-z]+(?:_[a-z]+)+/gu, (word) => {
      const named = tools.find(({ name }) => name === word);
      if (named) return `\`${named.command}\``;
      return word in properties ? `--${word.replaceAll('_', '-')}` : word;
    });
  const about = asTyped(verb.about);
  const options = Object.entries(properties).map(([property, schema]) => {
    const name = property.replaceAll('_', '-');
    const kind = kindOf(schema);
    const meaning = asTyped(meaningOf(property, schema));
    return {
      name,
      type: kind === 'boolean' ? ('boolean' as const) : ('string' as const),
      usage: kind === 'boolean' ? `--${name}` : `--${name} ${placeholders[kind]}`,
      means:
        Array.isArray(required) && required.includes(property)
          ? `${meaning.replace(' (default: the current one)', '')} Required.`
          : meaning,
    };
  });
  return { tool, command, about, example, inputSchema, argsOf, options };
}

type Kind = 'boolean' | keyof typeof placeholders;

function kindOf(schema: Json | undefined): Kind {
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  switch (type) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
    case 'object':
      return 'json';
    case 'string':
    case undefined:
      return 'text';
    default:
      return 'step';
  }
}

function propertiesOf({ inputSchema }: Pick<Tool, 'inputSchema'>): JsonObject {
  const { properties } = inputSchema;
  return isJsonObject(properties) ? properties : {};
}

export interface ToolCommandOptions {
  readonly vault: string;
  readonly json: boolean;
  readonly client: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

export async function toolCommand(
  terminal: Terminal,
  env: Environment,
  { tool, command, inputSchema, argsOf }: ToolCommand,
  { vault, json, client, values }: ToolCommandOptions,
): Promise<ExitCode> {
  const typed = argumentsOf({ inputSchema }, values);
  const args = typed.ok ? checkOptions({ command, inputSchema }, typed.value) : typed;
  if (!args.ok) return sayProblem(terminal, args.error);
  const call = { name: tool.name, arguments: argsOf(args.value) };
  const answered = await askTool(terminal, env, { vault, client }, call);
  return answered.ok
    ? say(terminal, json, asTyped(answered.value, inputSchema))
    : sayProblem(terminal, answered.error);
}

function asTyped(answer: Json, inputSchema: Tool['inputSchema']): Json {
  const properties = propertiesOf({ inputSchema });
  const options = (text: string): string =>
    text.replace(/`([a-z]+(?:_[a-z]+)*)(?=`|: )(: )?/gu, (whole, word: string, value?: string) =>
      word in properties ? `\`--${word.replaceAll('_', '-')}${value ? ' ' : ''}` : whole,
    );
  const { result } = isJsonObject(answer) ? answer : {};
  if (!isJsonObject(answer) || !isJsonObject(result) || result.isError !== true) return answer;
  const read = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? options(value) : value;
  return { ...answer, result: JSON.parse(JSON.stringify(result), read) as Json };
}

/** If Countersign is running, calls the tool there. Otherwise, starts an engine for this call. */
export async function askTool(
  terminal: Terminal,
  env: Environment,
  { vault, client }: Pick<ToolCommandOptions, 'vault' | 'client'>,
  params: JsonObject,
): Promise<Result<Json>> {
  const device = await openVaultDevice(vault, env);
  if (!device.ok) return device;
  const socket = agentSocketPath(device.value.folder);
  const endMs = Date.now() + waitOf(params);
  for (let tries = 1; ; tries += 1) {
    const waitMs = Math.max(0, endMs - Date.now());
    const sent = await throughSocket(socket, client, callOf(params, waitMs));
    if (!sent.ok) return sent;
    if (sent.value !== null) return ok(sent.value);
    const answered = await here(terminal, env, { vault, client, socket }, callOf(params, 0));
    if (answered.ok && waitMs > 0 && isOpen(answered.value)) {
      // Holds no lock while it waits, so that a runner can start.
      await sleep(Math.min(waitMs, lookEveryMs));
      tries = 0;
      continue;
    }
    const isBusy = !answered.ok && answered.error.code === 'agents_not_served';
    if (!isBusy || tries === mostTries) return answered;
    await sleep(tryAgainMs);
  }
}

/** Returns how long the call may wait, in milliseconds. */
function waitOf({ name, arguments: args }: JsonObject): number {
  if (name !== 'await_request' || !isJsonObject(args)) return 0;
  const { wait_seconds: seconds = longestWaitSeconds } = args;
  const isValid = Number.isInteger(seconds) && Number(seconds) <= longestWaitSeconds;
  return isValid ? Math.max(0, Number(seconds)) * 1000 : 0;
}

function callOf(params: JsonObject, waitMs: number): JsonObject {
  const { arguments: args } = params;
  const call =
    waitOf(params) > 0 && isJsonObject(args)
      ? { ...params, arguments: { ...args, wait_seconds: Math.ceil(waitMs / 1000) } }
      : params;
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
}

function isOpen(answer: Json): boolean {
  const { result } = isJsonObject(answer) ? answer : {};
  const { structuredContent } = isJsonObject(result) ? result : {};
  const { status } = isJsonObject(structuredContent) ? structuredContent : {};
  return status === 'waiting_for_person' || status === 'approved';
}

function argumentsOf(
  tool: Pick<Tool, 'inputSchema'>,
  values: ToolCommandOptions['values'],
): Result<JsonObject> {
  const args: Record<string, Json> = {};
  for (const [property, schema] of Object.entries(propertiesOf(tool))) {
    const name = property.replaceAll('_', '-');
    const value = values[name];
    if (typeof value === 'boolean') args[property] = value;
    if (typeof value !== 'string') continue;
    const kind = kindOf(schema);
    if (kind === 'number' || (kind === 'step' && /^\d+$/.test(value))) {
      args[property] = Number(value);
    } else if (kind === 'json') {
      try {
        args[property] = JSON.parse(value) as Json;
      } catch {
        return fail('usage', `--${name} is not JSON.`, 'Put the JSON in single quotes.');
      }
      const changed = changedNumber(value);
      if (changed !== null) {
        const why = `The number ${changed} in --${name} can’t be kept exactly.`;
        return fail('usage', why, 'Give it as text, in double quotes, or with fewer digits.');
      }
    } else {
      args[property] = value;
    }
  }
  return ok(args);
}

async function throughSocket(
  path: string,
  client: string | undefined,
  message: JsonObject,
): Promise<Result<Json | null>> {
  const answers: Json[] = [];
  const { signal } = new AbortController();
  const became = await forwardMessage(
    { path, client },
    JSON.stringify(message),
    signal,
    (answer) => {
      answers.push(answer);
    },
  );
  if (became === 'busy') {
    return fail(
      'agents_not_served',
      'Countersign was too busy to read it.',
      'Nothing was done. Try again later.',
    );
  }
  if (became !== 'lost') return ok(answers[0] ?? null);
  return fail(
    'agents_not_served',
    'Countersign didn’t answer.',
    'It may have been done. Look before you repeat it.',
  );
}

async function here(
  terminal: Terminal,
  env: Environment,
  {
    vault,
    client,
    socket,
  }: { readonly vault: string; readonly client: string | undefined; readonly socket: string },
  message: JsonObject,
): Promise<Result<Json>> {
  const notifier = { notify: ({ text }: { text: string }) => terminal.error(plain(text)) };
  const runner = await startRunner({ vault, env, trustMoves: false, notifier, isIdle: true });
  if (!runner.ok) {
    const tooLong = tooLongForSocket(socket);
    if (tooLong && runner.error.code === 'locked') return { ok: false, error: tooLong };
    return runner.error.code === 'locked'
      ? fail(
          'agents_not_served',
          'Countersign is running for this vault, but does not accept agents.',
          'Switch agents on in its settings, or start `countersign run --agents` (without Obsidian, with `--trust-moves`).',
        )
      : runner;
  }
  const { engine, device } = runner.value;
  try {
    const known = device.config.agents?.find(({ name }) => name === client);
    if (client !== undefined && (!known || known.paused)) {
      return fail(
        'usage',
        `${client} ${known ? 'is paused' : 'was not added'} on this computer.`,
        'See `countersign agent list`.',
      );
    }
    const { message: answer, onTold } = await new McpServer('').answer(message, {
      client: client ?? null,
      features: new AgentFeatures(engine).of(client ?? null),
      headers: null,
      signal: new AbortController().signal,
      notify: null,
    });
    await onTold?.();
    return ok(answer as Json);
  } finally {
    await runner.value.stop();
  }
}

function say(terminal: Terminal, json: boolean, answer: Json): ExitCode {
  const { result, error } = isJsonObject(answer) ? answer : {};
  if (!isJsonObject(result)) {
    const { message } = isJsonObject(error) ? error : {};
    return sayProblem(
      terminal,
      fail('agents_not_served', typeof message === 'string' ? message : 'There was no answer.', '')
        .error,
    );
  }
  const { content, structuredContent, isError } = result;
  const text = content === undefined ? '' : answerText({ content });
  if (json) {
    terminal.line(
      jsonLine(
        isError === true ? errorIn(structuredContent, text) : (structuredContent ?? { text }),
      ),
    );
  } else {
    for (const line of text.split('\n')) {
      if (isError === true) terminal.error(styled(terminal, 'red', plain(line)));
      else terminal.line(plain(line));
    }
  }
  return isError === true ? exitCodes.cannotRun : exitCodes.well;
}

function errorIn(structured: Json | undefined, text: string): Json {
  const { error } = isJsonObject(structured) ? structured : {};
  if (structured !== undefined && !isJsonObject(error)) return structured;
  const { message = text, code = null, note, line, advice = '' } = isJsonObject(error) ? error : {};
  const place = typeof line === 'number' ? `:${line}` : '';
  const where = typeof note === 'string' ? `${note}${place}` : null;
  return { error: message, code, where, advice };
}
