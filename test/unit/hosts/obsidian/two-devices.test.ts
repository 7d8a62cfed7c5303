import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Gesture } from '../../../../src/core/request/approval/gesture.js';
import type { Review } from '../../../../src/core/request/review/review.js';
import type { PanelController } from '../../../../src/hosts/obsidian/panel/panel-controller.js';
import type { Session } from '../../../../src/hosts/obsidian/lifecycle/session.js';
import type { Press } from '../../../../src/ui/actions/panel-actions.js';
import type { Device } from '../../../stand-in/open-device.js';
import { panelThat } from '../../../support/obsidian/panel-that.js';
import { believePresses } from '../../../support/obsidian/believe-presses.js';
import { pluginVault, type PluginVault } from '../../../support/obsidian/plugin-vault.js';
import { runPlugin, type RunningPlugin } from '../../../support/obsidian/running-plugin.js';

let phoneVault: PluginVault;
let deskVault: PluginVault;
let desk: Device;
let phone: Device;
let plugin: RunningPlugin;

/** A computer that runs actions, and a phone on a copy of its vault. */
beforeEach(async () => {
  phoneVault = await pluginVault();
  deskVault = await pluginVault();
  desk = await deskVault.start();
  plugin = await runPlugin(deskVault, desk);
  believePresses((await deskVault.begun(desk)).controller);
  sync(deskVault, phoneVault);
  phone = await phoneVault.start({ platform: 'phone' });
  believePresses((await phoneVault.begun(phone)).controller);
}, 60_000);
afterEach(async () => {
  await deskVault.close();
  await phoneVault.close();
});

const gesture = () => ({ kind: 'press', atMs: Date.now() }) as Gesture;
const pressed = { event: {}, control: {}, steadyMs: 60_000 } as unknown as Press;

async function insides(): Promise<
  Record<'desk' | 'phone', { controller: PanelController; session: Session }>
> {
  return { desk: await deskVault.begun(desk), phone: await phoneVault.begun(phone) };
}

/** Brings everything that lies in one copy to the other, and takes away what does not. */
function sync(from: PluginVault, to: PluginVault): void {
  const filesIn = ({ folder }: PluginVault): string[] =>
    readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        statSync(join(folder.path, name)).isFile() &&
        (name.endsWith('data.json') || !/(?:^|\/)\.|^Dashboard|^Practice/.test(name)),
    );
  const source = filesIn(from);
  for (const name of filesIn(to)) {
    if (!source.includes(name)) rmSync(join(to.folder.path, name));
  }
  for (const name of source) {
    const bytes = readFileSync(join(from.folder.path, name));
    const target = join(to.folder.path, name);
    const isSame = filesIn(to).includes(name) && readFileSync(target).equals(bytes);
    if (isSame) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
}

/** The phone lays its key into the vault, and the person types its fingerprint at the computer. */
async function trustPhone(): Promise<string> {
  const { desk: atDesk, phone: atPhone } = await insides();
  atPhone.controller.device.shareKey(pressed);
  const shown = await panelThat(phoneVault, phone, (model) => !!model.device.approves?.isShared);
  const fingerprint = shown.device.approves?.fingerprint ?? '';
  sync(phoneVault, deskVault);
  await panelThat(deskVault, desk, (model) => model.device.untrustedKeys === 1);
  atDesk.controller.device.trustDevice(fingerprint.toLowerCase(), pressed);
  const { device } = await panelThat(
    deskVault,
    desk,
    (model) => model.device.approvers?.length === 2,
  );
  expect(device.approvers?.map((line) => [line.isOwn, line.fingerprint === fingerprint])).toEqual([
    [true, false],
    [false, true],
  ]);
  return device.approvers?.[1]?.publicKey ?? '';
}

async function onPhone(subject: string): Promise<Review> {
  const { reviews } = await panelThat(phoneVault, phone, (model) =>
    model.reviews.some(({ request }) => request.text.includes(`  subject: ${subject}\n`)),
  );
  const review = reviews.find(({ request }) => request.text.includes(`  subject: ${subject}\n`));
  if (!review) throw new Error('It is not shown.');
  return review;
}

async function approveOnPhone(subject: string): Promise<void> {
  const review = await onPhone(subject);
  expect(review.blocked).toBeNull();
  const { session } = await phoneVault.begun(phone);
  const { requestId, shownDigest } = review;
  const approved = await session.personActions?.approve({
    requestId,
    shownDigest,
    checked: [],
    gesture: gesture(),
  });
  expect(approved).toMatchObject({ ok: true });
}

async function notSent(subject: string): Promise<void> {
  await wait(800);
  await (await plugin.executor()).engine.idle();
  expect(plugin.sent(subject)).toBe(0);
}

test('a phone approves nothing before a person says so there, and nothing runs before one trusts it [GATE-16]', async () => {
  await plugin.draft('one');
  const executor = await plugin.executor();
  sync(deskVault, phoneVault);
  const review = await onPhone('one');
  expect(review.blocked?.message).toContain('isn’t set up to approve requests yet');
  const { phone: atPhone } = await insides();
  const { personActions } = atPhone.session;
  const { requestId, shownDigest } = review;
  const refused = await personActions?.approve({
    requestId,
    shownDigest,
    checked: [],
    gesture: gesture(),
  });
  expect(refused).toMatchObject({ ok: false });

  atPhone.controller.device.shareKey(pressed);
  await panelThat(phoneVault, phone, (model) => !!model.device.approves?.isShared);
  await approveOnPhone('one');
  sync(phoneVault, deskVault);
  const { alerts } = await panelThat(deskVault, desk, (model) =>
    model.alerts.some(({ kind }) => kind === 'waits'),
  );
  expect(alerts.find(({ kind }) => kind === 'waits')?.text).toContain('not trusted here');
  await notSent('one');
  await trustPhone();
  await expect.poll(() => plugin.sent('one'), { timeout: 10_000 }).toBe(1);
  // Keys come and go without a new start.
  expect(await plugin.executor()).toBe(executor);
});

test('what the phone approves runs once, also when both approve it [GATE-16] [GATE-2]', async () => {
  await trustPhone();
  await plugin.draft('one');
  const both = await plugin.draft('both');
  sync(deskVault, phoneVault);
  await approveOnPhone('one');
  await approveOnPhone('both');
  expect(await plugin.approve(both)).toMatchObject({ ok: true });
  await expect.poll(() => plugin.sent('both'), { timeout: 10_000 }).toBe(1);
  sync(phoneVault, deskVault);
  await expect.poll(() => plugin.sent('one'), { timeout: 10_000 }).toBe(1);
  await (await plugin.executor()).engine.idle();
  sync(deskVault, phoneVault);
  await wait(500);
  expect([plugin.sent('one'), plugin.sent('both')]).toEqual([1, 1]);
});

test('a conflict copy of what was approved: neither runs, and what is left asks again [GATE-17]', async () => {
  await trustPhone();
  const { path } = await plugin.draft('one');
  sync(deskVault, phoneVault);
  await approveOnPhone('one');
  const to = path.replace('Pending_Approval/', 'Approved/');
  const copy = to.replace('.md', ' (Conflicted copy phone 202602211045).md');
  deskVault.folder.write(copy, phoneVault.folder.text(to));
  await panelThat(deskVault, desk, (model) =>
    model.alerts.some(({ kind }) => kind === 'duplicate'),
  );
  deskVault.folder.write(to, phoneVault.folder.text(to));
  deskVault.folder.remove(path);
  await notSent('one');
  deskVault.folder.remove(copy);
  // What is left asks again.
  await expect
    .poll(() => deskVault.folder.text(path), { timeout: 10_000 })
    .toMatch(/^supersedes: /m);
  await notSent('one');
});

test('a key that was revoked approves nothing; its request waits and says so [GATE-16]', async () => {
  const publicKey = await trustPhone();
  await plugin.draft('one');
  sync(deskVault, phoneVault);
  await approveOnPhone('one');
  const { desk: atDesk } = await insides();
  atDesk.controller.device.revokeDevice(publicKey);
  await panelThat(deskVault, desk, (model) => model.device.approvers?.length === 1);
  sync(phoneVault, deskVault);
  const { alerts } = await panelThat(deskVault, desk, (model) =>
    model.alerts.some(({ kind }) => kind === 'waits'),
  );
  expect(alerts.find(({ kind }) => kind === 'waits')?.text).toContain('not trusted here');
  await notSent('one');
});

test('a new epoch and a take-over between approval and sync: it asks, and nothing runs [GATE-11]', async () => {
  const publicKey = await trustPhone();
  await plugin.draft('one');
  sync(deskVault, phoneVault);
  await approveOnPhone('one');
  const before = (await plugin.executor()).device.config;
  const phoneKey = before.pinnedKeys.find((key) => key.publicKey === publicKey);
  const { desk: atDesk } = await insides();
  atDesk.controller.device.beginEpoch(pressed);
  const { alerts } = await panelThat(deskVault, desk, (model) =>
    model.alerts.some(({ kind }) => kind === 'other_device'),
  );
  const after = (await plugin.executor()).device.config;
  expect(after.device).not.toBe(before.device);
  expect([after.bridges, after.routes]).toEqual([before.bridges, before.routes]);
  expect(after.pinnedKeys).toContainEqual(phoneKey);
  const [offer] = alerts.flatMap(({ offers }) => offers ?? []);
  expect(offer).toMatchObject({ do: 'take_over', device: before.device });
  sync(phoneVault, deskVault);
  await notSent('one');
  atDesk.controller.device.takeOver(offer?.do === 'take_over' ? offer.epoch : '', pressed);
  const { reviews } = await panelThat(deskVault, desk, ({ reviews: [review] }) =>
    Boolean(review && review.attempts.length > 0 && review.blocked === null),
  );
  expect(reviews).toHaveLength(1);
  await notSent('one');
  sync(deskVault, phoneVault);
  await panelThat(phoneVault, phone, ({ reviews: [review] }) => review?.attempts.length === 1);
});
