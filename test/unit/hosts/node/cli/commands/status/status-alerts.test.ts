import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../../src/hosts/node/cli/main.js';
import { openVaultDevice } from '../../../../../../../src/hosts/node/runner/vault-device.js';
import {
  earlierDevice,
  tellOfEarlierLedger,
} from '../../../../../../support/engine/earlier-ledger.js';
import { requestNote } from '../../../../../../support/builders/request-note.js';

let vault: string;
let device: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  env = { ...process.env, XDG_CONFIG_HOME: device };
  await run('setup');
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  await main([...args, '--vault', vault], { line: say, error: say, colours: false }, env);
  return lines.join('\n');
}

test('status lists every call that may have happened, before any number of made-up notes', async () => {
  for (let at = 10; at < 40; at += 1) {
    const made = requestNote({ request_id: `a-${at}`, plan_id: null, step_id: null });
    await writeFile(join(vault, `Pending_Approval/a${at}.md`), made);
  }
  const opened = await openVaultDevice(vault, env);
  if (!opened.ok) throw new Error(opened.error.message);
  const { config, ledgerFile } = opened.value;
  const audit = { at: '2026-02-21T10:00:00.000Z', seq: 1, hash: '0', event: '', detail: '' };
  for (let at = 10; at < 25; at += 1) {
    const id = `paid-${at}`;
    const successor = `${id}-r`;
    const intent = { kind: 'intent', id, s: '{}', plan: null, step: null, effect: id, tool: 't' };
    const outcome = { kind: 'outcome', id, outcome: 'unknown', reason: '', answer: '', successor };
    const records = [intent, outcome, { kind: 'filed', id }];
    const lines = records.map((one) => JSON.stringify({ ...one, device: config.device, audit }));
    await appendFile(ledgerFile, `${lines.join('\n')}\n`);
  }
  const out = await run('status');
  const told = out.split('\n').filter((line) => line.startsWith('! '));
  const isUnknown = told.map((line) => line.includes('we don’t know whether its call happened'));
  expect(isUnknown.filter(Boolean)).toHaveLength(15);
  expect(isUnknown.lastIndexOf(true)).toBe(14);
  expect(out).toContain('… and 20 more like these: `countersign status --json`');
});

test('status says of an approved request that another computer runs actions, and which', async () => {
  const own = { request_id: 'mail', plan_id: null, step_id: null };
  await writeFile(join(vault, 'Approved/mail.md'), requestNote(own));
  expect(await run('status')).toContain('in Approved and not run yet');
  tellOfEarlierLedger({
    vault: {
      outside: {
        write(path: string, text: string) {
          mkdirSync(dirname(join(vault, path)), { recursive: true });
          writeFileSync(join(vault, path), text);
        },
      },
    },
  });
  const out = await run('status');
  expect(out).not.toContain('not run yet');
  expect(out).toContain(`this computer doesn’t run it, because ${earlierDevice} runs actions`);
  const json = JSON.parse(await run('status', '--json')) as object;
  expect(json).toMatchObject({ runsElsewhere: earlierDevice });
});
