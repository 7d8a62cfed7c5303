import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import { startRunner } from '../../../../../src/hosts/node/runner/runner.js';
import { tellOfEarlierLedger } from '../../../../support/engine/earlier-ledger.js';

let folder: string;
let vault: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'other-ledgers-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  const said: string[] = [];
  expect(await main(['setup', '--vault', vault], terminalOf(said), env), said.join('\n')).toBe(0);
});

function terminalOf(said: string[]) {
  const say = (text: string): void => void said.push(text);
  return { line: say, error: say, colours: false };
}

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

/** Anybody can put files there that take no disk. */
async function putLarge(): Promise<readonly string[]> {
  await mkdir(join(vault, 'Logs/audit'), { recursive: true });
  const files = ['a', 'b'].map((name) =>
    join(vault, `Logs/audit/d-${name.repeat(10)}-2026-01.jsonl`),
  );
  for (const file of files) {
    await writeFile(file, '');
    await truncate(file, 200 * 1024 * 1024);
  }
  return files;
}

test.each([
  ['while it runs', false],
  ['before it is started', true],
])(
  'a runner says that audit files are too large that come %s, and goes on when they are gone [HOST-6]',
  async (_when, isBefore) => {
    const said: string[] = [];
    const start = async () => {
      const notifier = { notify: ({ text }: { text: string }) => void said.push(text) };
      const started = await startRunner({ vault, env, trustMoves: false, notifier });
      if (!started.ok) throw new Error(started.error.message);
      return started.value;
    };
    // The ledger begins.
    let runner = await start();
    let files: readonly string[] = [];
    try {
      if (isBefore) await runner.stop();
      files = await putLarge();
      if (isBefore) runner = await start();
      const alerts = () => runner.engine.view().alerts;
      await expect.poll(alerts).toMatchObject([
        {
          kind: 'halted',
          text: expect.stringMatching(
            /Can’t read .* \(“Logs\/audit\/d-a{10}-.*” .* 256 MB/,
          ) as string,
          advice: expect.stringContaining('move it out of its folder') as string,
        },
      ]);
      expect(said.join('\n')).toContain('Can’t read the audit files');
      await runner.engine.flushDashboard();
      expect(await readFile(join(vault, 'Dashboard.md'), 'utf8')).toContain(
        'Can’t read the audit files',
      );
      said.length = 0;
      expect(await main(['verify', '--vault', vault], terminalOf(said), env)).toBe(3);
      expect(said.join('\n')).toContain('has a line of more than 256 kB');
      for (const file of files) await rm(file);
      await expect.poll(alerts, { timeout: 20_000 }).toEqual([]);
    } finally {
      await runner.stop();
    }
  },
  60_000,
);

test.each([
  ['watches', {}],
  ['polls', { polling: true }],
])('a runner hears of another computer in the folder that it %s [HOST-6]', async (_how, more) => {
  const notifier = { notify: () => undefined };
  const started = await startRunner({ vault, env, trustMoves: false, notifier, ...more });
  if (!started.ok) throw new Error(started.error.message);
  const runner = started.value;
  const subjects = (): string[] => runner.engine.view().alerts.map(({ subject }) => subject.kind);
  try {
    expect(subjects()).not.toContain('ledgers');
    await tell();
    await expect.poll(subjects).toContain('ledgers');
  } finally {
    await runner.stop();
  }
});
