import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { VaultDisk } from '../../../stand-in/disk/vault-disk.js';
import { folderDisk } from '../../../stand-in/disk/folder-disk.js';
import { pluginVault, type PluginVault } from '../../../support/obsidian/plugin-vault.js';

let vault: PluginVault;

afterEach(() => vault.close());

/** A disk that tells what was read and written below the vault's own folders. */
function watchedDisk(path: string): { disk: VaultDisk; touched: string[] } {
  const touched: string[] = [];
  const disk = new Proxy(folderDisk(path), {
    get(target, name: keyof VaultDisk) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const at = String(args[0]);
        const isLook = name === 'list' || name === 'stat' || name === 'watch';
        if (
          !isLook &&
          !/^\.obsidian\/(?:community-plugins|plugins\/\w+\/(?:manifest|main))/.test(at)
        ) {
          touched.push(`${name} ${at}`);
        }
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { disk, touched };
}

describe('the built plugin', () => {
  test('reads and writes no note and no setting before the vault is set up [HOST-1]', async () => {
    vault = await pluginVault();
    vault.folder.write('Inbox/brief.md', 'Send the invoice.');
    const { disk, touched } = watchedDisk(vault.folder.path);
    // The app's own index would read the notes.
    const device = await vault.start({ disk, indexDelay: 'never' });
    expect((await vault.begun(device)).session.state).toEqual({ at: 'not_set_up' });
    expect(touched).toEqual([]);
    expect(readdirSync(vault.folder.path).sort()).toEqual(['.obsidian', 'Inbox']);
  });

  test('asks for no Node module while it loads, and for none on a phone [HOST-5]', async () => {
    vault = await pluginVault();
    const desktop = await vault.start();
    expect(desktop.plugins.requested.filter(({ atLoad }) => atLoad)).toEqual([]);

    const phone = await vault.start({ platform: 'phone' });
    const { session } = await vault.begun(phone);
    expect(await session.setUp('')).toMatchObject({ ok: true });
    expect(session.state).toMatchObject({
      at: 'ready',
      vault: {
        side: { cannotRun: 'Phones and tablets show plans; actions run on a computer.' },
      },
    });
    expect(phone.plugins.requested).toEqual([]);
  });

  test('says why actions cannot run where an app has no Node [HOST-5]', async () => {
    vault = await pluginVault();
    const device = await vault.start({
      nodeRequire: (name) => {
        throw new Error(`Cannot find module '${name}'`);
      },
    });
    const { session } = await vault.begun(device);
    expect(await session.setUp('')).toMatchObject({ ok: true });
    expect(session.state).toMatchObject({
      vault: { side: { cannotRun: expect.stringContaining('Node.js is not available') as string } },
    });
  });

  test('leaves nothing behind, switched off at any moment, and starts again at once', async () => {
    vault = await pluginVault();
    const device = await vault.start();
    const first = await vault.begun(device);
    await first.session.setUp('');
    await first.session.switchOn();
    for (const wait of [0, 1, 20, 200]) {
      device.plugins.disablePlugin('countersign');
      await device.plugins.enablePlugin('countersign');
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    const last = await vault.begun(device);
    await expect.poll(() => last.session.executor, { timeout: 10_000 }).not.toBeNull();
    expect(first.session.executor).toBeNull();
    device.plugins.disablePlugin('countersign');
    await last.session.close();
    expect(device.leaks()).toEqual([]);
  });

  test('does nothing beside another copy of itself', async () => {
    vault = await pluginVault();
    const { folder } = vault;
    const copy = '.obsidian/plugins/copy';
    folder.write(`${copy}/main.js`, folder.text('.obsidian/plugins/countersign/main.js'));
    folder.write(
      `${copy}/manifest.json`,
      '{"id":"copy","name":"Copy","version":"1.0.0","minAppVersion":"1.0.0"}',
    );
    const device = await vault.start();
    await expect(device.plugins.enablePlugin('copy')).resolves.toBeUndefined();
    device.plugins.disablePlugin('copy');
    const { session } = await vault.begun(device);
    expect(await session.setUp('')).toMatchObject({ ok: true });
  });
});
