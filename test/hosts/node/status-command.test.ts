import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../src/hosts/node/cli/main.js';
import { openVaultDevice } from '../../../src/hosts/node/vault-device.js';
import { requestNote } from '../../core/request/request-note.js';

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

async function inLedger(records: readonly object[]): Promise<void> {
  const opened = await openVaultDevice(vault, env);
  if (!opened.ok) throw new Error(opened.error.message);
  const audit = { at: '2026-02-21T10:00:00.000Z', seq: 1, hash: '0', event: '', detail: '' };
  const lines = records.map((record) => `${JSON.stringify({ ...record, audit })}\n`);
  await appendFile(opened.value.ledgerFile, lines.join(''));
}

const id = 'mail';
const note = requestNote({ request_id: id, plan_id: null, step_id: null });
const intent = { kind: 'intent', id, s: '{}', plan: null, step: null, effect: 'e', tool: 't' };
const ended = (outcome: string, more: object = {}) => ({
  ...{ kind: 'outcome', id, outcome, reason: '', answer: '', ...more },
});
const told = { id, plan: null, step: null, effect: 'e', outcome: 'executed' };
const notRun = 'in Approved and not run yet';
const isUnknown = 'outcome unknown: check whether it happened';

test.each<[string, string, readonly object[], string]>([
  ['approved', 'Approved', [], notRun],
  ['called', 'Approved', [intent], 'what became of it is not known yet'],
  ['executed', 'Approved', [intent, ended('executed')], 'executed already'],
  ['not executed', 'Approved', [intent, ended('not_executed')], 'not executed'],
  ['of unknown outcome', 'Approved', [intent, ended('unknown')], isUnknown],
  [
    'run by another computer',
    'Approved',
    [{ kind: 'heard', claims: [], spent: [told] }],
    'executed already',
  ],
  [
    'back from an unknown outcome, whatever its note says',
    'Pending_Approval',
    [
      { ...intent, id: 'a' },
      { ...ended('unknown', { successor: id }), id: 'a' },
    ],
    isUnknown,
  ],
])(
  'status says of a request that is %s what the ledger says',
  async (_what, folder, records, said) => {
    await writeFile(join(vault, folder, 'mail.md'), note);
    await inLedger(records);
    const out = await run('status');
    expect(out).toContain(said);
    if (said !== notRun) expect(out).not.toContain(notRun);
    const json = JSON.parse(await run('status', '--json')) as { requests: { state: string }[] };
    expect(json.requests.map(({ state }) => state)).toEqual([expect.stringContaining(said)]);
  },
);

test('status says when the ledger cannot be read', async () => {
  const opened = await openVaultDevice(vault, env);
  if (!opened.ok) throw new Error(opened.error.message);
  await rm(opened.value.ledgerFile, { force: true });
  await writeFile(join(vault, 'Approved', 'mail.md'), note);
  await mkdir(opened.value.ledgerFile);
  expect(await run('status')).not.toContain(notRun);
});
