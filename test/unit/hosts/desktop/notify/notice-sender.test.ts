import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RequestSummary } from '../../../../../src/core/mission/summaries.js';
import {
  newDeviceConfig,
  settingsGone,
  type DeviceConfig,
} from '../../../../../src/core/settings/device-config.js';
import type { Problem } from '../../../../../src/core/errors.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';
import { noticeSender } from '../../../../../src/hosts/desktop/notify/notice-sender.js';
import type { HttpRequest } from '../../../../../src/mcp/client/transport/http-client.js';
import { virtualClock } from '../../../../support/memory/virtual-clock.js';

const newest = { requestId: 'r1', actionType: 'email', bridge: 'mail' } as RequestSummary;
const mail = { alias: 'mail', transport: 'practice', timeLimitSeconds: 5 } as const;

let folder: string;
let config: DeviceConfig | Problem;
let posts: HttpRequest[];
let status: number;
const clock = virtualClock('2026-11-29T10:00:00Z');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notify-'));
  posts = [];
  status = 200;
  config = {
    ...newDeviceConfig('d-aaaaaaaaaa', contractFolders()),
    bridges: [mail],
    notify: { url: 'https://example.com/swordfish' },
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const processes = {
  spawn: () => Promise.reject(new Error('No program is to be started.')),
  deviceStateProblem: async () => null,
  namesVault: async () => false,
};
const sender = (refresh?: () => Promise<void>, linkTo?: (requestId: string) => string) =>
  noticeSender({
    ...{ folder, clock, processes, config: () => config, ...(refresh ? { refresh } : {}) },
    ...(linkTo ? { linkTo } : {}),
    http: {
      post(request, { writing, head }) {
        posts.push(request);
        void writing().then(() => head({ status, headers: {} }));
        return { breakOff: () => undefined };
      },
    },
  });

test('a message is what the settings say at that moment, and its time is kept for the owner alone', async () => {
  const sends = sender();
  expect(await sends.lastSent()).toBeNull();
  expect(await sends.send([newest, { ...newest, requestId: 'r0' }], newest)).toEqual({
    ok: true,
    value: undefined,
  });
  expect(JSON.parse(posts[0]?.body ?? '')).toMatchObject({
    ...{ waiting: 2, type: 'email', server: 'mail' },
    message: '2 requests are waiting for you. The newest: Email, server “mail”.',
  });
  const last = await sender().lastSent();
  expect(last?.ms).toBe(clock.now());
  const counted = ['r0', 'r1', 'r2'].filter((requestId) => last?.counted({ ...newest, requestId }));
  expect(counted).toEqual(['r0', 'r1']);
  const file = join(folder, 'last-message');
  expect(readFileSync(file, 'utf8')).toMatch(/^2026-11-29T10:00:00Z\nto [0-9a-f]{64}\nr1\nr0\n$/u);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const here = config;
  config = { ...(config as DeviceConfig), notify: { url: 'https://example.com/other' } };
  expect(await sender().lastSent()).toBeNull();
  config = here;
  expect(await sender().lastSent()).not.toBeNull();
  writeFileSync(file, '2026-11-29T10:00:00Z\nr1\n');
  expect((await sender().lastSent())?.ms).toBe(clock.now());
  writeFileSync(file, 'garbage');
  expect(await sends.lastSent()).toBeNull();
});

test('where a link can open the newest request, the message has it', async () => {
  await sender(undefined, (requestId) => `obsidian://countersign?open=${requestId}`).send(
    [newest],
    newest,
  );
  await sender().send([newest], newest);
  const bodies = posts.map(({ body }) => JSON.parse(body) as { link?: string });
  expect(bodies.map(({ link }) => link)).toEqual(['obsidian://countersign?open=r1', undefined]);
});

test('a failure keeps no time, and says nothing of the address', async () => {
  status = 500;
  const failed = await sender().send([newest], newest);
  expect(failed).toMatchObject({ ok: false, error: { code: 'notify_failed' } });
  expect(JSON.stringify(failed)).toContain('didn’t take a message: it answered HTTP 500.');
  expect(JSON.stringify(failed)).not.toMatch(/swordfish|example\.com/);
  expect(await sender().lastSent()).toBeNull();
});

test('nothing is sent once it was switched off, or where the settings cannot be read', async () => {
  const sends = sender(async () => {
    config = settingsGone();
  });
  expect(await sends.target()).toBeNull();
  expect(await sends.send([newest], newest)).toMatchObject({ ok: true });
  expect(await sends.test()).toMatchObject({ ok: false, error: { code: 'notify_failed' } });
  expect(posts).toEqual([]);
});

test('the settings are read again only where messages are sent', async () => {
  let reads = 0;
  const sends = sender(async () => void (reads += 1));
  expect(await sends.target()).toContain('swordfish');
  config = newDeviceConfig('d-aaaaaaaaaa', contractFolders());
  expect(await sends.target()).toBeNull();
  expect(reads).toBe(1);
});

test('a test says that it is one, and is no message', async () => {
  expect(await sender().test()).toMatchObject({ ok: true });
  expect(JSON.parse(posts[0]?.body ?? '')).toMatchObject({
    message: 'This is a test. Messages from Countersign reach you here.',
  });
  expect(await sender().lastSent()).toBeNull();
});
