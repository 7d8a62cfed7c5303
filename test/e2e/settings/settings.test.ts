import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeviceConfig } from '../../../src/core/settings/device-config.js';
import { deviceNameOf } from '../../../src/core/settings/device-keys.js';
import { fingerprintOf } from '../../../src/core/settings/fingerprint.js';
import { pressAsPerson } from '../../support/press-as-person.js';
import { until } from '../../support/until.js';
import { generateTestKey } from '../../support/memory/test-key.js';
import { button, config, desk, open, openSettings, page, row, saved } from './in-settings.js';

const form = (): Locator => page.locator('.modal').last();
const error = (name: string): Locator =>
  form()
    .locator('.setting-item', { hasText: name })
    .locator('.setting-item-error')
    .filter({ visible: true })
    .first();

const bridgeOf = ({ bridges }: DeviceConfig, alias: string) =>
  bridges.find((bridge) => bridge.alias === alias);

describe('bridges', () => {
  beforeEach(() => open('Servers'));

  test('a form says beside each field what is wrong as it is typed, and saves nothing that is', async () => {
    const before = await config();
    await button('Add server…').click();
    expect(await form().locator('.setting-item-error').count()).toBe(0);
    await form().getByLabel('Name').fill('my mail');
    await form().getByLabel('Program').fill('npx -y server');
    expect(await error('Name').textContent()).toContain('letters (A to Z)');
    expect(await error('Program').textContent()).toContain('Only the program goes here: “npx”');
    expect(await form().getByLabel('Program').getAttribute('aria-invalid')).toBe('true');
    await form().getByLabel('Name').fill('email');
    expect(await error('Name').textContent()).toContain('There is already a server “email”');
    await pressAsPerson(button('Add server'));
    expect(await form().textContent()).toContain('Not saved');
    expect(await form().getByLabel('Program').inputValue()).toBe('npx -y server');
    expect(await config()).toEqual(before);

    await form().getByLabel('Connection').selectOption('http');
    await form().getByLabel('Address').fill('http://example.com/mcp');
    expect(await error('Address').textContent()).toContain('use https');
    await button('Cancel').click();
  });

  test('one that is added by hand is saved on the device; its values are never shown again, and stay until they are replaced', async () => {
    await button('Add server…').click();
    await form().getByLabel('Name').fill('server');
    await form().getByLabel('Program').fill('/no/such/program');
    await form().getByLabel('Arguments').fill('--one\ntwo words');
    for (const [name, value] of [
      ['TOKEN', 'first-secret'],
      ['MODE', 'second-secret'],
    ] as const) {
      await button('Add variable').click();
      await form().getByLabel('Name of the variable').last().fill(name);
      await form().getByLabel('Value of the variable').last().fill(value);
    }
    await pressAsPerson(button('Add server'));
    const added = await saved(
      'the bridge is saved',
      (now) => bridgeOf(now, 'server') !== undefined,
    );
    expect(bridgeOf(added, 'server')).toEqual({
      alias: 'server',
      transport: 'stdio',
      command: '/no/such/program',
      args: ['--one', 'two words'],
      env: { TOKEN: 'first-secret', MODE: 'second-secret' },
      timeLimitSeconds: 60,
    });
    expect(await desk.text('.obsidian/plugins/countersign/data.json')).not.toContain('secret');

    await button('Edit… server').click();
    expect(await form().innerHTML()).not.toContain('secret');
    const values = await form()
      .locator('input')
      .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
    expect(values.join(' ')).not.toContain('secret');
    await form().getByLabel('New value of MODE').fill('third-secret');
    await form().getByLabel('Time limit').fill('90');
    await pressAsPerson(button('Save'));
    const edited = await saved(
      'the change is saved',
      (now) => bridgeOf(now, 'server')?.timeLimitSeconds === 90,
    );
    expect(bridgeOf(edited, 'server')).toMatchObject({
      env: { TOKEN: 'first-secret', MODE: 'third-secret' },
      args: ['--one', 'two words'],
    });
  });

  test('a script saves none: it takes a press', async () => {
    await button('Add server…').click();
    await form().getByLabel('Name').fill('planted');
    await form().getByLabel('Program').fill('sh');
    const save = button('Add server');
    await new Promise((resolve) => setTimeout(resolve, 700));
    await save.evaluate((control: HTMLElement) => control.click());
    await form().getByText('That wasn’t a click by a person.').waitFor();
    expect(bridgeOf(await config(), 'planted')).toBeUndefined();
    await button('Cancel').click();
  });

  test('a test shakes hands and lists the tools, or says why it cannot', async () => {
    await button('Test email').click();
    await form().getByText('It responded').waitFor({ timeout: 20_000 });
    expect(await form().locator('li').filter({ hasText: 'send_email' }).count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await button('Test server').click();
    await form().locator('.countersign-modal-problem').waitFor({ timeout: 20_000 });
    expect(await form().textContent()).toContain('/no/such/program');
    await page.keyboard.press('Escape');
  });

  test('removing one says what waits for it, and takes its routes along', async () => {
    await page.keyboard.press('Escape');
    await desk.request('waits@example.com');
    await openSettings();
    await open('Servers');
    await button('Remove… email').click();
    expect(await form().textContent()).toContain('1 request is waiting for it');
    expect(await form().textContent()).toContain('Its route is removed, too');
    await button('Cancel').click();
    expect(bridgeOf(await config(), 'email')).toBeDefined();
    await button('Remove… server').click();
    expect(await form().textContent()).toContain('No requests are waiting for it');
    await button('Remove').click();
    await saved('the bridge is gone', (now) => bridgeOf(now, 'server') === undefined);
    await until('its row is gone', async () => ((await row('server').count()) === 0 ? true : null));
  });

  test('an import says as it is typed what would come, and what it would replace', async () => {
    await button('Import servers…').click();
    await form()
      .getByRole('textbox')
      .fill('{"mcpServers": {"email": {"command": "a"}, "x": {"url": "http://x.example"}}}');
    expect(await form().locator('li').allTextContents()).toEqual([
      'email: a (replaces the one you have)',
      expect.stringContaining('“x” can’t be imported: its url is plain http') as string,
    ]);
    await form()
      .getByRole('textbox')
      .fill('{"mcpServers": {"email": {"command": "a"}, "y": {"url": "https://y.example/mcp"}}}');
    expect(await form().locator('li').allTextContents()).toEqual([
      'email: a (replaces the one you have)',
      'y: https://y.example/mcp',
    ]);
    await button('Cancel').click();
    expect(bridgeOf(await config(), 'y')).toBeUndefined();
  });
});

test('a route is checked against the tools that the bridge has, and saved by a press', async () => {
  await open('Routes and limits');
  await button('Add route…').click();
  await form().getByText('Type to choose').waitFor({ timeout: 20_000 });
  expect(await form().getByLabel('Server').inputValue()).toBe('email');
  const budget = form().getByLabel('Hourly limit');
  expect(await budget.getAttribute('placeholder')).toBe('default 10');
  await form().getByLabel('Action type').selectOption('other');
  expect(await budget.getAttribute('placeholder')).toBe('default 3');
  await form().getByLabel('Tool').fill('no_such_tool');
  expect(await error('Tool').textContent()).toContain('The server has no tool “no_such_tool”');
  await form().getByLabel('Hourly limit').fill('-1');
  expect(await error('Hourly limit').textContent()).toContain('whole number');
  await form().getByLabel('Success rule').fill('(');
  expect(await error('Success rule').textContent()).toContain('Not a valid regular expression');
  await form().getByLabel('Arguments to start with').fill('a: yes');
  expect(await error('Arguments of every').textContent()).toMatch(/^Line 1: /);
  await pressAsPerson(button('Add route'));
  expect((await config()).routes).toHaveLength(1);

  await form().getByLabel('Tool').fill('list_mail');
  await page.locator('.suggestion-item', { hasText: 'list_mailboxes' }).click();
  await form().getByLabel('Hourly limit').fill('2');
  await form().getByLabel('Success rule').fill('');
  await form().getByLabel('Arguments to start with').fill('{"limit": 5}');
  await pressAsPerson(button('Add route'));
  const { routes } = await saved('the route is saved', (now) => now.routes.length === 2);
  expect(routes[1]).toEqual({
    actionType: 'other',
    bridge: 'email',
    tool: 'list_mailboxes',
    arguments: { limit: 5 },
    success: null,
    budgetPerHour: 2,
  });
  expect(await row('Something else: list_mailboxes on “email”').textContent()).toContain(
    'At most 2 an hour',
  );
});

/** A phone lays its key into the vault, and the person trusts it. */
async function trustedPhone(): Promise<{ device: string; publicKey: string }> {
  const { publicKey } = await generateTestKey();
  const key = { device: deviceNameOf(publicKey) ?? '', publicKey };
  const file = join(desk.vault, '.obsidian/plugins/countersign/data.json');
  const data = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...data, keys: [key] }));
  await page.getByText('Other keys in the vault that are not trusted: 1.').waitFor();
  await page.getByLabel('Fingerprint', { exact: true }).fill(fingerprintOf(publicKey) ?? '');
  await pressAsPerson(button('Trust that device'));
  await saved('the phone is trusted', ({ pinnedKeys }) =>
    pinnedKeys.some(({ device }) => device === key.device),
  );
  return key;
}

describe('safety on this device', () => {
  beforeEach(() => open('Safety on this device'));

  test('pausing needs no proof; resuming takes a press by a person [GATE-5]', async () => {
    await button('Pause').click();
    await saved('it is paused', ({ paused }) => paused);
    await button('Resume').evaluate((control: HTMLElement) => control.click());
    await page.getByText('That wasn’t a click by a person.').first().waitFor();
    expect((await config()).paused).toBe(true);
    await pressAsPerson(button('Resume'));
    await saved('it goes on', ({ paused }) => !paused);
  });

  test('trust of moves takes a press, and is taken back at once where everything is listed', async () => {
    await button('Turn on…').click();
    const asks = page.getByRole('dialog', { name: 'Treat any move to Approved as approval?' });
    const trust = asks.getByRole('button', { name: 'Treat moves as approval' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await trust.evaluate((control: HTMLElement) => control.click());
    await asks.getByText('That wasn’t a click by a person.').waitFor();
    expect((await config()).trustMoves).toBe(false);
    await pressAsPerson(trust);
    await asks.waitFor({ state: 'detached' });
    await saved('moves are trusted', ({ trustMoves }) => trustMoves);
    await page.getByLabel('Back').click();
    await open('Permissions overview');
    expect(await row('Treat any move to Approved as approval').textContent()).toContain(
      'moving a note to Approved approves it',
    );
    await button('Turn off').click();
    await saved('moves ask', ({ trustMoves }) => !trustMoves);
    await until('it says so', async () =>
      (await row('Treat any move to Approved as approval').textContent())?.includes('Off')
        ? true
        : null,
    );
  });

  test('a device gets a name, which says as it is typed what is wrong with it', async () => {
    const own = (await config()).device;
    const name = row('Name of this device');
    const field = page.getByLabel('Name of this device', { exact: true });
    await field.fill('d-5kmztwveb2');
    await name.getByText('can’t look like the id of a device').waitFor();
    expect(await button('Save Name of this device').isDisabled()).toBe(true);
    expect((await config()).deviceNames).toBeUndefined();
    await field.fill('Tom’s laptop');
    await button('Save Name of this device').click();
    await saved('it has its name', ({ deviceNames }) => deviceNames?.[own] === 'Tom’s laptop');
    expect(await name.locator('.setting-item-error').isVisible()).toBe(false);

    const { device: phone, publicKey } = await trustedPhone();
    const its = page.getByLabel(`Name of ${phone}`, { exact: true });
    await its.fill('TOM’S LAPTOP');
    await page.getByText(`${own} already has this name.`).waitFor();
    await its.fill('Tom’s phone');
    await button(`Save Name of ${phone}`).click();
    await saved('the phone has its name', (now) => now.deviceNames?.[phone] === 'Tom’s phone');
    await button('Revoke Tom’s phone').click();
    await saved('it is not trusted', ({ pinnedKeys }) =>
      pinnedKeys.every((key) => key.publicKey !== publicKey),
    );
    await its.fill('');
    await button(`Save Name of ${phone}`).click();
    await saved('it has no name', ({ deviceNames = {} }) => !(phone in deviceNames));
    await row(phone).waitFor({ state: 'detached' });
  });

  test('a fingerprint says as it is typed what is wrong with it', async () => {
    await page.getByLabel('Fingerprint', { exact: true }).fill('ABCD-0');
    await page.getByText('A fingerprint never contains “0”.').waitFor();
    await page.getByLabel('Fingerprint', { exact: true }).fill('ABCDEFGHIJKLMNOPQRSTUVWX');
    await page.getByText('No key with this fingerprint is in this vault yet.').waitFor();
    await pressAsPerson(button('Trust that device'));
    expect((await config()).pinnedKeys.every(({ device }) => device.startsWith('d-'))).toBe(true);
  });
});

test('everything that may do something is listed: this device, each bridge with its limits, each key', async () => {
  await open('Permissions overview');
  const text = (await page.locator('.mod-settings').textContent()) ?? '';
  expect(text).toContain('It calls the servers below');
  expect(text).toContain('mcp-mail-server/dist/index.js');
  expect(text).toContain(
    'send_email: at most 10 an hour; list_mailboxes: at most 2 an hour; all other tools: at most 3 an hour each.',
  );
  expect(text).toMatch(/This device[A-Z2-7]{4}(?:-[A-Z2-7]{4}){5}/);
  expect(await button('Remove… email').count()).toBe(1);
});

test('what a bridge is called with is shown as text, hidden characters too', async () => {
  await open('Servers');
  await button('Import servers…').click();
  const hostile = '<img src=x onerror=alert(1)>\u202e[[link]]';
  await form()
    .getByRole('textbox')
    .fill(JSON.stringify({ hostile: { command: 'node', args: [hostile] } }));
  const shown = 'node <img src=x onerror=alert(1)>‹U+202E›[[link]]';
  expect(await form().locator('li').allTextContents()).toEqual([`hostile: ${shown}`]);
  await pressAsPerson(button('Import'));
  await button('Done').click();
  await row('hostile').waitFor();
  expect(await row('hostile').locator('.setting-item-description').textContent()).toBe(shown);
  expect(await page.locator('.mod-settings img').count()).toBe(0);
});

test('where a bridge leads is folded while it is very long, and shown whole by a button', async () => {
  await open('Servers');
  await button('Import servers…').click();
  const end = 'the-end-of-it';
  const long = { command: 'node', args: ['x'.repeat(5_000), end] };
  await form()
    .getByRole('textbox')
    .fill(JSON.stringify({ mcpServers: { long } }));
  const line = form().locator('li');
  await line.getByText('show all').waitFor();
  expect(((await line.textContent()) ?? '').length).toBeLessThan(500);
  await line.getByRole('button').click();
  expect(await line.textContent()).toBe(`long: node ${'x'.repeat(5_000)} ${end}`);
  await pressAsPerson(button('Import'));
  await button('Done').click();
  await row('long').waitFor();
  const shown = row('long').locator('.setting-item-description');
  expect(await shown.textContent()).not.toContain(end);
  await shown.getByRole('button').click();
  expect(await shown.textContent()).toContain(end);
  await button('Remove… long').click();
  await button('Remove').click();
  await saved('it is gone', (now) => bridgeOf(now, 'long') === undefined);
});

test('on a device that runs nothing, what a runner could use is listed and can be taken away, and nothing is added', async () => {
  await open('Safety on this device');
  await button('Turn off').click();
  await row('Allow actions on this computer').getByText('Off: plans are shown').waitFor();
  await page.getByLabel('Back').click();
  await open('Servers');
  await row('hostile').waitFor();
  expect(await page.getByRole('button', { name: 'Add server…' }).count()).toBe(0);
  await page.getByLabel('Back').click();
  await open('Permissions overview');
  await page.getByText('If you start the command-line runner on this computer').first().waitFor();
  await button('Remove… hostile').click();
  await button('Remove').click();
  const left = await saved('it is gone', (now) => bridgeOf(now, 'hostile') === undefined);
  expect(bridgeOf(left, 'email')).toBeDefined();
  await page.getByLabel('Back').click();
  await open('Safety on this device');
  await pressAsPerson(button('Turn on'));
  await row('Pause all actions')
    .getByRole('button', { name: 'Pause' })
    .waitFor({ timeout: 20_000 });
});

test('what a person should know of other plugins is said while there is something to know', async () => {
  const other = row('Other plugins');
  await row('Countersign in this vault').waitFor();
  expect(await other.isVisible()).toBe(false);
  const reopen = async () => {
    await page.keyboard.press('Escape');
    await openSettings();
    await other.waitFor();
  };

  await page.evaluate(() => {
    const { plugins } = window.standIn!.plugins;
    for (const id of ['obsidian-tasks-plugin', 'dataview']) {
      Object.assign(plugins, { [id]: { unload: () => undefined } });
    }
  });
  await reopen();
  expect(await other.locator('.setting-item-description').innerText()).toBe(
    'Ticking a step that needs approval in a Tasks or Dataview list marks it done and withdraws its request. Nothing is sent.',
  );

  await page.evaluate(async () => {
    const { plugins, host, app } = window.standIn!;
    for (const id of ['obsidian-tasks-plugin', 'dataview']) delete plugins.plugins[id];
    host.internalPlugins.enabled.delete('bases');
    await app.vault.create('Plans.base', '');
  });
  await reopen();
  expect(await other.locator('.setting-item-description').innerText()).toBe(
    'Bases is off. Turn it on under Core plugins to open Plans.base.',
  );
});

test('a folder is renamed as in the file explorer, its name is checked as it is typed, and the new name is confirmed by a press', async () => {
  await open('Folders');
  const name = page.getByLabel('Rejected: folder');
  for (const [typed, problem] of [
    ['Plans', '“Plans” already exists'],
    ['.hidden', 'start with a dot'],
    ['Rejected/in', 'can’t be moved into itself'],
    ['rejected', 'Only upper and lower case'],
    ['', 'Type a folder name'],
  ] as const) {
    await name.fill(typed);
    expect(await row('Rejected').textContent()).toContain(problem);
  }
  expect(await desk.notes('')).toContain('Rejected');
  // What is typed for another one stays.
  const other = page.getByLabel('Archive: folder');
  await other.fill('Attic');
  await name.fill('Work/Refused');
  await row('Rejected').getByRole('button', { name: 'Rename Rejected' }).click();
  await until('the folder has moved', async () =>
    (await desk.notes('Work')).includes('Refused') ? true : null,
  );
  await until('the page follows', async () =>
    (await name.inputValue()) === 'Work/Refused' ? true : null,
  );
  expect(await other.inputValue()).toBe('Attic');
  expect(await row('Archive').getByRole('button', { name: 'Rename Archive' }).isEnabled()).toBe(
    true,
  );
  await other.fill('Archive');
  expect((await config()).folders.rejected).toBe('Rejected');
  await page.getByLabel('Back').click();
  await open('Safety on this device');
  await page.getByText('rejected: Rejected → Work/Refused').last().waitFor();
  const runs = row('Pause all actions').locator('.setting-item-description');
  expect(await runs.textContent()).toBe('Nothing runs until you confirm the folder names.');
  await pressAsPerson(
    page.locator('.mod-settings').getByRole('button', { name: 'Confirm folders' }),
  );
  await saved('the name is confirmed', ({ folders }) => folders.rejected === 'Work/Refused');
  await runs.getByText('Pausing stops all actions until you resume').waitFor();
  expect(desk.errors).toEqual([]);
});
