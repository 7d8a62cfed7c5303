import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hookCommand,
  type HookOptions,
} from '../../../../../../../src/hosts/node/cli/commands/agents/hook-command.js';
import {
  bundleChild,
  type BundledChild,
} from '../../../../../../support/children/bundled-child.js';

let program: BundledChild;
let folder: string;
let vault: string;

beforeAll(async () => {
  const main = '../../../../../../../src/hosts/node/cli/cli-main.ts';
  program = await bundleChild(new URL(main, import.meta.url));
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hook-')));
  vault = join(folder, 'my vault');
  await mkdir(join(vault, 'Plans'), { recursive: true });
});
afterAll(async () => {
  program.dispose();
  await rm(folder, { recursive: true, force: true });
});

interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** The hook, in this process. */
async function hook(input: string, options: Partial<HookOptions> = {}): Promise<Said> {
  const out: string[] = [];
  const error: string[] = [];
  const terminal = {
    line: (text: string) => void out.push(text),
    error: (text: string) => void error.push(text),
    colours: false,
  };
  const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
  const all = { vault, server: 'countersign', ...options };
  const chunks = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const byte of new TextEncoder().encode(input)) stream.enqueue(new Uint8Array([byte]));
      stream.close();
    },
  });
  const code = await hookCommand(terminal, env, all, chunks);
  return { code, out: out.join('\n'), error: error.join('\n') };
}

/** The command line in a process of its own, as Claude Code starts it. */
function started(input: string, ...args: string[]): Promise<Said> {
  const env = { PATH: process.env['PATH'], HOME: folder };
  const words = [program.script, 'hook', '--vault', vault, ...args];
  const child = spawn(process.execPath, words, { env, cwd: folder });
  let out = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })));
}

/** What Claude Code sends before a call. */
function call(tool: string, args: object, cwd = vault): string {
  const event = { session_id: 'abc', hook_event_name: 'PreToolUse', permission_mode: 'default' };
  return JSON.stringify({
    ...event,
    cwd,
    tool_name: tool,
    tool_input: args,
    tool_use_id: 'toolu_1',
  });
}

const silent: Said = { code: 0, out: '', error: '' };

/** Claude Code refuses the call for code 2, and gives the agent what is on stderr. */
const denied = (why: string): Said => ({
  ...{ code: 2, out: '' },
  error: expect.stringContaining(why) as string,
});

describe('as a process of its own', () => {
  test('says nothing to a note of a megabyte', async () => {
    const note = { file_path: join(vault, 'Plans/a.md'), content: 'é'.repeat(500_000) };
    expect(await started(call('Write', note))).toEqual(silent);
  });

  test('denies writing settings, and what it cannot read', async () => {
    const settings = call('Write', { file_path: '.obsidian/app.json' });
    expect(await started(settings)).toEqual(denied('belongs to the settings'));
    expect(await started('tool_name: Write')).toEqual(denied('could not read'));
  });

  test('knows where the device’s state is without the variable', async () => {
    const place = join(folder, 'config/countersign');
    const write = call('Write', { file_path: join(place, 'device.json'), content: '{}' });
    expect(await started(write)).toEqual(silent);
    expect(await started(write, '--device-folder', place)).toEqual(denied('belongs to the'));
    expect(await started(write, '--device-folder', 'config')).toEqual(denied('--device-folder'));
  });

  test('denies everything when it is started wrongly', async () => {
    expect(await started(call('Read', {}), '--sever', 'x')).toEqual(denied('Unknown option'));
  });
});

describe('the hook', () => {
  test.each([
    ['a tool of Countersign', call('mcp__countersign__start_plan', {})],
    ['a mirrored tool', call('mcp__countersign__mail__send', { to: 'a' })],
    ['a note', call('Write', { file_path: join(tmpdir(), 'a.md'), content: 'é' })],
    ['a tool that writes nothing', call('Read', { file_path: '/v/.obsidian/app.json' })],
    ['a shell', call('Bash', { command: 'echo > .obsidian/app.json' })],
  ])('says nothing to %s', async (_, input) => {
    expect(await hook(input)).toEqual(silent);
  });

  test.each([
    ['mcp__mail__send', 'mcp__mail__send does not go through Countersign'],
    ['mcp__plugin_x_countersign__send', 'does not go through Countersign'],
    ['mcp__countersignx__send', 'does not go through Countersign'],
    ['mcp__countersign', 'does not go through Countersign'],
  ])('denies %s', async (tool, why) => {
    expect(await hook(call(tool, {}))).toEqual(denied(why));
  });

  test('knows Countersign by the name that it is told', async () => {
    const named = { server: 'work' };
    expect(await hook(call('mcp__work__start_plan', {}), named)).toEqual(silent);
    expect(await hook(call('mcp__countersign__start_plan', {}), named)).toEqual(
      denied('Use the tools of the MCP server “work”.'),
    );
  });

  test.each([
    ['Write', { file_path: 'VAULT/.obsidian/app.json', content: '{}' }],
    ['Edit', { file_path: 'VAULT/Plans/../.mcp.json', old_string: 'a', new_string: 'b' }],
    ['MultiEdit', { file_path: '.claude/settings.json', edits: [] }],
    ['NotebookEdit', { notebook_path: 'VAULT/.cursor/a.ipynb', new_source: '' }],
    ['Write', { file_path: 'HOME/.claude/settings.json', content: '{}' }],
    ['Write', { file_path: 'HOME/.claude/settings.local.json', content: '{}' }],
    ['Write', { file_path: 'HOME/project/.claude/settings.local.json', content: '{}' }],
    ['Write', { file_path: 'HOME/.claude.json', content: '{}' }],
    ['Write', { file_path: `${process.argv[1]}`, content: '' }],
    ...(process.platform === 'linux'
      ? [
          ['Write', { file_path: '/proc/self/cwd/.obsidian/app.json', content: '{}' }] as const,
          ['Write', { file_path: '/proc/1/rootVAULT/.obsidian/app.json', content: '{}' }] as const,
          ['Edit', { file_path: '/dev/fd/../cwd/.mcp.json', content: '{}' }] as const,
        ]
      : []),
    ['Write', { file_path: 'HOME/config/countersign/device.json', content: '{}' }],
  ] as const)('denies %s of %j', async (tool, args) => {
    const input = call(tool, args).replaceAll('VAULT', vault).replace('HOME', folder);
    expect(await hook(input)).toEqual(denied('belongs to the settings of Obsidian, of an agent'));
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'tool_name: Write'],
    ['a list', '[]'],
    ['no tool', '{"tool_input":{}}'],
    ['a tool of another kind', '{"tool_name":7,"tool_input":{}}'],
    ['no arguments', '{"tool_name":"Read"}'],
    ['no path', call('Write', { content: '' })],
    ['a path of another kind', call('Edit', { file_path: ['a'] })],
    ['the end of a call', call('Read', {}).slice(0, -9)],
  ])('denies %s', async (_, input) => {
    expect(await hook(input)).toEqual(denied('could not read'));
  });

  test('denies writing when the vault is not there, and everything with a wrong name', async () => {
    const write = call('Write', { file_path: join(tmpdir(), 'a.md') });
    const gone = join(folder, 'gone');
    expect(await hook(write, { vault: gone })).toEqual(denied(`failed for the vault ${gone}`));
    expect(await hook(call('Read', {}), { server: 'a_b' })).toEqual(denied('wrong --server'));
  });
});
