import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { DeviceConfig } from '../../../src/core/settings/device-config.js';
import { openDesk, type Desk } from '../desk.js';
import { until } from '../../support/until.js';

/** Where all tests of the file that imports this are; each begins in the settings of the plugin. */
export let desk: Desk;
export let page: Page;
beforeAll(async () => {
  desk = await openDesk();
  page = desk.page;
}, 60_000);
afterAll(() => desk.close());
beforeEach(async () => {
  while ((await page.locator('.modal').count()) > 0) await page.keyboard.press('Escape');
  await openSettings();
});

export async function openSettings(): Promise<void> {
  await page.getByLabel('Settings').first().click();
  await page.getByRole('button', { name: 'Countersign', exact: true }).click();
}

/** Opens a page of the settings. */
export function open(name: string): Promise<void> {
  return page.locator('.setting-item.mod-clickable', { hasText: name }).first().click();
}

/** The row of this name on the page that is open. */
export function row(name: string): Locator {
  return page.locator('.mod-settings .setting-item').filter({
    has: page.locator('.setting-item-name', { hasText: new RegExp(`^${name}$`) }),
  });
}

/** The last button of this name: that of the form on top, where there is one. */
export function button(name: string): Locator {
  return page.getByRole('button', { name, exact: true }).last();
}

/** What is saved on the device. */
export async function config(): Promise<DeviceConfig> {
  // Not the whole tree: locks in it come and go.
  const folder = join(desk.state, 'countersign');
  for (const vault of await readdir(folder)) {
    const file = join(folder, vault, 'device.json');
    if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as DeviceConfig;
  }
  throw new Error('This device has saved nothing yet.');
}

/** What is saved on the device, once it is so. */
export function saved(
  what: string,
  holds: (config: DeviceConfig) => boolean,
): Promise<DeviceConfig> {
  return until(what, async () => {
    const now = await config();
    return holds(now) ? now : null;
  });
}
