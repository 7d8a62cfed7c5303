import { describe, expect, test } from 'vitest';
import {
  isEntryName,
  showEntry,
  withEntry,
  type ClientEntry,
  type KnownClient,
} from '../../../../src/core/views/client-entry.js';

const launch = {
  command: '/opt/my node/bin/node',
  args: ['/opt/countersign.mjs', 'mcp', '--vault', '/home/eve/My "vault"', '--client', 'Eve'],
  env: { XDG_CONFIG_HOME: '/home/eve/.config' },
};

function entry(client: KnownClient, name = 'countersign'): ClientEntry {
  return { client, name, launch, vault: '/home/eve/vault' };
}

function after(client: KnownClient, text: string): string {
  const result = withEntry(text, entry(client));
  return result.ok ? result.value : `refused: ${result.error.message}`;
}

describe.each(['claude-code', 'gemini', 'desktop', 'cursor'] as const)('%s', (client) => {
  test('gets our entry under mcpServers, beside the others, and once', () => {
    const text =
      '{\n  "theme": "dark",\n  "mcpServers": {\n    "mail": { "command": "x" }\n  }\n}\n';
    const first = after(client, text);
    const { mcpServers, ...others } = JSON.parse(first) as { mcpServers: object };
    expect(others).toEqual({ theme: 'dark' });
    const typed = client === 'claude-code' || client === 'cursor' ? { type: 'stdio' } : {};
    expect(mcpServers).toEqual({
      mail: { command: 'x' },
      countersign: { ...typed, ...launch },
    });
    expect(first.startsWith(text.slice(0, text.indexOf('\n  }')))).toBe(true);
    expect(after(client, first)).toBe(first);
    // What is shown is what is written.
    const { text: shown } = showEntry(entry(client));
    expect(JSON.parse(`{${shown}}`)).toEqual({ countersign: { ...typed, ...launch } });
  });

  test('another entry of that name is left alone', () => {
    const there = '{"mcpServers":{"countersign":{"url":"https://a.example"}}}';
    expect(after(client, there)).toMatch(
      /^refused: It already has another entry “countersign”, which differs in .*“url”/,
    );
  });

  test.each([
    ['env', { env: { ...launch.env, NODE_OPTIONS: '--require /x' } }],
    ['args', { args: [...launch.args, '--more'] }],
    ['disabled', { disabled: true }],
    ['url', { url: 'https://a.example' }],
    ['cwd', { cwd: '/tmp' }],
  ])('one whose “%s” differs is another one, and it says so', (key, more) => {
    const there = JSON.stringify({ mcpServers: { countersign: { ...launch, ...more } } });
    expect(after(client, there)).toBe(
      `refused: It already has another entry “countersign”, which differs in “${key}”.`,
    );
  });

  test('one that says what is usual besides is ours', () => {
    const usual = { type: 'stdio', ...launch, disabled: false };
    const there = JSON.stringify({ mcpServers: { countersign: usual } });
    expect(after(client, there)).toBe(there);
  });
});

test('an entry that Claude Code has for the vault’s folder would take the place of ours', () => {
  const there = '{"projects":{"/home/eve/vault":{"mcpServers":{"countersign":{}}}}}';
  expect(after('claude-code', there)).toContain('refused: It has another entry “countersign” for');
});

describe('codex', () => {
  const section = [
    '[mcp_servers.countersign]',
    'command = "/opt/my node/bin/node"',
    String.raw`args = ["/opt/countersign.mjs", "mcp", "--vault", "/home/eve/My \"vault\"", "--client", "Eve"]`,
    'env = { XDG_CONFIG_HOME = "/home/eve/.config" }',
    '',
  ].join('\n');

  test.each([
    ['', ''],
    ['model = "o"\n\n[mcp_servers.mail]\ncommand = "x"\n', '\n'],
    ['[projects."/home/eve/countersign"]\ntrust_level = "trusted"', '\n\n'],
    ['# [mcp_servers.countersign]\n# countersign = 1\n', '\n'],
  ])('our table comes last: %j', (text, between) => {
    const first = after('codex', text);
    expect(first).toBe(text + between + section);
    expect(after('codex', first)).toBe(first);
    expect(showEntry(entry('codex')).text).toBe(section.trimEnd());
  });

  test.each([
    [
      `notes = """\n${section}"""\n[mcp_servers.countersign]\ncommand = "/bin/other"\n`,
      '“command”',
    ],
    [`${section}enabled = false\n`, '“enabled”'],
    [`${section}\n[mcp_servers.countersign.tools]\nx = 12345678901234567890\n`, '“tools”'],
  ])('another entry of that name is left alone, and it says what differs: %j', (text, key) => {
    expect(after('codex', text)).toContain('refused: It already has another entry “countersign”');
    expect(after('codex', text)).toContain(key);
  });

  test('our table is ours however it is written', () => {
    const other = section
      .replace('env = { XDG', 'enabled = true\n[mcp_servers.countersign.env]\nXDG')
      .replace(' }\n', '\n');
    expect(after('codex', other)).toBe(other);
  });

  test('line ends stay those of the file', () => {
    expect(after('codex', 'a = 1\r\n')).toBe(`a = 1\r\n\r\n${section.replaceAll('\n', '\r\n')}`);
  });

  test.each([
    '[mcp_servers.countersign]\ncommand = "x"\n',
    ' [ mcp_servers . "countersign" ]\n',
    '[mcp_servers.countersign.env]\nA = "1"\n',
    "['mcp_servers'.'countersign']\n",
    'mcp_servers.countersign.command = "x"\n',
    '[mcp_servers]\ncountersign = { command = "x" }\n',
    '[mcp_servers]\ncountersign.command = "x"\n',
    'mcp_servers = { mail = { command = "x" } }\n',
  ])('nothing is added to %j', (text) => {
    expect(after('codex', text)).toContain('refused: It ');
  });
});

test.each([
  ['countersign', true],
  ['Work-2', true],
  ['', false],
  ['2nd', false],
  ['my_vault', false],
  ['a.b', false],
  ['a'.repeat(33), false],
])('whether an entry can be called %j', (name, can) => {
  expect(isEntryName(name)).toBe(can);
});
