import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import process from 'node:process';
import { isJsonObject, type Json } from '../../../../../core/json.js';
import { isEntryName } from '../../../../../core/views/client-entry.js';
import { fileTools } from '../../../../../core/views/client-hook.js';
import { clientFile, hookFile } from '../../../../desktop/agents/client-files.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { statesOf } from '../../../../desktop/device/device-folder.js';
import { reachesSettings } from '../../../../desktop/paths/settings-paths.js';
import { describeSystemError } from '../../../../desktop/system/system-error.js';
import { exitCodes, plain, type ExitCode, type Terminal } from '../../terminal/terminal.js';

export interface HookOptions {
  readonly vault: string;
  readonly server: string;
  readonly deviceFolder?: string | undefined;
}

/** With this exit code, Claude Code refuses the call and shows stderr to the agent. */
const denied: ExitCode = 2;

/** The `PreToolUse` hook of Claude Code. */
export async function hookCommand(
  terminal: Terminal,
  env: Environment,
  options: HookOptions,
  input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<ExitCode> {
  let why: string | null;
  try {
    why = await whyDenied(env, options, await textOf(input));
  } catch (error) {
    why = `The hook of Countersign failed for the vault ${options.vault}: ${describeSystemError(error)}. A person has to fix this.`;
  }
  if (why === null) return exitCodes.well;
  terminal.error(plain(why));
  return denied;
}

async function whyDenied(
  env: Environment,
  { vault, server, deviceFolder }: HookOptions,
  text: string,
): Promise<string | null> {
  if (!isEntryName(server)) return 'The hook of Countersign has a wrong --server.';
  if (deviceFolder !== undefined && !isAbsolute(deviceFolder)) {
    return 'The hook of Countersign has a wrong --device-folder.';
  }
  const call = read(text);
  if (call === null) return 'The hook of Countersign could not read this call, so it is refused.';
  const { tool, args, folder } = call;
  if (tool.startsWith('mcp__') && !tool.startsWith(`mcp__${server}__`)) {
    return `${tool} does not go through Countersign, so it is refused. Use the tools of the MCP server “${server}”. A person can add other servers to Countersign.`;
  }
  if (!fileTools.includes(tool)) return null;
  const given = [args['file_path'], args['notebook_path']].filter((path) => path !== undefined);
  const paths = given.filter((path) => typeof path === 'string');
  const areClear = paths.every((path) => path !== '' && path.trim() === path);
  if (paths.length === 0 || paths.length < given.length || !areClear) {
    return `The hook of Countersign could not read what ${tool} writes, so it is refused.`;
  }
  const root = resolve(vault);
  const { parent } = await statesOf({ vaultRoot: root, env });
  const file = hookFile({ env });
  const others = [
    ...[file, join(dirname(file), 'settings.local.json'), clientFile('claude-code', { env })],
    ...[parent, deviceFolder ?? '', process.argv[1] ?? ''].filter((one) => one !== ''),
  ];
  for (const path of paths) {
    if (await reachesSettings(absolute(path, folder), { vault: root, others })) {
      return `${path} belongs to the settings of Obsidian, of an agent or of Countersign, or may lead there. Only a person changes those. Ask the person.`;
    }
  }
  return null;
}

interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, Json>>;
  readonly folder: string;
}

function read(text: string): Call | null {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    return null;
  }
  if (!isJsonObject(json)) return null;
  const { tool_name: tool, tool_input: args, cwd } = json;
  if (typeof tool !== 'string' || tool === '' || !isJsonObject(args)) return null;
  return { tool, args, folder: typeof cwd === 'string' ? cwd : process.cwd() };
}

/** Does not use `resolve`, which removes `..` without following links. */
function absolute(path: string, folder: string): string {
  if (/^~(?:[\\/]|$)/u.test(path)) return homedir() + path.slice(1);
  return isAbsolute(path) ? path : folder + sep + path;
}

async function textOf(input: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of input) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
