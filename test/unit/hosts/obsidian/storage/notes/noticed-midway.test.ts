import { expect, test, vi } from 'vitest';
import { vaultFolder } from '../../../../../stand-in/device-in-folder.js';
import { openObsidianVault, valueOf } from '../../../../../support/obsidian/obsidian-vault.js';

const path = 'Plans/plan.md';

test.each([1, 2, 3])(
  'a change of others that Obsidian takes in during look %i of an update is reported',
  async (at) => {
    const folder = vaultFolder();
    folder.write(path, 'pending');
    const { device, store } = await openObsidianVault(folder);
    const seen: string[] = [];
    const stop = await store.watch((changed) => seen.push(changed));
    const { adapter } = device.vault;
    const stat = adapter.stat.bind(adapter);
    let looks = 0;
    vi.spyOn(adapter, 'stat').mockImplementation(async (asked) => {
      const found = await stat(asked);
      looks += 1;
      if (looks === at) {
        await expect
          .poll(() => device.vault.getFileByPath(path)?.stat.size, { timeout: 5_000 })
          .toBe('ticked by hand'.length);
      }
      return found;
    });
    folder.write(path, 'ticked by hand');
    valueOf(await store.update(path, (text) => `${text}, logged`));
    await device.settled();
    await expect.poll(() => seen, { timeout: 5_000 }).toContain(path);
    expect(folder.text(path)).toBe('ticked by hand, logged');
    await stop();
    await folder.close();
  },
);
