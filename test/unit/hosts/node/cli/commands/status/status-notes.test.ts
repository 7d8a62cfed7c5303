import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../../src/hosts/node/cli/main.js';
import { openVaultDevice } from '../../../../../../../src/hosts/node/runner/vault-device.js';
import { planNote } from '../../../../../../support/builders/plan-note.js';
import { requestNote } from '../../../../../../support/builders/request-note.js';
import { twinNote, type TwinNote } from '../../../../../../support/builders/twin-note.js';

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
  for (const folder of [vault, device]) await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const line = (text: string): void => void lines.push(text);
  await main([...args, '--vault', vault], { line, error: line, colours: false }, env);
  return lines.join('\n');
}

test.each<[what: string, second: TwinNote, name: string, said: readonly string[]]>([
  [
    'two plans of one source that differ',
    { id: 'PLAN-2026-002', steps: ['1. [ ] Call'] },
    'PLAN-2026-002',
    [
      'Two plans were made from “[ [mail]]”: “Plans/PLAN-2026-001.md” and “Plans/PLAN-2026-002.md”.',
    ],
  ],
  ['two plans of one source that are made one', { id: 'PLAN-2026-002' }, 'PLAN-2026-002', []],
  [
    'two notes that are the same',
    {},
    'my plan',
    [
      'PLAN-2026-001 names two notes: “Plans/PLAN-2026-001.md” and “Plans/my plan.md”. They are the same.',
    ],
  ],
  [
    'two notes of one plan that differ',
    { steps: ['1. [ ] Call'] },
    'my plan',
    ['PLAN-2026-001 names two notes: “Plans/PLAN-2026-001.md” and “Plans/my plan.md”.'],
  ],
  [
    'two notes of one plan that are made one',
    { steps: ['1. [x] Write', '2. [ ] ✋ Send ^s2', '3. [ ] File'] },
    'my plan',
    ['PLAN-2026-001 names two notes: “Plans/my plan.md” and “Plans/PLAN-2026-001.md”.'],
  ],
  [
    'two plans of one source of which one is over',
    { id: 'PLAN-2026-002', status: 'Done' },
    'b',
    [],
  ],
])('status says of %s what the panel says', async (_what, second, name, said) => {
  await writeFile(join(vault, 'Plans/PLAN-2026-001.md'), twinNote());
  await writeFile(join(vault, 'Plans', `${name}.md`), twinNote(second));
  const { alerts } = JSON.parse(await run('status', '--json')) as {
    alerts: { kind: string; text: string }[];
  };
  const texts = alerts.flatMap(({ kind, text }) => (kind === 'duplicate' ? [text] : []));
  expect(texts.map((text) => text.slice(0, said[0]?.length))).toEqual(said);
});

test.each([
  ['Human', 'rejected (“Too much”): draft it again'],
  ['Outside', 'rejected (its note says: “Too much”): draft it again'],
])('status says whose words the reason of a rejection is: %s', async (actor, said) => {
  const note = requestNote({ request_id: 'mail', plan_id: 'PLAN-2026-001', step_id: 's1' });
  await writeFile(join(vault, 'Rejected/mail.md'), note);
  await writeFile(join(vault, 'Plans/PLAN-2026-001.md'), planNote().replace('One', '✋ One ^s1'));
  const opened = await openVaultDevice(vault, env);
  if (!opened.ok) throw new Error(opened.error.message);
  const audit = { at: '2026-02-21T10:00:00.000Z', seq: 1, hash: '0', event: '', detail: '', actor };
  const end = { kind: 'voided', id: 'mail', why: 'rejected', plan: null, step: null };
  const record = { ...end, reason: '', words: 'Too much', device: opened.value.config.device };
  await appendFile(opened.value.ledgerFile, `${JSON.stringify({ ...record, audit })}\n`);
  expect(await run('status')).toContain(said);
});
