import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import process from 'node:process';
import { expect, test } from 'vitest';
import { bundleChild } from '../../../../../support/children/bundled-child.js';

test.skipIf(!existsSync('/dev/full')).each([
  ['a wrong command', 'nothing', 2],
  ['a command whose output is lost', '--version', 3],
])('a full disk below its output ends no command: %s', async (_name, command, code) => {
  const main = '../../../../../../src/hosts/node/cli/cli-main.ts';
  const child = await bundleChild(new URL(main, import.meta.url));
  const full = openSync('/dev/full', 'w');
  const { status } = spawnSync(process.execPath, [child.script, command], {
    stdio: ['ignore', full, full],
  });
  closeSync(full);
  child.dispose();
  expect(status).toBe(code);
});
