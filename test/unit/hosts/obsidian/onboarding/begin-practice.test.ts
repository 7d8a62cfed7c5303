import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderPlan } from '../../../../../src/core/plan/render-plan.js';
import {
  practiceSource,
  practiceState,
  type PracticeState,
} from '../../../../../src/core/screens/start-model.js';
import { emptyPanelModel, type PanelModel } from '../../../../../src/core/screens/panel-model.js';
import { beginPractice } from '../../../../../src/hosts/obsidian/onboarding/begin-practice.js';
import { PracticeTrail } from '../../../../../src/hosts/obsidian/onboarding/start-page/practice-trail.js';
import type { Device } from '../../../../stand-in/open-device.js';
import { panelThat } from '../../../../support/obsidian/panel-that.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin, type RunningPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
let device: Device;
let plugin: RunningPlugin;

beforeEach(async () => {
  vault = await pluginVault();
  device = await vault.start();
  plugin = await runPlugin(vault, device);
}, 60_000);
afterEach(() => vault.close());

const sessionOf = async (on: Device) => (await vault.begun(on)).session;
const sentBy = async (on: Device, trail: PracticeTrail): Promise<PracticeState> => {
  const { state } = await sessionOf(on);
  return practiceState(trail.record(state, emptyPanelModel), emptyPanelModel, null);
};
const trailOf = (on: Device) => new PracticeTrail(on.app.vault, () => undefined);

test('a plan that an agent passes off as the practice mission is neither shown nor gone on with', async () => {
  const planId = 'PLAN-2026-009';
  const path = `Plans/${planId}.md`;
  vault.folder.write(
    path,
    renderPlan({
      ...{ taskId: planId, sourceLink: practiceSource, createdAt: 0, priority: 'high' },
      ...{ status: 'Active', objective: 'Practise.', context: 'For practice.', log: [] },
      steps: [
        { text: 'Look', gated: false },
        { text: 'Pay the bill', gated: true },
      ],
    }),
  );
  const foreign = await panelThat(vault, device, ({ mission }) => mission?.planId === planId);
  const session = await sessionOf(device);
  const trail = trailOf(device);
  expect(trail.record(session.state, foreign)).toEqual({ plan: null, executed: null });

  expect(await beginPractice(session)).toMatchObject({ ok: true });
  const isOwn = ({ otherMissions, mission }: PanelModel) =>
    [mission, ...otherMissions].some((one) => one?.sourceLink.startsWith(`${practiceSource}-`));
  const { reviews } = await panelThat(vault, device, isOwn);
  const { plan } = trail.record(session.state, foreign);
  expect(plan).toMatchObject({ objective: expect.stringContaining('practice email') as string });
  expect(plan?.planId).not.toBe(planId);
  // It is known a moment before its note is there.
  await expect
    .poll(() => vault.folder.text(plan?.path ?? ''))
    .toContain('] Human: Created the practice plan.\n');
  expect(reviews.map((review) => review.planId)).not.toContain(planId);
  // A second press goes on with its own.
  expect(await beginPractice(session)).toEqual({
    ok: true,
    value: { path: plan?.path, request: null },
  });
}, 60_000);

test('it is done once its call was executed, on a device that only reads the vault as well', async () => {
  const trail = trailOf(device);
  vault.folder.write('Practice/Scales in C.md', 'La la.\n');
  expect(await sentBy(device, trail)).toEqual({ is: 'none' });
  expect(await beginPractice(await sessionOf(device))).toMatchObject({ ok: true });
  const { reviews } = await panelThat(vault, device, (now) => now.reviews[0]?.blocked === null);
  const [review] = reviews;
  if (!review) throw new Error('Nothing waits.');
  expect(await sentBy(device, trail)).toMatchObject({ is: 'under_way' });
  expect(await plugin.approve(review)).toMatchObject({ ok: true });
  await expect.poll(() => sentBy(device, trail)).toMatchObject({ is: 'approved' });

  const phone = await vault.start({ platform: 'phone' });
  const other = trailOf(phone);
  await expect.poll(() => sentBy(phone, other)).toMatchObject({ is: 'approved' });
}, 60_000);

test('a bridge of one’s own that is called practice stays, and the mission uses another', async () => {
  const { device: settings } = await plugin.executor();
  const own = {
    alias: 'practice',
    transport: 'http',
    url: 'https://mine.example.com/mcp',
  } as const;
  await settings.change((config) => ({
    ...config,
    bridges: [{ ...own, headers: {}, timeLimitSeconds: 30 }],
  }));
  expect(await beginPractice(await sessionOf(device))).toMatchObject({ ok: true });
  expect(settings.config.bridges).toMatchObject([
    own,
    { alias: 'practice-2', transport: 'practice' },
  ]);
  const { reviews } = await panelThat(vault, device, (now) => now.reviews[0]?.blocked === null);
  expect(reviews[0]).toMatchObject({ bridge: 'practice-2' });
}, 60_000);
