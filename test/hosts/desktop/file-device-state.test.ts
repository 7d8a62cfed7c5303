import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceConfig } from '../../../src/core/settings/device-config.js';
import { openDeviceState } from '../../../src/hosts/desktop/file-device-state.js';
import type { DeviceState } from '../../../src/ports/device-state.js';

const CONFIG: DeviceConfig = {
  version: 1,
  device: 'd-abcdefg234',
  folders: {
    inbox: 'Inbox',
    needsAction: 'Needs_Action',
    plans: 'Plans',
    pending: 'Pending_Approval',
    approved: 'Approved',
    rejected: 'Rejected',
    donePlans: 'Done/Plans',
    doneActions: 'Done/Actions',
    archive: 'Archive',
    logs: 'Logs',
  },
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
    expect(await state.write(CONFIG)).toHaveProperty('ok', true);
    expect(await openDeviceState(folder).read()).toEqual({ ok: true, value: CONFIG });
    expect(statSync(join(folder, 'device.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['device.json']);
  });

  test.each<[string, (config: Record<string, any>) => void]>([
    ['version must be 1', (config) => (config['version'] = 2)],
    ['device must be', (config) => (config['device'] = 'd-ABC')],
    ['paused is missing', (config) => delete config['paused']],
    ['trustMoves must be true or false', (config) => (config['trustMoves'] = 'yes')],
    ['trustmoves is not a known key', (config) => (config['trustmoves'] = true)],
    ['folders must be an object', (config) => (config['folders'] = null)],
    ['folders.approved must be a text', (config) => (config['folders'].approved = '')],
    ['bridges must be a list', (config) => (config['bridges'] = {})],
    ['bridges[0].transport must be', (config) => (config['bridges'][0].transport = 'sse')],
    ['bridges[0].args[0] must be a text', (config) => (config['bridges'][0].args = [1])],
    ['bridges[0].env.A must be a text', (config) => (config['bridges'][0].env = { A: 1 })],
    ['bridges[0].url is not a known key', (config) => (config['bridges'][0].url = 'http://x')],
    ['bridges[1].timeLimitSeconds must', (config) => (config['bridges'][1].timeLimitSeconds = 0)],
    ['routes[0].success must be', (config) => (config['routes'][0].success = '(')],
    ['routes[0].budgetPerHour must be', (config) => (config['routes'][0].budgetPerHour = -1)],
    ['routes[0].arguments must be an object', (config) => (config['routes'][0].arguments = [])],
    [
      'without the key __proto__',
      (config) =>
        (config['routes'][0].arguments = JSON.parse(
          '{"a":[{"__proto__":{"to":"x@example.com"}}]}',
        )),
    ],
    ['pinnedKeys[0].publicKey is missing', (config) => delete config['pinnedKeys'][0].publicKey],
  ])('is refused, naming the key: %s', async (message, damage) => {
    const config = structuredClone(CONFIG) as Record<string, any>;
    damage(config);
    const invalid = {
      code: 'device_state_invalid',
      message: expect.stringContaining(message) as string,
    };
    writeFileSync(join(folder, 'device.json'), JSON.stringify(config));
    expect(await state.read()).toMatchObject({ ok: false, error: invalid });
    await state.write(CONFIG);
    const written = await state.write(config as unknown as DeviceConfig);
    expect(written).toMatchObject({ ok: false, error: invalid });
    expect(await state.read()).toEqual({ ok: true, value: CONFIG });
  });

  test.each(['', '{"version":1', 'null', '[]'])('is never a default: %j', async (text) => {
    writeFileSync(join(folder, 'device.json'), text);
    expect(await state.read()).toHaveProperty('error.code', 'device_state_invalid');
    expect(readFileSync(join(folder, 'device.json'), 'utf8')).toBe(text);
  });
});
