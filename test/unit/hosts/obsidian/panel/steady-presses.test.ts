import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PanelController } from '../../../../../src/hosts/obsidian/panel/panel-controller.js';
import type { Session } from '../../../../../src/hosts/obsidian/lifecycle/session.js';
import type { Press } from '../../../../../src/ui/actions/panel-actions.js';
import { believePresses } from '../../../../support/obsidian/believe-presses.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';

let vault: PluginVault;
let session: Session;
let desk: PanelController;

/** A vault that was set up, on a device that does not run actions; every press is taken for a person's. */
beforeAll(async () => {
  vault = await pluginVault();
  ({ session, controller: desk } = await vault.begun(await vault.start()));
  await session.setUp('');
  believePresses(desk);
}, 60_000);
afterAll(() => vault.close());

const pressed = (steadyMs: number) => ({ event: {}, control: {}, steadyMs }) as unknown as Press;
const answer = () => desk.runner.answer?.problem.message ?? '';
/** Names in the order in which the session was asked for something. */
let asked: string[];
beforeEach(() => {
  asked = [];
  for (const name of ['switchOn', 'shareKey', 'beginEpoch']) {
    Object.assign(session, {
      [name]: () => {
        asked.push(name);
        return Promise.resolve({ ok: true, value: undefined });
      },
    });
  }
});

test.each([
  ['switchOn', ['switchOn']],
  ['switchOnAndPractise', ['switchOn']],
  ['shareKey', ['shareKey']],
  ['beginEpoch', ['beginEpoch']],
] as const)(
  'a press on %s that was meant for what lay there before does nothing; a steady one counts [GATE-5]',
  async (name, leadsTo) => {
    desk.device[name](pressed(100));
    await expect.poll(answer).toContain('button just moved');
    expect(asked).toEqual([]);
    desk.device[name](pressed(60_000));
    await expect.poll(() => asked).toEqual(leadsTo);
  },
);

test.each(['startPracticeMission', 'addPracticeBridge', 'resume', 'confirmFolders'] as const)(
  'a press on %s that was meant for what lay there before is refused before anything else',
  async (name) => {
    desk.device[name](pressed(100));
    await expect.poll(answer).toContain('button just moved');
    desk.device[name](pressed(60_000));
    await expect.poll(answer).toContain('doesn’t run actions');
  },
);
