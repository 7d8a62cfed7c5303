import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startMailSink, type MailSink } from '../../tools/demo/mail-sink.js';
import { letterRequest } from '../support/builders/letter-request.js';
import { mailServer } from './mail-server.js';
import { bringIntoSight, pressAsPerson } from '../support/press-as-person.js';
import { until } from '../support/until.js';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '../support/workbench.js';

/** A person at a computer: the built plugin in a browser, and the real mail server behind it. */
export interface Desk extends Workbench {
  readonly sink: MailSink;
  readonly panel: Locator;
  /** The card of the request to this address. */
  card(address: string): Locator;
  /** Writes a request for a mail to this address, as an agent with a text editor does, until its card can be approved. */
  request(address: string): Promise<string>;
  /** The request to this address, wherever its note lies: folder, path and text. */
  find(address: string): Promise<FoundRequest | null>;
  /** How many mails arrived for this address. */
  mailsTo(address: string): number;
  /** A note's text on disk. */
  text(path: string): Promise<string>;
  /** The path of the one note in a folder; waits until there is one. */
  only(folder: string): Promise<string>;
  button(name: string): Locator;
  /** Presses as a person does: brings a control into sight, looks at it, and then clicks. */
  press(control: Locator): Promise<void>;
}

/** A request's note as it lies on the disk. */
export interface FoundRequest {
  readonly folder: string;
  readonly path: string;
  readonly text: string;
}

const folders = ['Pending_Approval', 'Approved', 'Rejected', 'Done/Actions', 'Archive'];

/** The brief of the seeds' mission, as it comes in. */
export const brief = `---
type: email
from: client_a@example.com
---
Client A asks for the January invoice of $1,500. Find out what she owes. Write the invoice, then send an email to client_a@example.com with it, then log the transaction.
`;

export interface DeskOptions extends WorkbenchOptions {
  /** `mcpServers` JSON with an `email` of its own in the place of the real mail server. */
  readonly servers?: object;
}

/** Opens a vault with the plugin, sets it up, and has this device run actions with the mail server. */
export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const sink = await startMailSink();
  const workbench = await openWorkbench(options);
  const own: Omit<Desk, Exclude<keyof Workbench, 'close'>> = {
    sink,
    // Of the page that is open: a restart opens another.
    get panel() {
      return workbench.page.locator(
        '.workspace-leaf-content[data-type="countersign-current-mission"]',
      );
    },
    card: (address: string) =>
      desk.panel.locator('article.countersign-review').filter({ hasText: address }),
    async request(address: string) {
      const id = `mail-to-${address.split('@')[0] ?? ''}`;
      const path = `Pending_Approval/${id}.md`;
      await writeFile(join(workbench.vault, path), letterRequest({ id, to: address }));
      // A person looks at it before they do anything.
      await bringIntoSight(desk.card(address).getByRole('button', { name: 'Approve' }));
      return path;
    },
    async find(address: string) {
      for (const folder of folders) {
        for (const name of await readdir(join(workbench.vault, folder), { recursive: true })) {
          const path = `${folder}/${name}`;
          const text = await desk.text(path).catch(() => '');
          if (text.includes(`to: ${address}`)) return { folder, path, text };
        }
      }
      return null;
    },
    mailsTo: (address: string) => sink.mails.filter(({ to }) => to.includes(address)).length,
    text: (path: string) => readFile(join(workbench.vault, path), 'utf8'),
    async only(folder: string) {
      return until(`${folder} holds one note`, async () => {
        const [name, second] = await workbench.notes(folder);
        return name !== undefined && second === undefined ? `${folder}/${name}` : null;
      });
    },
    press: pressAsPerson,
    button: (name: string) => desk.panel.getByRole('button', { name, exact: true }),
    async close() {
      await workbench.close();
      await sink.close();
    },
  };
  const desk = Object.create(workbench, Object.getOwnPropertyDescriptors(own)) as Desk;
  await setUp(desk, options.servers ?? mailServer(sink.port)).catch(async (error: unknown) => {
    const picture = await workbench.screenshot('set-up-failed');
    throw new Error(`Setting up failed, see ${picture}: ${String(error)}`);
  });
  return desk;
}

async function setUp(desk: Desk, servers: object): Promise<void> {
  const { page } = desk;
  await page.getByRole('button', { name: 'Open current mission' }).first().click();
  await desk.button('Set up vault…').click();
  const modal = page.locator('.modal');
  await modal.getByRole('textbox').first().fill('');
  await modal.getByRole('button', { name: 'Create folders only', exact: true }).click();
  await desk.press(desk.panel.getByRole('switch'));
  await desk.button('Import servers…').click();
  await modal.getByRole('textbox').fill(JSON.stringify(servers));
  await desk.press(modal.getByRole('button', { name: 'Import', exact: true }));
  await modal.getByRole('button', { name: 'Done', exact: true }).click();
  await desk.panel.getByText('email', { exact: true }).waitFor({ timeout: 10_000 });
}
