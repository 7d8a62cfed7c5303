import { afterEach, expect, test } from 'vitest';
import { openNote } from '../../../support/obsidian/open-note.js';
import { pluginVault, type PluginVault } from '../../../support/obsidian/plugin-vault.js';
import { watchWork } from './watched-work.js';
import { watchedComputer } from '../../../support/obsidian/watched-computer.js';

let vault: PluginVault;
afterEach(() => vault.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('typing in a plan costs nothing until Obsidian saves: no read, no write, no look, no picture', async () => {
  vault = await pluginVault();
  const computer = watchedComputer(vault.folder.path);
  const device = await vault.start(computer.options);
  const { session, controller: desk } = await vault.begun(device);
  await session.setUp('');
  await session.switchOn();
  const { executor } = session;
  if (!executor) throw new Error('It does not run.');
  const plan = await executor.engine.operations.initializePlan({
    objective: 'Send the invoice.',
    context: '',
    sourceLink: 'mail:1',
    steps: [{ text: 'Write it' }],
    actor: 'Human',
  });
  if (!plan.ok) throw new Error(plan.error.message);
  const view = await openNote(device, plan.value.path);
  const work = watchWork(executor.engine, desk.feed, computer);
  await expect.poll(() => work.pictures()).toBeGreaterThan(0);
  await executor.engine.idle();
  await executor.engine.flushDashboard();
  await device.settled();
  // The start is over when nothing more comes of it: it sums up its notices after two seconds.
  do {
    work.reset();
    await pause(2_500);
  } while (Object.values<number>({ ...work.counts() }).some((count) => count > 0));
  const { line } = view.editor.offsetToPos(view.editor.getValue().indexOf('Send the invoice.'));
  for (const char of 'Ask about the amount first, and by telephone. ') {
    view.editor.replaceRange(char, { line, ch: 0 });
    await pause(20);
  }
  expect(work.counts()).toEqual({ reads: 0, writes: 0, looks: 0, pictures: 0 });

  // All that is counted does come once it is saved.
  await expect
    .poll(() => Math.min(...Object.values<number>({ ...work.counts() })), { timeout: 10_000 })
    .toBeGreaterThan(0);
});
