import { test } from 'vitest';
import { readFileSync } from 'node:fs';
import { vaultFolder } from '../../host/device-in-folder.js';
import { recordExecution } from './executed-modules.js';

test('x', async () => {
  const f = '/work/scratch/i3/gtmp';
  const folder = vaultFolder();
  folder.install('countersign', readFileSync(f + '/main.js', 'utf8'));
  const device = await folder.device();
  const rec = await recordExecution('countersign', f);
  await device.plugins.initialize();
  console.log(await rec.executed());
  await device.start();
  await new Promise(r => setTimeout(r, 1000));
  console.log((await rec.executed()).join('\n'));
});
