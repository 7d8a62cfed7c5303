import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Press } from '../../../../../src/ui/actions/panel-actions.js';
import { plan } from '../../../../support/engine/one-plan.js';
import { believePresses } from '../../../../support/obsidian/believe-presses.js';
import { panelThat } from '../../../../support/obsidian/panel-that.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
beforeEach(async () => {
  // What a notice says is shown elsewhere.
  vi.stubGlobal('createFragment', () => null);
  vault = await pluginVault();
});
afterEach(async () => {
  await vault.close();
  vi.unstubAllGlobals();
});

const planId = 'PLAN-2026-001';
const path = `Plans/pending/${planId}.md`;
const press = (steadyMs: number) => ({ event: {}, control: {}, steadyMs }) as unknown as Press;

test('a plan is approved as its card showed it, or not at all [LOOP-6]', async () => {
  const device = await vault.start();
  await runPlugin(vault, device);
  const text = plan()
    .replace('## Context\n', '## Context\nThe IBAN is DE11.\n')
    .replace('3. [ ] ✋ Send ^s3', '3. [-] ✋ Send ^s3');
  vault.folder.write(path, text);
  const isShown = (words: string) =>
    panelThat(vault, device, ({ plansWaiting: [one] = [] }) => one?.note?.context === words);
  const { plansWaiting: [waiting] = [] } = await isShown('The IBAN is DE11.');
  const note = waiting?.note;
  expect(note).toMatchObject({
    objective: 'Tell the client.',
    steps: ['[x] Look', '[ ] Write (after 1)', '[-] ✋ Send', '[ ] File (after 2)', '[ ] Close'],
  });
  if (!note) return;
  const { controller: desk } = await vault.begun(device);
  believePresses(desk);
  const problem = () => desk.runner.answer?.problem.message ?? '';
  desk.plans.approvePlan(planId, note, press(100));
  await expect.poll(problem).toContain('button just moved');
  vault.folder.write(path, vault.folder.text(path).replace('DE11', 'DE89'));
  const { plansWaiting: [changed] = [] } = await isShown('The IBAN is DE89.');
  desk.plans.approvePlan(planId, note, press(60_000));
  await expect.poll(problem).toBe(`${planId} was changed after it was shown to you.`);
  expect(device.vault.getFileByPath(path)).not.toBeNull();
  desk.plans.approvePlan(planId, changed?.note ?? note, press(60_000));
  const approved = `Plans/approved/${planId}.md`;
  await expect.poll(() => device.vault.getFileByPath(approved)).not.toBeNull();
  expect(vault.folder.text(approved)).toContain('DE89');
}, 60_000);

test('a plan beyond the first ten gets its card when somebody asks for it', async () => {
  const device = await vault.start();
  await runPlugin(vault, device);
  const ids = Array.from({ length: 11 }, (_none, at) => `PLAN-2026-${String(at + 101)}`);
  for (const id of ids) {
    const text = plan().replace(planId, id).replace('[[mail]]', `[[${id}]]`);
    vault.folder.write(`Plans/pending/${id}.md`, text.replace('the client', id));
  }
  const cards = (count: number) =>
    panelThat(
      vault,
      device,
      ({ plansWaiting = [] }) => plansWaiting.filter(({ note }) => note).length === count,
    );
  const { plansWaiting = [] } = await cards(10);
  const last = plansWaiting.at(-1)?.path ?? '';
  const { controller: desk } = await vault.begun(device);
  // Without a document, no panel can be opened.
  desk.target.card = last;
  desk.feed.changed();
  const asked = await cards(11);
  expect(asked.plansWaiting?.at(-1)?.note?.text).toBe(vault.folder.text(last));
}, 60_000);
