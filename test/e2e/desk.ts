import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startMailSink, type MailSink } from '../../demo/mail-sink.js';
import { mailServer } from './mail-server.js';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.js';

/** A person at a computer: the built plugin in a browser, and the real mail server behind it. */
export interface Desk extends Workbench {
  readonly sink: MailSink;
  readonly panel: Locator;
  /** The card of the one request that waits. */
  readonly card: Locator;
  /** A note's text on disk. */
  text(path: string): Promise<string>;
  /** The path of the one note in a folder; waits until there is one. */
  only(folder: string): Promise<string>;
  button(name: string): Locator;
}

/** The brief of the seeds' mission, as it comes in. */
const brief = `---
type: email
from: client_a@example.com
---
Client A asks for the January invoice of $1,500. Write the invoice, then send an email to client_a@example.com with it, then log the transaction.
`;

/** Opens a vault with the plugin, sets it up, and has this device run actions with the mail server. */
export async function openDesk(options: WorkbenchOptions = {}): Promise<Desk> {
  const sink = await startMailSink();
  const workbench = await openWorkbench(options);
  const { page } = workbench;
  const panel = page.locator('.workspace-leaf-content[data-type="countersign-current-mission"]');
  const desk: Desk = Object.assign(Object.create(workbench) as Workbench, {
    sink,
    panel,
    card: panel.locator('article.countersign-review'),
    text: (path: string) => readFile(join(workbench.vault, path), 'utf8'),
    async only(folder: string) {
      return until(`${folder} holds one note`, async () => {
        const [name, second] = await workbench.notes(folder);
        return name !== undefined && second === undefined ? `${folder}/${name}` : null;
      });
    },
    button: (name: string) => panel.getByRole('button', { name, exact: true }),
    async close() {
      await workbench.close();
      await sink.close();
    },
  });
  await setUp(desk).catch(async (error: unknown) => {
    const picture = await workbench.screenshot('set-up-failed');
    throw new Error(`Setting up failed, see ${picture}: ${String(error)}`);
  });
  return desk;
}

async function setUp(desk: Desk): Promise<void> {
  const { page } = desk;
  await page.getByRole('button', { name: 'Open current mission' }).first().click();
  await desk.button('Set up vault').click();
  const modal = page.locator('.modal');
  await modal.getByRole('textbox').first().fill('');
  await modal.getByRole('button', { name: 'Set up vault', exact: true }).click();
  await desk.panel.getByRole('switch').click();
  await desk.button('Import bridges…').click();
  await modal.getByRole('textbox').fill(JSON.stringify(mailServer(desk.sink.port)));
  await modal.getByRole('button', { name: 'Import', exact: true }).click();
  await desk.panel.getByText('email', { exact: true }).waitFor({ timeout: 10_000 });
}

/** Looks until there is something, and says what it waited for when there never is. */
export async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (const start = Date.now(); Date.now() - start < 20_000; ) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Waited in vain: ${what}`);
}

export { brief };
