import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import type * as DiskNoteStores from '../../../../../src/hosts/node/disk/disk-note-store.js';
import { startRunner } from '../../../../../src/hosts/node/runner/runner.js';

type OnProblem = NonNullable<DiskNoteStores.DiskNoteStoreOptions['onProblem']>;
const early = fail('watch_failed', 'No more folders can be watched.', 'Raise the limit.').error;
const reported: { to?: OnProblem | undefined } = {};

vi.mock('../../../../../src/hosts/node/disk/disk-note-store.js', async (original) => {
  const real = await original<typeof DiskNoteStores>();
  return {
    ...real,
    openDiskNoteStore(options: DiskNoteStores.DiskNoteStoreOptions) {
      reported.to = options.onProblem;
      reported.to?.(early);
      return real.openDiskNoteStore(options);
    },
  };
});

test('each problem of watching is an alert, also before the engine runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const vault = join(folder, 'vault');
  await mkdir(vault);
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  const quiet = { line: () => undefined, error: () => undefined, colours: false };
  await main(['setup', '--vault', vault], quiet, env);
  const runner = await startRunner({
    vault,
    env,
    trustMoves: false,
    notifier: { notify: () => {} },
  });
  if (!runner.ok) throw new Error(runner.error.message);
  const { engine } = runner.value;
  const texts = (): readonly string[] => engine.view().alerts.map(({ text }) => text);
  const before = texts();
  reported.to?.(fail('watch_failed', 'A folder is nested too deep.', 'Move it.').error);
  const after = texts();
  await runner.value.stop();
  expect(before).toEqual([early.message]);
  expect(after.toSorted()).toEqual(['A folder is nested too deep.', early.message]);
});
