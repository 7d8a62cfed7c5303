import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileHandle } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { folderDisk } from '../../../../stand-in/disk/folder-disk.js';
import { memoryStorage } from '../../../../stand-in/device/memory-storage.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
afterEach(() => vault.close());

/** A process that can be stopped (SIGSTOP, sleep): nothing that it asks of the disk goes on. */
function stoppable(root: string, stopsAt: (name: string, args: readonly unknown[]) => boolean) {
  let go = (): void => undefined;
  let frozen: Promise<void> | null = null;
  const state = { isFrozen: () => frozen !== null, thaw: () => go() };
  const around = <T extends object>(object: T, path = ''): T =>
    new Proxy(object, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function' || typeof name !== 'string') return member;
        return async (...args: unknown[]) => {
          if (!frozen && stopsAt(`${name} ${path || String(args[0])}`, args)) {
            frozen = new Promise((resolve) => {
              go = () => {
                frozen = null;
                resolve();
              };
            });
          }
          if (frozen) await frozen;
          const result: unknown = await Reflect.apply(member, target, args);
          if (frozen) await frozen;
          return name === 'open' ? around(result as FileHandle, String(args[0])) : result;
        };
      },
    });
  const require = createRequire(import.meta.url);
  const files = around(require('node:fs/promises') as object);
  return {
    ...state,
    options: {
      disk: around(folderDisk(root)),
      nodeRequire: (name: string) => (name === 'fs/promises' ? files : (require(name) as unknown)),
    },
  };
}

test('a process that was frozen for longer than its lock lasts does not send a second time', async () => {
  vault = await pluginVault();
  const storage = memoryStorage();
  const first = stoppable(vault.folder.path, (access, [bytes]) => {
    return (
      /^write .*ledger\.jsonl$/.test(access) &&
      bytes instanceof Uint8Array &&
      new TextDecoder().decode(bytes).includes('"kind":"intent"')
    );
  });
  const one = await vault.start({ ...first.options, storage });
  const plugin = await runPlugin(vault, one);
  const review = await plugin.draft('hello');
  void plugin.approve(review);
  await expect.poll(() => first.isFrozen(), { timeout: 10_000 }).toBe(true);
  expect(plugin.sent('hello')).toBe(0);
  // The runner, or another Obsidian, of the same account.
  await vault.start({ storage });
  await expect.poll(() => plugin.sent('hello'), { timeout: 20_000 }).toBe(1);
  await wait(500);
  first.thaw();
  await wait(4_000);
  expect(plugin.sent('hello')).toBe(1);
}, 60_000);
