import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { main } from '../../../src/hosts/node/cli/main.js';
import { readProjectFile, root } from '../../support/project-files.js';

/** The part of a PM2 file that says how one process is run. */
interface App {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly [option: string]: unknown;
}

const folder = mkdtempSync(join(tmpdir(), 'service-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const unit = readProjectFile('docs/service/countersign.service');
const { apps } = createRequire(import.meta.url)(
  join(root, 'docs/service/ecosystem.config.cjs'),
) as {
  apps: readonly [App, ...App[]];
};
const [app] = apps;

const hasAnalyzer = ((): boolean => {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** What `systemd-analyze verify` says about a unit of a user; nothing: it is right. */
function verify(text: string): string {
  const file = join(folder, 'countersign.service');
  writeFileSync(file, text);
  const runtime = join(folder, 'runtime');
  mkdirSync(runtime, { recursive: true });
  // It exits with 0 also after a warning, which it writes to stderr.
  return execFileSync('/bin/sh', ['-c', 'systemd-analyze verify --user "$0" 2>&1 || true', file], {
    encoding: 'utf8',
    env: { ...process.env, XDG_RUNTIME_DIR: runtime },
  });
}

/** What the command line makes of these words after `countersign`; their vault does not exist. */
async function run(args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const missing = join(folder, 'no-vault');
  const words = args.map((word, at) => (args[at - 1] === '--vault' ? missing : word));
  await main(words, { line: say, error: say, colours: false }, {});
  return lines.join('\n').replace(missing, 'VAULT');
}

const noVault = 'There is no folder VAULT. Name the folder of your vault with --vault.';

/** The words of the unit's command. */
function commandOf(text: string): readonly string[] {
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

const title = 'systemd accepts the unit';
test.skipIf(!hasAnalyzer)(
  `${title}${hasAnalyzer ? '' : ' (skipped: systemd-analyze is not installed)'} [LOOP-8]`,
  () => {
    const here = unit.replace('/usr/bin/node', process.execPath);
    expect(verify(here)).toBe('');
    expect(verify(here.replace('TimeoutStopSec=90', 'TimeoutStopSec=long'))).toContain('long');
  },
);

test('the unit starts the runner with options that it has, outside the vault [LOOP-8]', async () => {
  const [node, script, ...args] = commandOf(unit);
  expect([node, script]).toEqual(['/usr/bin/node', '%h/countersign/dist/countersign.mjs']);
  expect(args.slice(0, 2)).toEqual(['run', '--vault']);
  expect(await run(args)).toBe(noVault);
  expect(unit).toMatch(/^WorkingDirectory=\/$/m);
});

test('the PM2 file starts one runner with options that it has, outside the vault [SEED-7]', async () => {
  expect(apps).toHaveLength(1);
  const [script, ...args] = app.args;
  expect(script).toMatch(/countersign\.mjs$/);
  expect(args.slice(0, 2)).toEqual(['run', '--vault']);
  expect(await run(args)).toBe(noVault);
  expect(await run([...args, '--nothing'])).toContain('--nothing');
  expect(app).toMatchObject({ cwd: '/', exec_mode: 'fork', instances: 1, watch: false });
});

test('both give a call time to end, and let its server live meanwhile [LOOP-8]', () => {
  expect(unit).toMatch(/^KillMode=mixed$/m);
  expect(unit).toMatch(/^TimeoutStopSec=90$/m);
  expect(app).toMatchObject({ treekill: false, kill_timeout: 90_000 });
});

test('neither tries a vault for ever that cannot be used [LOOP-8]', () => {
  expect(unit).toMatch(/^StartLimitIntervalSec=15min\nStartLimitBurst=30$/m);
  expect(app).toMatchObject({ stop_exit_codes: [2, 3], max_restarts: 30 });
});
