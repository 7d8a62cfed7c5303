import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { openVaultDevice } from '../../../../../../src/hosts/node/runner/vault-device.js';
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

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const terminal = {
    ...{ line: say, error: say, colours: false },
    readInput: () => Promise.resolve('{"mcpServers":{"email":{"command":"/opt/mail"}}}'),
  };
  await main([...args, '--vault', vault], terminal, { ...process.env, XDG_CONFIG_HOME: device });
  return lines.join('\n');
}

async function inLedger(records: readonly object[]): Promise<void> {
  const opened = await openVaultDevice(vault, { ...process.env, XDG_CONFIG_HOME: device });
  if (!opened.ok) throw new Error(opened.error.message);
  const audit = { at: '2026-02-21T10:00:00.000Z', seq: 1, hash: '0', event: '', detail: '' };
  const lines = records.map(
    (record) => `${JSON.stringify({ ...record, device: opened.value.config.device, audit })}\n`,
  );
  await appendFile(opened.value.ledgerFile, lines.join(''));
}

const intent = {
  kind: 'intent',
  id: 'mail',
  s: '{}',
  plan: null,
  step: null,
  effect: 'e',
  tool: 't',
};
const executed = { kind: 'outcome', id: 'mail', outcome: 'executed', reason: '', answer: '' };

test.each<[string, readonly object[], readonly string[]]>([
  ['waits', [], ['1 request is waiting for it and can’t run without it.']],
  [
    'is running',
    [intent],
    [
      '1 call is running, or interrupted. Removing the server doesn’t stop it.',
      'No requests are waiting for it.',
    ],
  ],
  ['was executed just now', [intent, executed], ['No requests are waiting for it.']],
])('removing a server whose request %s says what becomes of it', async (_, records, said) => {
  await run('setup');
  await run('bridge', 'import', '-', '--no-test');
  const own = { request_id: 'mail', plan_id: null, step_id: null };
  await writeFile(join(vault, 'Approved/mail.md'), requestNote(own));
  await inLedger(records);
  const out = await run('bridge', 'remove', 'email');
  for (const sentence of said) expect(out).toContain(sentence);
  expect(out.includes('can’t run')).toBe(records.length === 0);
});
