import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok } from '../../../../../src/core/errors.js';
import type { DeviceConfig } from '../../../../../src/core/settings/device-config.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';
import { openDeviceState } from '../../../../../src/hosts/desktop/device/file-device-state.js';
import type { DeviceState } from '../../../../../src/ports/device-state.js';

const AGENT = { name: 'Claude Code', tokenHash: 'A'.repeat(43), added: '2026-11-29T02:00:00Z' };

const CONFIG: DeviceConfig = {
  version: 1,
  device: 'd-abcdefg234',
  folders: contractFolders(),
  trustMoves: false,
  paused: true,
  bridges: [
    {
      alias: 'email',
      transport: 'stdio',
      command: 'mcp-mail-server',
      args: ['--quiet'],
      env: { EMAIL_USER: 'me@example.com' },
      timeLimitSeconds: 60,
    },
    {
      alias: 'bank',
      transport: 'http',
      url: 'https://bank.example.com/mcp',
      headers: { Authorization: 'Bearer x' },
      timeLimitSeconds: 1.5,
    },
    { alias: 'practice', transport: 'practice', timeLimitSeconds: 5 },
  ],
  routes: [
    {
      actionType: 'email',
      bridge: 'email',
      tool: 'send_email',
      arguments: { from: 'me@example.com', nested: { list: [1, null] } },
      success: '^Sent',
      budgetPerHour: null,
    },
  ],
  pinnedKeys: [{ device: 'd-bbbbbbb234', publicKey: 'AAAA' }],
};

let folder: string;
let state: DeviceState;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-device-'));
  state = openDeviceState(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('device state in a file', () => {
  test('is null before the first write', async () => {
    expect(await state.read()).toEqual({ ok: true, value: null });
  });

  test('gives back what was written, readable by its owner only', async () => {
    expect(await state.change(() => ok(CONFIG))).toHaveProperty('ok', true);
    expect(await openDeviceState(folder).read()).toEqual({ ok: true, value: CONFIG });
    expect(statSync(join(folder, 'device.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['device.json', 'settings-lock.json']);
  });

  test.each([
    {},
    { runsActions: true },
    { runsActions: false },
    { holdSeconds: 5 },
    { deviceNames: {} },
    { agents: [], servesAgents: false },
    {
      agents: [AGENT, { ...AGENT, name: 'b', paused: true as const }],
      agentPort: 20_000,
      servesAgents: true,
    },
    { notify: { url: 'https://ntfy.sh/topic' } },
    { notify: { command: '/bin/echo', args: ['-n'] } },
    { git: { folder: '/p', head: '/p/.git', common: '/p/.git', diffs: true as const } },
    { deviceNames: { 'd-abcdefg234': 'Tom’s laptop', 'd-bbbbbbb234': 'Phone 📱' } },
  ])(
    'may say whether this device runs actions, how long it holds, which agents connect, where messages go, and how devices are called: %j',
    async (more) => {
      const config = { ...CONFIG, ...more };
      expect(await state.change(() => ok(config))).toHaveProperty('ok', true);
      expect(await state.read()).toEqual({ ok: true, value: config });
    },
  );

  test.each<[string, string, unknown]>([
    ['version must be 1', 'version', 2],
    ['device must be', 'device', 'd-ABC'],
    ['paused is missing', 'paused', undefined],
    ['trustMoves must be true or false', 'trustMoves', 'yes'],
    ['trustmoves is not a known key', 'trustmoves', true],
    ['folders must be an object', 'folders', null],
    ['folders.approved must be a text that is not empty', 'folders.approved', ''],
    ['bridges must be a list', 'bridges', {}],
    ['runsActions must be true or false', 'runsActions', 'yes'],
    ['holdSeconds must be a whole number of seconds from 5 to 300', 'holdSeconds', 0],
    ['holdSeconds must be a whole number of seconds', 'holdSeconds', 4],
    ['holdSeconds must be a whole number of seconds', 'holdSeconds', 301],
    ['holdSeconds must be a whole number of seconds', 'holdSeconds', 7.5],
    ['holdSeconds must be a whole number of seconds', 'holdSeconds', '10'],
    ['holdSeconds must be a whole number of seconds', 'holdSeconds', null],
    ['deviceNames must be an object', 'deviceNames', ['Phone']],
    ['deviceNames.d-bbbbbbb234 must be a text', 'deviceNames', { 'd-bbbbbbb234': 1 }],
    ['deviceNames.phone must be a valid name', 'deviceNames', { phone: 'Phone' }],
    ['deviceNames.d-bbbbbbb234 must be a valid name', 'deviceNames', { 'd-bbbbbbb234': ' Phone' }],
    [
      'deviceNames.d-bbbbbbb234 must be a valid name that no other device has',
      'deviceNames',
      { 'd-bbbbbbb234': 'Phone', 'd-ccccccc234': 'PHONE' },
    ],
    ['agents must be a list', 'agents', {}],
    ['agents[0].name must be a valid name', 'agents', [{ ...AGENT, name: '../x' }]],
    ['agents[0].name must be a valid name', 'agents', [{ ...AGENT, name: 'x\n' }]],
    ['agents[0].name must be a valid name', 'agents', [{ ...AGENT, name: 'x ' }]],
    ['agents[0].tokenHash must be a SHA-256', 'agents', [{ ...AGENT, tokenHash: 'cs_x' }]],
    ['agents[0].added must be a time in UTC', 'agents', [{ ...AGENT, added: '2026-11-29' }]],
    ['agents[0].added must be a time in UTC', 'agents', [{ ...AGENT, added: 'yesterdayZ' }]],
    ['agents[0].paused must be true', 'agents', [{ ...AGENT, paused: false }]],
    ['agents[0].token is not a known key', 'agents', [{ ...AGENT, token: 'cs_x' }]],
    ['two clients of one name', 'agents', [AGENT, { ...AGENT, name: 'claude code' }]],
    ['agentPort must be a port', 'agentPort', 80],
    ['agentPort must be a port', 'agentPort', 65_536],
    ['agentPort must be a port', 'agentPort', '20000'],
    ['servesAgents must be true or false', 'servesAgents', 1],
    ['notify must be an object', 'notify', 'https://ntfy.sh/topic'],
    ['notify.url must be an address that messages may go to', 'notify', { url: 'http://a.b/' }],
    ['notify.headers is not a known key', 'notify', { url: 'https://a.b/', headers: {} }],
    ['notify.args is missing', 'notify', { command: '/bin/echo' }],
    ['notify.args[0] must be a text', 'notify', { command: '/bin/echo', args: [1] }],
    ['git.head must be a full path', 'git', { folder: '/p', head: '.git', common: '/p/.git' }],
    ['git.common is missing', 'git', { folder: '/p', head: '/p/.git' }],
    ['git.diffs must be true', 'git', { folder: '/p', head: '/p', common: '/p', diffs: 1 }],
    ['notify.shell is not a known key', 'notify', { command: 'sh', args: [], shell: true }],
    ['bridges[0].transport must be "stdio", "http" or "practice"', 'bridges.0.transport', 'sse'],
    ['bridges[2].command is not a known key', 'bridges.2.command', 'sh'],
    ['bridges[2].timeLimitSeconds is missing', 'bridges.2.timeLimitSeconds', undefined],
    ['bridges[0].args[0] must be a text', 'bridges.0.args', [1]],
    ['bridges[0].env.A must be a text', 'bridges.0.env', { A: 1 }],
    ['bridges[0].url is not a known key', 'bridges.0.url', 'https://example.com'],
    ['bridges[1].timeLimitSeconds must be a number above 0', 'bridges.1.timeLimitSeconds', 0],
    ['routes[0].success must be a valid regular expression', 'routes.0.success', '('],
    ['routes[0].budgetPerHour must be a whole number', 'routes.0.budgetPerHour', -1],
    ['routes[0].arguments must be an object', 'routes.0.arguments', []],
    ['without the key __proto__', 'routes.0.arguments', JSON.parse('{"a":[{"__proto__":{}}]}')],
    ['pinnedKeys[0].publicKey is missing', 'pinnedKeys.0.publicKey', undefined],
  ])('is refused, naming the key: %s', async (message, key, value) => {
    const config = withValue(CONFIG, key.split('.'), value);
    const invalid = {
      code: 'device_state_invalid',
      message: expect.stringContaining(message) as string,
    };
    writeFileSync(join(folder, 'device.json'), JSON.stringify(config));
    expect(await state.read()).toMatchObject({ ok: false, error: invalid });
    expect(await state.change(() => ok(CONFIG))).toMatchObject({ ok: false, error: invalid });
    rmSync(join(folder, 'device.json'));
    await state.change(() => ok(CONFIG));
    expect(await state.change(() => ok(config as DeviceConfig))).toMatchObject({
      ok: false,
      error: invalid,
    });
    expect(await state.read()).toEqual({ ok: true, value: CONFIG });
  });

  test('is changed by one process at a time; one that died does not count', async () => {
    const lock = join(folder, 'settings-lock');
    const change = (): ReturnType<DeviceState['change']> =>
      openDeviceState(folder, 60).change(() => ok(CONFIG));
    mkdirSync(lock);
    expect(await change()).toMatchObject({
      error: { message: expect.stringContaining('another process is changing it') as string },
    });
    expect(await state.read()).toEqual({ ok: true, value: null });
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(lock, longAgo, longAgo);
    expect(await openDeviceState(folder).change(() => ok(CONFIG))).toHaveProperty('ok', true);
    expect(readdirSync(folder)).not.toContain('settings-lock');
  });

  test('is not written by a process that lost the lock meanwhile, as one that was frozen', async () => {
    await state.change(() => ok(CONFIG));
    const lock = join(folder, 'settings-lock');
    const changed = await state.change((found) => {
      rmdirSync(lock);
      mkdirSync(lock);
      utimesSync(lock, 1, 1);
      return ok({ ...(found ?? CONFIG), paused: !CONFIG.paused });
    });
    expect(changed).toHaveProperty('error.code', 'device_state_write_failed');
    expect(await state.read()).toEqual({ ok: true, value: CONFIG });
    expect(readdirSync(folder).sort()).toEqual([
      'device.json',
      'settings-lock',
      'settings-lock.json',
    ]);
  });

  test.each(['', '{"version":1', 'null', '[]'])('is never a default: %j', async (text) => {
    writeFileSync(join(folder, 'device.json'), text);
    expect(await state.read()).toHaveProperty('error.code', 'device_state_invalid');
    expect(readFileSync(join(folder, 'device.json'), 'utf8')).toBe(text);
  });
});

/** A copy of JSON with one value put in place, or left out when it is `undefined`. */
function withValue(json: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const copy = structuredClone(json) as Record<string, unknown>;
  if (rest.length > 0) copy[key] = withValue(copy[key], rest, value);
  else if (value === undefined) Reflect.deleteProperty(copy, key);
  else copy[key] = value;
  return copy;
}
