import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { twinNote, type TwinNote } from '../../../../../support/builders/twin-note.js';

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
  const vault = await mkdtemp(join(tmpdir(), 'vault-'));
  const device = await mkdtemp(join(tmpdir(), 'device-'));
  const env = { ...process.env, XDG_CONFIG_HOME: device };
  const run = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    const line = (text: string): void => void lines.push(text);
    await main([...args, '--vault', vault], { line, error: line, colours: false }, env);
    return lines.join('\n');
  };
  await run('setup');
  await writeFile(join(vault, 'Plans/PLAN-2026-001.md'), twinNote());
  await writeFile(join(vault, 'Plans', `${name}.md`), twinNote(second));
  const { alerts } = JSON.parse(await run('status', '--json')) as {
    alerts: { kind: string; text: string }[];
  };
  const texts = alerts.flatMap(({ kind, text }) => (kind === 'duplicate' ? [text] : []));
  expect(texts.map((text) => text.slice(0, said[0]?.length))).toEqual(said);
  for (const folder of [vault, device]) await rm(folder, { recursive: true, force: true });
});
