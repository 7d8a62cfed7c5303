import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../../src/hosts/node/cli/main.js';
import { openVaultDevice } from '../../../../../../../src/hosts/node/runner/vault-device.js';
import { requestNote } from '../../../../../../support/builders/request-note.js';

let root: string;
let vault: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'status-'));
  vault = join(root, 'vault');
  await mkdir(vault);
  env = { ...process.env, XDG_CONFIG_HOME: join(root, 'device') };
  await run('setup');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  await main([...args, '--vault', vault], { line: say, error: say, colours: false }, env);
  return lines.join('\n');
}

test('status does not call a request missing whose note may be one that cannot be read', async () => {
  const opened = await openVaultDevice(vault, env);
  if (!opened.ok) throw new Error(opened.error.message);
  const { config, ledgerFile } = opened.value;
  const noPlan = { plan: null, step: null };
  const records = [
    { kind: 'completed', id: 'mail', s: '', ...noPlan },
    { kind: 'intent', id: 'first', s: '{}', ...noPlan, effect: 'e', tool: 't' },
    { kind: 'outcome', id: 'first', outcome: 'unknown', reason: '', answer: '', successor: 'asks' },
    { kind: 'filed', id: 'first' },
  ];
  const audit = { at: '2026-02-21T10:00:00.000Z', seq: 1, hash: '0', event: '', detail: '' };
  for (const record of records) {
    await appendFile(
      ledgerFile,
      `${JSON.stringify({ ...record, device: config.device, audit })}\n`,
    );
  }
  const before = await run('status');
  expect(before).toContain('The note for request mail is missing');
  expect(before).toContain('The note for asks is missing, and we don’t know');
  const text = `${requestNote({ request_id: 'mail', plan_id: null, step_id: null })}Gr\xfc\xdfe\n`;
  await writeFile(join(vault, 'Rejected', 'old.md'), text, 'latin1');
  const said = await run('status');
  expect(said).toContain('Rejected/old.md: This file is not UTF-8 text.');
  expect(said).toContain('The note for asks can’t be found, and we don’t know');
  expect(said).not.toContain('is missing');
});
