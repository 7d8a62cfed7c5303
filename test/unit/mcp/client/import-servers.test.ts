import { describe, expect, test } from 'vitest';
import { importServers } from '../../../../src/mcp/client/import-servers.js';

const servers = (map: object) => importServers(JSON.stringify({ mcpServers: map }));

test('a Claude Desktop file becomes stdio bridges', () => {
  const text = `\uFEFF{
    "globalShortcut": "",
    "mcpServers": {
      "mail": {
        "command": "npx", "args": ["-y", "mcp-mail-server"], "env": {"SMTP_HOST": "localhost"}
      },
      "files_2": { "command": "/opt/files" }
    }
  }`;
  expect(importServers(text)).toEqual({
    ok: true,
    value: {
      lost: [],
      leftOut: [],
      bridges: [
        {
          alias: 'mail',
          transport: 'stdio',
          command: 'npx',
          args: ['-y', 'mcp-mail-server'],
          env: { SMTP_HOST: 'localhost' },
          timeLimitSeconds: 60,
        },
        {
          alias: 'files_2',
          transport: 'stdio',
          command: '/opt/files',
          args: [],
          env: {},
          timeLimitSeconds: 60,
        },
      ],
    },
  });
});

test('what cannot be read names no file, for it may have been pasted', () => {
  expect(importServers('{"mcpServers": {')).toMatchObject({
    error: {
      message: expect.stringMatching(/^Invalid JSON: .+\.$/u) as string,
      advice: 'Nothing was imported.',
    },
  });
});

test('the built-in practice server is imported by its type', () => {
  expect(servers({ practice: { type: 'practice' } })).toMatchObject({
    ok: true,
    value: { bridges: [{ alias: 'practice', transport: 'practice', timeLimitSeconds: 60 }] },
  });
  expect(servers({ practice: { type: 'practice', command: 'sh' } })).toMatchObject({
    error: {
      code: 'bridge_invalid',
      message: '“practice” can’t be imported: a practice server has only a type, no command.',
    },
  });
});

test('Claude Code and Cursor entries with a url become http bridges', () => {
  const bridge = {
    alias: 'notes',
    transport: 'http',
    url: 'https://example.com/mcp',
    timeLimitSeconds: 60,
  };
  const headers = { Authorization: 'Bearer x' };
  const { url } = bridge;
  expect(servers({ notes: { type: 'http', url, headers } })).toMatchObject({
    ok: true,
    value: { bridges: [{ ...bridge, headers }] },
  });
  for (const entry of [{ url }, { serverUrl: url }, { httpUrl: url }]) {
    expect(servers({ notes: entry })).toMatchObject({
      ok: true,
      value: { bridges: [{ ...bridge, headers: {} }] },
    });
  }
});

test.each([
  'http://localhost:3000/mcp',
  'http://127.0.0.1:3000/mcp',
  'http://[::1]:3000/mcp',
  'http://0x7f.1/mcp',
  'https://example.com/mcp?tenant=1',
])('%s is an address that headers may travel to', (url) => {
  for (const type of ['http', 'streamable-http', 'streamableHttp']) {
    expect(servers({ notes: { type, url } })).toMatchObject({
      ok: true,
      value: { bridges: [{ url }] },
    });
  }
});

test.each([
  ['the inner map alone', '{"mail":{"command":"mail"}}'],
  ['mcp.json of VS Code', '{"inputs":[],"servers":{"mail":{"command":"mail"}}}'],
  ['settings of VS Code', '{"mcp":{"servers":{"mail":{"command":"mail"}}}}'],
  [
    'comments and trailing commas',
    '// mine\n{"mcpServers":{/* "old": 1, */"mail":{"command":"mail","args":["// is, ]", "a",],},},}',
  ],
])('%s is read too', (_what, text) => {
  expect(importServers(text)).toMatchObject({ ok: true, value: { bridges: [{ alias: 'mail' }] } });
});

test('nothing within a text is taken for a comment or a comma to leave out', () => {
  const args = ['// is, ]', '/* x */', '"\\', ',}'];
  expect(servers({ mail: { command: 'mail', args } })).toMatchObject({
    value: { bridges: [{ args }] },
  });
});

test('what works is imported, and the rest is named with the reason', () => {
  const entries = {
    old: { type: 'sse', url: 'https://x' },
    mail: { command: 'mail' },
    off: { command: 'x', disabled: true },
    asked: { command: 'x', env: { TOKEN: '${input:token}' } },
  };
  expect(servers(entries)).toMatchObject({
    ok: true,
    value: {
      bridges: [{ alias: 'mail' }],
      leftOut: [
        { alias: 'old', why: expect.stringContaining('"sse"') as string },
        { alias: 'off', why: 'it is turned off in its settings' },
        { alias: 'asked', why: '${input:token} is not filled in; write the value itself' },
      ],
    },
  });
});

describe('a problem names the alias and what is wrong:', () => {
  test.each<[string, string, object]>([
    ['a name must be 1 to 64 letters, digits, "-" or "_"', 'my mail', { command: 'x' }],
    ['a name must be 1 to 64 letters, digits, "-" or "_"', 'a'.repeat(65), { command: 'x' }],
    ['it has neither a command nor a url', 'mail', {}],
    ['it has both a command and a url', 'mail', { command: 'x', url: 'https://x' }],
    ['its command is not text', 'mail', { command: ' ' }],
    ['its args are not a list of texts', 'mail', { command: 'x', args: [1] }],
    ['its env is not a map of texts', 'mail', { command: 'x', env: { PORT: 25 } }],
    ['a server with a command has the type "stdio"', 'mail', { command: 'x', type: 'http' }],
    [
      'it has a cwd; use absolute paths in command and args instead',
      'mail',
      { command: 'x', cwd: '/srv' },
    ],
    [
      '${MAIL_PASS} is not filled in; write the value itself',
      'mail',
      { command: 'x', env: { PASS: '${MAIL_PASS}' } },
    ],
    ['it contains a NUL character', 'mail', { command: 'x', args: ['a\0b'] }],
    [
      'it contains half a character, such as “\\ud800”',
      'mail',
      { command: 'x', args: ['a', '\ud800'] },
    ],
    [
      'it contains a character that could not be read (�); save the file in UTF-8',
      'mail',
      { url: 'https://x', headers: { 'X-Name': 'J\uFFFDrg' } },
    ],
    [
      'it uses the older "sse" transport, which Countersign doesn’t support. Use the server’s Streamable HTTP address, which often ends in /mcp',
      'mail',
      { url: 'https://x', type: 'sse' },
    ],
    [
      'a server with a url has the type "http" or "streamable-http"',
      'mail',
      { url: 'https://x', type: 'ws' },
    ],
    [
      'its url is plain http to example.com, so others on the network could read its headers and change its answers; use https',
      'mail',
      { url: 'http://example.com/mcp', headers: { Authorization: 'Bearer x' } },
    ],
    [
      'its url is plain http to 127.0.0.1.example.com, so others on the network could read its headers and change its answers; use https',
      'mail',
      { url: 'http://127.0.0.1.example.com/mcp' },
    ],
    [
      'its url contains a user name or password, which would be visible; use a header instead',
      'mail',
      { url: 'https://me:secret@x/mcp' },
    ],
    ['its url is not an http or https address', 'mail', { url: 'https://' }],
    [
      'the header Host is set by Countersign itself',
      'mail',
      { url: 'https://x', headers: { Host: 'y' } },
    ],
    [
      'the header Mcp-Session-Id is set by Countersign itself',
      'mail',
      { url: 'https://x', headers: { 'Mcp-Session-Id': '1' } },
    ],
    [
      'the header Authorization contains characters that are not allowed in headers',
      'mail',
      { url: 'https://x', headers: { Authorization: 'Bearer a\r\nX-Evil: 1' } },
    ],
    ['one of its headers has no valid name', 'mail', { url: 'https://x', headers: { 'X Y': '1' } }],
    [
      'it has the header x-key twice',
      'mail',
      { url: 'https://x', headers: { 'X-Key': '1', 'x-key': '2' } },
    ],
    ['its url is not an http or https address', 'mail', { url: 'file:///etc/passwd' }],
    ['its headers are not a map of texts', 'mail', { url: 'https://x', headers: [] }],
    ['its value is not an object', 'mail', []],
  ])('%s', (complaint, alias, entry) => {
    expect(servers({ [alias]: entry })).toMatchObject({
      ok: false,
      error: { code: 'bridge_invalid', message: `“${alias}” can’t be imported: ${complaint}.` },
    });
  });

  test('__proto__ is no alias and no variable', () => {
    expect(importServers('{"mcpServers":{"__proto__":{"command":"x"}}}')).toMatchObject({
      error: {
        message:
          '“__proto__” can’t be imported: a name must be 1 to 64 letters, digits, "-" or "_".',
      },
    });
    expect(
      importServers('{"mcpServers":{"a":{"command":"x","env":{"__proto__":"x"}}}}'),
    ).toMatchObject({ ok: false });
  });

  test('all of them at once', () => {
    expect(servers({ a: {}, b: { command: 1 } })).toMatchObject({
      error: {
        message:
          '“a” can’t be imported: it has neither a command nor a url. “b” can’t be imported: its command is not text.',
      },
    });
  });
});

test.each(['', '{', '[]', '{}', '{"mcpServers":{}}', '{"mcpServers":[]}', '3', 'null'])(
  '%j holds no servers',
  (text) => {
    expect(importServers(text)).toMatchObject({ ok: false, error: { code: 'bridge_invalid' } });
  },
);

test.each([
  ['./server.js', [], './server.js'],
  ['node_modules/.bin/server', [], 'node_modules/.bin/server'],
  ['~/server', [], '~/server'],
  ['..\\server.exe', [], '..\\server.exe'],
  ['node', ['server.js'], 'server.js'],
  ['python3', ['-u', 'src/json.py'], 'src/json.py'],
  ['npx', ['-y', 'server-filesystem', '.'], '.'],
  ['deno', ['run', '--config=../deno.json', 'npm:x'], '--config=../deno.json'],
])(
  'a relative path is refused by name, for no server starts there: %s %j',
  (command, args, named) => {
    expect(servers({ mail: { command, args } })).toMatchObject({
      ok: false,
      error: {
        code: 'bridge_invalid',
        message: `“mail” can’t be imported: “${named}” is a relative path, but servers don’t start in your current folder; use the full path.`,
      },
    });
  },
);

test.each([
  [{ env: { API_KEY: '${API_KEY:-sk-live-1}' } }, '${API_KEY…} is not filled in'],
  [{ args: ['--token=./sk-live-1'] }, 'is a relative path'],
  [{ env: { NOTES: './sk-live-1' } }, 'the variable “NOTES” has a relative path'],
  [{ env: { DATA: '/a', DIR: '--at=../sk-live-1' } }, 'the variable “DIR” has a relative path'],
  [{ args: ['--token', './sk-live-1'] }, 'is a relative path'],
])('no problem repeats what may be a secret: %j', (more, complaint) => {
  const read = servers({ mail: { command: 'mail', ...more } });
  const message = read.ok ? '' : read.error.message;
  expect(message).toContain(complaint);
  expect(message).not.toContain('sk-live');
});

test.each([
  ['/opt/my server/run', ['/opt/x/server.js', '--config=/etc/x.json']],
  ['C:\\Program Files\\node.exe', ['C:\\x\\server.js']],
  ['npx', ['-y', '@scope/server.js', 'chart.js@4', '~/notes', '--no-js', 'https://x.example/a.js']],
  ['uvx', ['--from', 'git+https://github.com/a/b', 'b', '...']],
])('what is no relative path is imported: %s %j', (command, args) => {
  expect(servers({ mail: { command, args } })).toMatchObject({ ok: true });
});

test('Countersign itself is left out, however it is started or reached', () => {
  const mail = { command: 'npx', args: ['-y', 'mail', 'mcp', '--project', 'countersign'] };
  const own = {
    named: { command: 'countersign', args: ['mcp', '--vault', '/notes'] },
    script: { command: 'node', args: ['/opt/cs.js', 'mcp'] },
    reached: { type: 'http', url: 'http://127.0.0.1:27133/mcp', headers: {} },
    bridged: { command: 'npx', args: ['mcp-remote', 'http://localhost:27133/mcp'] },
    Mail: { command: 'countersign', args: ['mcp'] },
  };
  const read = importServers(JSON.stringify({ mcpServers: { mail, ...own } }), [], {
    script: '/opt/cs.js',
    agentPort: 27_133,
  });
  const why = 'it is Countersign itself';
  expect(read).toMatchObject({
    value: {
      bridges: [{ alias: 'mail' }],
      leftOut: Object.keys(own).map((alias) => ({ alias, why })),
    },
  });
  expect(servers({ countersign: own.named })).toMatchObject({
    error: { message: '“countersign” can’t be imported: it is Countersign itself.' },
  });
});
