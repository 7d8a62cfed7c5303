import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../../../../../../src/hosts/node/cli/main.js';

let folder: string;
let home: string;
let vault: string;
let script: string;
/** What XDG_CONFIG_HOME names. */
let configured: string;
/** What the person types; `null`: nobody sits there. */
let typed: string | null;
/** What else happens while the person types. */
let meanwhile: () => Promise<unknown>;
const [, startedAs = ''] = process.argv;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connect-'));
  home = join(folder, 'home');
  vault = join(folder, 'my vault');
  script = join(folder, 'runner.mjs');
  configured = join(folder, 'config');
  await Promise.all([mkdir(home), mkdir(vault), writeFile(script, '')]);
  process.argv[1] = script;
  typed = null;
  meanwhile = async () => undefined;
  expect((await run('setup')).code).toBe(0);
});
afterEach(async () => {
  process.argv[1] = startedAs;
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const answer = typed;
  const ask = async (): Promise<string> => {
    await meanwhile();
    return answer ?? '';
  };
  const terminal = { line: say, error: say, colours: false, ...(answer === null ? {} : { ask }) };
  const env = { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: configured };
  const code = await main([...args, '--vault', vault], terminal, env);
  return { code, out: said.join('\n') };
}

const connect = (program: string, ...args: string[]) => run('connect', program, ...args);
const fileOf = (name: string): Promise<string> => readFile(join(home, name), 'utf8');

/** Our entry, as each program is to start us. */
const launch = (...more: string[]) => ({
  command: process.execPath,
  args: [script, 'mcp', '--vault', vault, ...more],
  env: { XDG_CONFIG_HOME: join(folder, 'config') },
});

test('without --write the entry and its file are shown, nothing of the others, and nothing is written', async () => {
  const text = '{"oauth":"secret","mcpServers":{"mail":{"env":{"KEY":"hidden"}}}}';
  await writeFile(join(home, '.claude.json'), text);
  const { code, out } = await connect('claude-code');
  expect(code).toBe(0);
  expect(out).toContain(`${join(home, '.claude.json')} will be changed.`);
  expect(out).toContain('Before: no entry “countersign”.');
  expect(out).toContain(`      "${vault}"`);
  expect(out).toContain('Nothing was written.');
  expect(out).toContain('claude mcp add --env');
  expect(out).not.toMatch(/secret|hidden|mail/);
  expect(await fileOf('.claude.json')).toBe(text);
  expect((await connect('gemini')).out).toContain('settings.json will be created.');
  expect(await readdir(home)).toEqual(['.claude.json']);
});

describe('--write', () => {
  test.each([
    ['args = [\n', 3],
    ['[mcp_servers.mail]\ncommand = "a"\n[mcp_servers.mail]\ncommand = "b"\n', 4],
    ['key = "hidden\n', 2],
  ])('changes nothing in damaged TOML, and says where it is: %j', async (damaged, line) => {
    typed = 'connect';
    const text = `model = "o"\n${damaged}`;
    const file = '.codex/config.toml';
    await mkdir(join(home, '.codex'));
    await writeFile(join(home, file), text);
    const { code, out } = await connect('codex', '--write');
    expect(code).toBe(3);
    expect(out).toContain(`${join(home, file)} can’t be changed. It is damaged: line ${line} is`);
    expect(out).toContain('Repair it, then run this again.');
    expect(out).not.toContain('hidden');
    expect(await fileOf(file)).toBe(text);
  });

  test.each([
    ['claude-code', '.claude.json', { type: 'stdio' }],
    ['gemini', '.gemini/settings.json', {}],
    ['cursor', '.cursor/mcp.json', { type: 'stdio' }],
  ])('adds the entry for %s after a typed word, and once', async (program, file, type) => {
    typed = 'connect';
    const { code, out } = await connect(program, '--write');
    expect(out).toContain('✓ Written.');
    expect(out).toContain(
      `run --agents --vault '${vault}'\n  Without Obsidian, add \`--trust-moves\``,
    );
    expect(code).toBe(0);
    const written = await fileOf(file);
    expect(JSON.parse(written)).toEqual({
      mcpServers: { countersign: { ...type, ...launch() } },
    });
    typed = null;
    const again = await connect(program, '--write');
    expect(again).toEqual({
      code: 0,
      out: expect.stringContaining('already has this entry “countersign”:') as string,
    });
    expect(await fileOf(file)).toBe(written);
  });

  test('adds a table for Codex, and an entry for Claude Desktop', async () => {
    typed = 'connect';
    expect((await connect('codex', '--write')).code).toBe(0);
    expect(await fileOf('.codex/config.toml')).toContain(`"--vault", "${vault}"`);
    expect((await connect('desktop', '--write', '--server', 'work')).code).toBe(0);
    const file = join(folder, 'config/Claude/claude_desktop_config.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ mcpServers: { work: launch() } });
  });

  test('writes nothing without that word, and without a person', async () => {
    expect(await connect('cursor', '--write')).toEqual({
      code: 2,
      out: expect.stringContaining('Only a person at a terminal') as string,
    });
    typed = 'yes';
    expect((await connect('cursor', '--write')).code).toBe(2);
    expect(await readdir(home)).toEqual([]);
  });

  test('writes nothing over a file that changed meanwhile', async () => {
    typed = 'connect';
    meanwhile = () => writeFile(join(home, '.claude.json'), '{"now":1}');
    const { code, out } = await connect('claude-code', '--write');
    expect(out).toContain('It was changed in the meantime.');
    expect(out).toContain('Nothing was written.');
    expect(code).toBe(3);
    expect(await fileOf('.claude.json')).toBe('{"now":1}');
  });

  test.each([
    ['{ // mine\n}', 'It is not plain JSON'],
    ['{"mcpServers":{"countersign":{"env":{"KEY":"hidden"}}}}', 'It already has another entry'],
  ])('leaves %j alone, and says what to add by hand', async (text, why) => {
    typed = 'connect';
    await writeFile(join(home, '.claude.json'), text);
    const { code, out } = await connect('claude-code', '--write');
    expect(code).toBe(3);
    expect(out).toContain(why);
    expect(out).toContain('put this into that file, under "mcpServers":\n    "countersign": {');
    expect(out).not.toContain('hidden');
    expect(await fileOf('.claude.json')).toBe(text);
  });

  test('never writes into the vault, whatever link leads there', async () => {
    typed = 'connect';
    await symlink(vault, join(home, '.cursor'));
    const { code, out } = await connect('cursor', '--write');
    expect(out).toContain('leads into the vault, where agents can change it.');
    expect(code).toBe(3);
    expect(await readdir(vault)).not.toContain('mcp.json');
  });
});

test('servers that Countersign has, too, and that are still in the file, are named in the end', async () => {
  const mail = { command: 'node', args: ['/opt/mail.mjs'] };
  const servers = join(folder, 'servers.json');
  const calendar = { ...mail, args: ['/opt/calendar.mjs'] };
  await writeFile(servers, JSON.stringify({ mcpServers: { mail, calendar } }));
  await run('bridge', 'import', '--no-test', servers);
  // One of the same name, one that is started in the same way, one that is not here.
  const mcpServers = {
    calendar: { url: 'https://a.example' },
    post: mail,
    other: { command: 'x' },
  };
  await writeFile(join(home, '.claude.json'), JSON.stringify({ mcpServers }));
  const line =
    '! calendar and post are still in this file. The agent can call them without asking.';
  const last = async (program: string, ...args: string[]) =>
    (await connect(program, ...args)).out.split('\n').at(-1);
  const advice = 'Remove them, or run this again with --move.';
  expect(await last('claude-code')).toBe(`${line} ${advice}`);
  typed = 'connect';
  expect((await connect('claude-code', '--write')).out).toContain(`${line} ${advice}`);
  typed = null;
  expect(await last('claude-code', '--write')).toBe(`${line} ${advice}`);
  await mkdir(join(home, '.codex'));
  const tables =
    '[mcp_servers.mail]\ncommand = "x"\n\n[mcp_servers."post"]\ncommand = "node"\nargs = ["/opt/mail.mjs"]\n';
  await writeFile(join(home, '.codex/config.toml'), tables);
  expect(await last('codex')).toBe(
    '! mail and post are still in this file. The agent can call them without asking. Remove them.',
  );
  expect((await connect('gemini')).out).not.toContain('still in this file');
});

test('--hook adds the hook to the person’s own settings of Claude Code, and once', async () => {
  await mkdir(join(home, '.claude'));
  await writeFile(join(home, '.claude/settings.json'), '{\n  "model": "opus"\n}\n');
  const shown = await connect('claude-code', '--hook');
  expect(shown.out).toContain('Before: no hook of Countersign.');
  expect(shown.out).toContain('It does not see shell commands (Bash, PowerShell).');
  typed = 'connect';
  expect((await connect('claude-code', '--hook', '--write')).code).toBe(0);
  const hooks = { PreToolUse: [{ matcher: expect.any(String) as string, hooks: [hook()] }] };
  const written = await fileOf('.claude/settings.json');
  expect(JSON.parse(written)).toEqual({ model: 'opus', hooks });
  const again = await connect('claude-code', '--hook', '--write');
  expect(again.out).toContain('already has this hook of Countersign:');
  const other = await connect('claude-code', '--hook', '--server', 'work', '--write');
  expect(other.out).toContain('It already has another hook of Countersign.');
  expect(other.code).toBe(3);
  expect(await fileOf('.claude/settings.json')).toBe(written);
});

test('--hook warns where hooks are turned off', async () => {
  await mkdir(join(home, '.claude'));
  await writeFile(join(home, '.claude/settings.json'), '{"disableAllHooks":true}');
  typed = 'connect';
  for (const said of ['Written.', 'already has this hook']) {
    const { code, out } = await connect('claude-code', '--hook', '--write');
    expect(out).toContain(said);
    expect(out).toContain('! “disableAllHooks” in this file turns every hook off');
    expect(out).not.toContain('✓');
    expect(code).toBe(1);
  }
});

const hook = () => ({
  ...{ type: 'command', command: process.execPath, onFailure: 'block' },
  args: [
    ...[script, 'hook', '--vault', vault, '--server', 'countersign'],
    ...['--device-folder', join(folder, 'config/countersign')],
  ],
});

test('a client’s name has to be that of a client', async () => {
  const { code, out } = await connect('codex', '--client', 'Eve');
  expect(out).toContain('There is no client “Eve”. Add it first: `countersign agent add NAME`.');
  expect(code).toBe(3);
  typed = 'add';
  await run('agent', 'add', 'Eve');
  typed = 'connect';
  expect((await connect('cursor', '--client', 'eve', '--write')).out).not.toContain('Outside');
  expect(JSON.parse(await fileOf('.cursor/mcp.json'))).toMatchObject({
    mcpServers: { countersign: launch('--client', 'Eve') },
  });
});

test('a command line that lies in the vault is not entered', async () => {
  process.argv[1] = join(vault, 'runner.mjs');
  await writeFile(join(vault, 'runner.mjs'), '');
  expect((await connect('codex')).out).toContain('runner.mjs leads into the vault');
});

test.skipIf(process.platform === 'win32').each([['cursor'], ['cursor', '--move']])(
  'a socket whose path is too long is refused, and nothing is written: %s %s',
  async (...words) => {
    configured = join(folder, 'x'.repeat(90));
    expect((await run('setup')).code).toBe(0);
    typed = 'move';
    const { code, out } = await run('connect', ...words);
    expect(out).toContain('can’t reach this vault, as its socket can’t be made.');
    expect(code).toBe(3);
    expect(await readdir(home)).toEqual([]);
  },
);

test('a path that programs would read as a variable is not entered', async () => {
  vault = join(folder, '$HOME');
  await mkdir(vault);
  await run('setup');
  const { code, out } = await connect('gemini');
  expect(out).toContain('has a character that some programs interpret.');
  expect(code).toBe(3);
});

test.each([
  [[], 'Which program? Use `connect` with one of claude-code, codex, gemini, desktop, cursor.'],
  [['emacs'], 'Unknown program: emacs.'],
  [['codex', '--server', 'my_vault'], '--server takes'],
  [['codex', '--server', 'countersign-02'], 'takes 1 to 13 letters'],
  [['codex', '--hook'], 'Only Claude Code has the hook, and it takes neither a client nor --move.'],
  [['claude-code', '--hook', '--client', 'Eve'], 'Only Claude Code has the hook'],
])('wrong usage: %j', async (args, message) => {
  const { code, out } = await run('connect', ...args);
  expect(out).toContain(message);
  expect(code).toBe(2);
});

test('Claude Code: of a vault named by a link, the entries for its real folder are found', async () => {
  const real = await realpath(vault);
  vault = join(folder, 'link');
  await symlink(real, vault);
  const other = { mcpServers: { countersign: { command: 'other' } } };
  const text = JSON.stringify({ projects: { [real]: other } });
  await writeFile(join(home, '.claude.json'), text);
  typed = 'connect';
  expect((await connect('claude-code', '--write')).out).toContain(
    'It has another entry “countersign” for the vault’s folder, which takes its place.',
  );
  expect(await fileOf('.claude.json')).toBe(text);
  const off = { mcpServers: {}, disabledMcpServers: ['countersign'] };
  await writeFile(join(home, '.claude.json'), JSON.stringify({ projects: { [real]: off } }));
  const { code, out } = await connect('claude-code', '--write');
  expect(out).toContain('! Claude Code has “countersign” turned off');
  expect(code).toBe(1);
  await writeFile(join(home, '.claude.json'), text);
  expect((await connect('claude-code', '--move')).out).not.toContain('for other folders');
});
