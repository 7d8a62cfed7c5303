import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceRole } from '../../../../src/core/screens/panel-model.js';
import { closeSharedBrowser } from '../../../stand-in/chromium/browser.js';
import { cardText, openPanelPage } from '../../../support/panel-page/open-panel-page.js';
import type { PanelPage } from '../../../support/panel-page/page/panel-page.js';

declare const panelPage: PanelPage;

let page: Page;
beforeEach(async () => {
  page = await openPanelPage();
  return () => page.close();
});
afterAll(closeSharedBrowser);

const button = (name: string) => page.getByRole('button', { name, exact: true });
const asked = () => page.evaluate(() => panelPage.asked);
const show = (rest: object) =>
  page.evaluate((part) => panelPage.show([], part as Parameters<PanelPage['show']>[1]), rest);
const text = async () =>
  ((await page.locator('.countersign-device').textContent()) ?? '').replace(/\s+/g, ' ');

const runs: DeviceRole = {
  cannotRun: null,
  runs: true,
  paused: false,
  bridges: [],
  approvers: [
    { device: 'd-aaaaaaaaaa', publicKey: 'own', fingerprint: 'AAAA-BBBB', isOwn: true },
    { device: 'd-bbbbbbbbbb', publicKey: 'phone', fingerprint: 'CCCC-DDDD', isOwn: false },
  ],
};

test('a device that runs actions lists whose stamps count, and revokes each but its own [GATE-16]', async () => {
  await show({ device: runs });
  expect(await text()).toMatch(/This device\s*AAAA-BBBB\s*d-bbbbbbbbbb\s*CCCC-DDDD/);
  expect(await page.getByRole('button', { name: /^Revoke/ }).count()).toBe(1);
  await button('Revoke d-bbbbbbbbbb').click();
  expect(await asked()).toEqual([['revokeDevice', 'phone']]);
});

test.each([
  ['what is approved', {}, 'Approved actions run automatically'],
  ['nothing, while something stops all', { halted: true }, 'Nothing runs for now'],
  ['nothing, while paused', { halted: true, paused: true }, 'Actions are paused'],
])('a device that runs actions says that it runs %s', async (_, state, words) => {
  await show({ device: { ...runs, ...state } });
  const all = ['Approved actions run automatically', 'Nothing runs for now', 'Actions are paused'];
  // That they are paused, the bar on top says, and nothing else.
  const said = (await page.locator('.countersign-panel').textContent()) ?? '';
  expect(all.filter((one) => said.includes(one))).toEqual([words]);
});

test('what a bridge reaches is folded when it is long', async () => {
  const reaches = `node ${'server/'.repeat(200)}last-word.js`;
  await show({ device: { ...runs, bridges: [{ alias: 'email', reaches }] } });
  expect(await text()).not.toContain('last-word.js');
  await page.getByRole('button', { name: /show all$/ }).click();
  expect(await text()).toContain('last-word.js');
});

test('a device is trusted by what a person types, and only by a press', async () => {
  await show({ device: { ...runs, untrustedKeys: 1, ignoredKeys: 2 } });
  expect(await text()).toContain('1 other device has added a key to this vault');
  expect(await text()).toContain('2 entries among this vault’s keys');
  expect(await button('Trust a device').isDisabled()).toBe(true);
  await page.getByLabel('Fingerprint shown on the other device').fill('cccc dddd');
  await page.clock.runFor(1_000);
  await button('Trust a device').click();
  expect(await asked()).toEqual([['trustDevice', 'cccc dddd', 'steady']]);
});

test('a phone says what its approvals need, first its key in the vault, then a person', async () => {
  const approves = {
    ...{ device: 'd-cccccccccc', fingerprint: 'EEEE-FFFF', onlyOthersRan: true },
  };
  const phone = { cannotRun: 'A phone.', runs: false, paused: false, bridges: [] };
  await show({
    device: { ...phone, approves: { ...approves, isShared: false, isTrusted: false } },
  });
  expect(await text()).not.toContain('EEEE');
  // It comes first, before everything that waits.
  const mission = page.getByRole('region', { name: 'Current mission' });
  expect(await mission.textContent()).toContain(
    'You can set up this device to approve requests. The computer that runs actions then runs what you approve here',
  );
  await page.clock.runFor(1_000);
  await button('Let this device approve').click();
  expect(await asked()).toEqual([['shareKey', 'steady']]);
  await show({ device: { ...phone, approves: { ...approves, isShared: true, isTrusted: false } } });
  expect(await mission.textContent()).toContain('Your other computer must trust this device first');
  expect(await mission.textContent()).toContain('EEEE-FFFF');
  // A runner is told of only where one is at work.
  const trusted = { ...phone, approves: { ...approves, isShared: true, isTrusted: true } };
  await show({ device: trusted });
  expect(await mission.textContent()).toContain(
    'or start the command-line runner on this computer',
  );
  await show({ device: { ...trusted, waits: true } });
  expect(await mission.textContent()).toContain(
    'Another process on this computer runs what you approve here.',
  );
});

describe('a computer that runs nothing, for whose vault another one does,', () => {
  const off: DeviceRole = { cannotRun: null, runs: false, paused: false, bridges: [] };
  const own = { device: 'd-cccccccccc', fingerprint: 'EEEE-FFFF', onlyOthersRan: true };
  const approves = { ...own, isShared: false, isTrusted: false };
  const primary = () => page.locator('.mod-cta').allTextContents();

  test('offers first to approve there, and second, with a caution, to run actions [GATE-16]', async () => {
    await show({ device: { ...off, approves } });
    expect(await primary()).toEqual(['Let this device approve']);
    const mission = page.getByRole('region', { name: 'Current mission' });
    expect(await mission.textContent()).toContain('Only one computer should run actions.');
    await page.clock.runFor(1_000);
    await button('Let this device approve').click();
    await button('Allow actions on this computer').click();
    expect(await asked()).toEqual([
      ['shareKey', 'steady'],
      ['switchOn', 'steady'],
    ]);
    // What is to be typed on the other one comes up where it was pressed.
    await show({ device: { ...off, approves: { ...approves, isShared: true } } });
    expect(await mission.textContent()).toContain('EEEE-FFFF');
    expect(await primary()).toEqual([]);
  });

  test('keeps that offer with the device while a mission is under way', async () => {
    const mission = { path: 'Plans/P.md', planId: 'P', objective: 'Pay.', steps: [] };
    await show({ device: { ...off, approves }, mission });
    expect(await primary()).toEqual(['Let this device approve']);
    expect(await text()).toContain(
      'You can set up this device to approve requests. The computer that runs actions then runs what you approve here',
    );
  });

  test('makes it the first thing when something waits', async () => {
    const mission = { path: 'Plans/P.md', planId: 'P', objective: 'Pay.', steps: [] };
    const card = {
      path: 'Pending_Approval/a.md',
      text: cardText({ to: 'a' }),
      blocked: 'Not yet.',
    };
    await page.evaluate(([cards, rest]) => panelPage.show(cards, rest as object), [
      [card],
      { device: { ...off, approves }, mission },
    ] as const);
    const offer = button('Let this device approve');
    expect(await primary()).toEqual(['Let this device approve']);
    expect(
      await offer.evaluate((it) => it.compareDocumentPosition(document.querySelector('h2')!)),
    ).toBe(4);
  });

  test('says with the device what is to be typed elsewhere, once it took the offer', async () => {
    await show({ device: { ...off, approves: { ...approves, isShared: true } } });
    expect(await text()).toContain('EEEE-FFFF');
    expect(await page.getByText('EEEE-FFFF').count()).toBe(1);
  });

  test('is told apart from the first computer of a vault', async () => {
    await show({ device: { ...off, approves: { ...approves, onlyOthersRan: false } } });
    expect(await primary()).toEqual(['Allow actions on this computer']);
    expect(await text()).toContain('Let this device approve');
  });
});

test('alerts offer to take over from a named device, and to begin a new epoch', async () => {
  const alert = {
    subject: { kind: 'request', id: 'r-1' },
    kind: 'other_device',
    text: 'Another’s.',
    advice: 'Let it.',
  };
  const halted = {
    subject: { kind: 'ledger' },
    kind: 'halted',
    text: 'Nothing is run.',
    advice: 'Look.',
  };
  await show({
    device: runs,
    alerts: [
      { ...alert, offers: { do: 'take_over', epoch: 'e-1', device: 'd-dddddddddd' } },
      {
        ...alert,
        subject: { kind: 'ledgers' },
        offers: { do: 'take_over', epoch: 'e-2', device: 'd-eeeeeeeeee', name: 'Tom’s laptop' },
      },
      { ...halted, offers: { do: 'new_epoch' } },
      { ...halted, subject: { kind: 'audit-trail' }, offers: { do: 'audit_seen' } },
      {
        ...halted,
        subject: { kind: 'mcp-files' },
        offers: { do: 'mcp_files_seen', files: { '.mcp.json': 'a' } },
      },
    ],
  });
  await page.clock.runFor(1_000);
  await button('Take over from d-dddddddddd').click();
  await button('Take over from Tom’s laptop').click();
  await button('Begin a new epoch').click();
  await button('I have seen it').first().click();
  await button('I have seen it').last().click();
  expect(await asked()).toEqual([
    ['takeOver', 'e-1', 'steady'],
    ['takeOver', 'e-2', 'steady'],
    ['beginEpoch', 'steady'],
    ['auditSeen', 'steady'],
    ['mcpFilesSeen', { '.mcp.json': 'a' }, 'steady'],
  ]);
});

test('an alert that sends a person to the settings opens them', async () => {
  const alert = {
    subject: { kind: 'request', id: 'r-1' },
    kind: 'waits',
    text: 'Over the budget.',
    advice: 'Wait.',
  };
  await show({ device: runs, alerts: [{ ...alert, offers: { do: 'open_settings' } }] });
  await button('Open settings').click();
  expect(await asked()).toEqual([['openSettings']]);
});

test('a ledger that cannot be read offers a new epoch, where one could begin', async () => {
  const problem = { code: 'ledger_invalid', message: 'Record 3 is wrong.', advice: 'Restore it.' };
  const role = { cannotRun: null, runs: false, paused: false, bridges: [] };
  await show({ problem, device: role });
  expect(await button('Begin a new epoch').count()).toBe(1);
  await show({ problem, device: { ...role, cannotRun: 'A phone.' } });
  expect(await button('Begin a new epoch').count()).toBe(0);
  await show({ problem: { ...problem, code: 'locked' }, device: role });
  expect(await button('Begin a new epoch').count()).toBe(0);
});

test('a vault with another id than before asks which one it is, and takes a person’s press for the answer', async () => {
  const problem = { code: 'vault_id_changed', message: 'Its id changed.', advice: 'Say which.' };
  await show({ stage: 'failed', problem });
  await page.clock.runFor(1_000);
  await button('It is the same vault').click();
  await button('It is another vault: start fresh').click();
  expect(await asked()).toEqual([
    ['whichVault', 'same', 'steady'],
    ['whichVault', 'another', 'steady'],
  ]);
  await show({ stage: 'failed', problem: { ...problem, code: 'settings_invalid' } });
  expect(await button('It is the same vault').count()).toBe(0);
});
