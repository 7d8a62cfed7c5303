import { webcrypto } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
afterEach(() => vault.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each(['closed', 'switched off'])(
  'an approval under way is finished before the session is %s',
  async (end) => {
    vault = await pluginVault();
    const device = await vault.start();
    const plugin = await runPlugin(vault, device);
    const { session } = await vault.begun(device);
    const review = await plugin.draft('one');
    const { subtle } = webcrypto;
    const sign = subtle.sign.bind(subtle);
    const signing = new Promise<void>((begun) => {
      vi.spyOn(subtle, 'sign').mockImplementation(async (...asked) => {
        begun();
        await pause(500);
        return sign(...asked);
      });
    });
    const order: unknown[] = [];
    const approved = plugin.approve(review).then(({ ok }) => {
      order.push(ok ? 'approved' : 'refused');
    });
    await signing;
    await (end === 'closed' ? session.close() : session.switchOff());
    order.push(end);
    await approved;
    expect(order).toEqual(['approved', end]);
  },
);
