import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { openVaultDevice } from '../../../../../../src/hosts/node/runner/vault-device.js';
import { planNote } from '../../../../../support/builders/plan-note.js';
import { requestNote } from '../../../../../support/builders/request-note.js';

let vault: string;
let device: string;

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

test.each([
  ['Human', 'rejected (“Too much”): draft it again'],
  ['Outside', 'rejected (its note says: “Too much”): draft it again'],
])('status says whose words the reason of a rejection is: %s', async (actor, said) => {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const env = { ...process.env, XDG_CONFIG_HOME: device };
  const terminal = { line: say, error: say, colours: false };
  await main(['setup', '--vault', vault], terminal, env);
  const note = requestNote({ request_id: 'mail', plan_id: 'PLAN-2026-001', step_id: 's1' });
  await writeFile(join(vault, 'Rejected/mail.md'), note);
  await writeFile(join(vault, 'Plans/PLAN-2026-001.md'), planNote().replace('One', '✋ One ^s1'));
  const opened = await openVaultDevice(vault, env);
  if (!opened.ok) throw new Error(opened.error.message);
  const audit = { at: '2026-02-21T10:00:00.000Z', seq: 1, hash: '0', event: '', detail: '', actor };
  const end = { kind: 'voided', id: 'mail', why: 'rejected', plan: null, step: null };
  const record = { ...end, reason: '', words: 'Too much', device: opened.value.config.device };
  await appendFile(opened.value.ledgerFile, `${JSON.stringify({ ...record, audit })}\n`);
  await main(['status', '--vault', vault], terminal, env);
  expect(lines.join('\n')).toContain(said);
});
