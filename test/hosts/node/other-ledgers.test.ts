import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../src/hosts/node/cli/main.js';
import { startRunner } from '../../../src/hosts/node/runner.js';
import { tellOfEarlierLedger } from '../../engine/gate/earlier-ledger.js';

let folder: string;
let vault: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'other-ledgers-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const terminal = { line: say, error: say, colours: false };
  expect(await main(['setup', '--vault', vault], terminal, env), said.join('\n')).toBe(0);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Sync brings the audit file of another computer. */
async function tell(): Promise<void> {
  const files: (readonly [string, string])[] = [];
  const write = (path: string, text: string): void => void files.push([path, text]);
  tellOfEarlierLedger({ vault: { outside: { write } } });
  for (const [path, text] of files) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
  }
}

test.each([
  ['watches', {}],
  ['polls', { polling: true }],
])('a runner hears of another computer in the folder that it %s [HOST-6]', async (_how, more) => {
  const notifier = { notify: () => undefined };
  const started = await startRunner({ vault, env, trustMoves: false, notifier, ...more });
  if (!started.ok) throw new Error(started.error.message);
  const runner = started.value;
  const subjects = (): string[] => runner.engine.view().alerts.map(({ subject }) => subject);
  try {
    expect(subjects()).not.toContain('ledgers');
    await tell();
    await expect.poll(subjects).toContain('ledgers');
  } finally {
    await runner.stop();
  }
});
