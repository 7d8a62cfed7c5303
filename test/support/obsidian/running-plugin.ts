import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Gesture } from '../../../src/core/request/approval/gesture.js';
import type { Review } from '../../../src/core/request/review/review.js';
import { addBridges } from '../../../src/mcp/client/add-bridges.js';
import { practiceBridge } from '../../../src/hosts/obsidian/bridges/practice-bridge.js';
import type { Executor } from '../../../src/hosts/obsidian/lifecycle/executor.js';
import type { Device } from '../../stand-in/open-device.js';
import type { PluginVault } from './plugin-vault.js';
import { renameInApp } from './rename-in-app.js';

/** The built plugin where it runs actions, worked by what its own controls call. */
export interface RunningPlugin {
  /** The executor, once it runs (again). */
  executor(): Promise<Executor>;
  /** Drafts a mail of the practice bridge and waits until it can be approved. */
  draft(subject: string): Promise<Review>;
  /** The review of this mail now, under whatever id; `undefined` while none waits. */
  waiting(subject: string): Promise<Review | undefined>;
  /** What a press of Approve does. How a press is witnessed, other tests show. */
  approve(review: Review): ReturnType<Executor['engine']['personActions']['approve']>;
  /** What a drag of a request to Approved does; resolves when it is held. */
  drag(review: Review): Promise<unknown>;
  /** How many times a practice mail was "sent". */
  sent(subject: string): number;
}

/** Sets the vault up below `base`, switches actions on, and adds the practice bridge. */
export async function runPlugin(
  vault: PluginVault,
  device: Device,
  base = '',
): Promise<RunningPlugin> {
  const { session } = await vault.begun(device);
  expect(await session.setUp(base)).toMatchObject({ ok: true });
  expect(await session.switchOn()).toMatchObject({ ok: true });
  const plugin: RunningPlugin = {
    async executor() {
      const now = (await vault.begun(device)).session;
      await expect.poll(() => now.executor, { timeout: 15_000 }).not.toBeNull();
      if (!now.executor) throw new Error('It does not run.');
      return now.executor;
    },
    async draft(subject) {
      const { engine } = await plugin.executor();
      const drafted = await engine.operations.draftExternalAction({
        actionType: 'email',
        targetRecipient: 'client@example.com',
        title: subject,
        rationale: 'It is due.',
        bridge: 'practice',
        tool: 'send_email',
        arguments: { to: 'client@example.com', subject, text: 'Dear client,' },
        actor: 'Human',
      });
      if (!drafted.ok) throw new Error(drafted.error.message);
      await expect
        .poll(() => plugin.waiting(subject), { timeout: 10_000 })
        .toMatchObject({ blocked: null });
      return (await plugin.waiting(subject)) as Review;
    },
    async waiting(subject) {
      const { engine } = await plugin.executor();
      const reviews = await engine.reviews(Infinity);
      return reviews.find(({ request }) => request.text.includes(`  subject: ${subject}\n`));
    },
    async approve({ requestId, shownDigest }) {
      const { engine } = await plugin.executor();
      return engine.personActions.approve({
        requestId,
        shownDigest,
        checked: [],
        gesture: gesture(),
      });
    },
    async drag({ requestId, shownDigest, path: from }) {
      const { engine, settings } = await plugin.executor();
      const to = `${settings.folders.approved}/${from.slice(from.lastIndexOf('/') + 1)}`;
      return new Promise((resolve, reject) => {
        const ref = device.vault.on('rename', () => {
          device.vault.offref(ref);
          resolve(
            engine.personActions.approveByDrag({
              requestId,
              shownDigest,
              gesture: gesture(),
              from,
              to,
            }),
          );
        });
        renameInApp(device, from, to).catch(reject);
      });
    },
    sent(subject) {
      const names = readdirSync(vault.folder.path, { recursive: true, encoding: 'utf8' });
      return names.filter(
        (name) =>
          /(?:^|[/\\])Practice[/\\].*\.md$/.test(name) &&
          readFileSync(join(vault.folder.path, name), 'utf8').includes(`- subject: ${subject}\n`),
      ).length;
    },
  };
  const { device: settings, engine } = await plugin.executor();
  await settings.change((config) => ({
    ...addBridges(config, [practiceBridge]),
    routes: [mailRoute],
  }));
  await engine.idle();
  return plugin;
}

const gesture = () => ({ kind: 'press', atMs: Date.now() }) as Gesture;

/** Without one, three mails an hour are all that is run. */
const mailRoute = {
  actionType: 'email',
  bridge: 'practice',
  tool: 'send_email',
  arguments: {},
  success: null,
  budgetPerHour: 1_000,
};
