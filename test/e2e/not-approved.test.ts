import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { letterRequest } from '../support/builders/letter-request.js';
import { until, untilInSight } from '../support/until.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ notes: { 'Diary.md': '# Diary\n' } });
}, 60_000);
afterAll(() => desk.close());

/** Everything that was tried; none of it may ever lead to a mail. */
const tried: string[] = [];

const prepare = async (address: string): Promise<string> => {
  tried.push(address);
  return desk.request(address);
};

/** It lies in Approved without a stamp, and the person is asked. */
async function asks(address: string): Promise<void> {
  const card = desk.card(address);
  await card.getByText('Someone or something moved this note to Approved. Run it?').waitFor();
  const found = await desk.find(address);
  expect([found?.folder, found?.text.includes('"stamp"')]).toEqual(['Approved', false]);
}

const inApproved = (path: string) => path.replace(/^[^/]+\//, 'Approved/');

test('a move by another program asks [GATE-7] [GATE-5]', async () => {
  const path = await prepare('outside@example.com');
  await rename(join(desk.vault, path), join(desk.vault, inApproved(path)));
  await asks('outside@example.com');
}, 60_000);

test('a move by another plugin while the person types asks [GATE-5] [GATE-7]', async () => {
  const path = await prepare('plugin@example.com');
  await desk.page.locator('.nav-file-title[data-path="Diary.md"]').click();
  await desk.page.keyboard.type('Dear diary, ');
  await desk.page.evaluate(
    async ([from, to]) => {
      const { vault } = window.standIn!.app;
      await vault.rename(vault.getAbstractFileByPath(from!)!, to!);
    },
    [path, inApproved(path)],
  );
  await desk.page.keyboard.type('I type and type.');
  await asks('plugin@example.com');
}, 60_000);

test('several notes dragged at once ask [GATE-23] [GATE-7]', async () => {
  const paths = [await prepare('many1@example.com'), await prepare('many2@example.com')];
  await desk.select(paths);
  await desk.drag(paths[0]!, 'Approved');
  await asks('many1@example.com');
  await asks('many2@example.com');
  await desk.page.keyboard.press('Escape');
}, 60_000);

test('a note dragged before its card had been in view asks, and is shown [GATE-23] [GATE-8]', async () => {
  const size = desk.page.viewportSize()!;
  // The cards above it fill the panel.
  await desk.page.setViewportSize({ ...size, height: 400 });
  tried.push('unseen@example.com');
  const path = 'Pending_Approval/mail-to-unseen.md';
  const note = letterRequest({ id: 'mail-to-unseen', to: 'unseen@example.com' });
  await writeFile(join(desk.vault, path), note);
  await desk.card('unseen@example.com').getByRole('button', { name: 'Approve' }).waitFor();
  await desk.drag(path, 'Approved');
  const question = desk
    .card('unseen@example.com')
    .getByText('You dragged this note to Approved before you had seen its card. Run it?');
  await untilInSight('the question', question);
  await desk.page.setViewportSize(size);
  const found = await desk.find('unseen@example.com');
  expect([found?.folder, found?.text.includes('"stamp"')]).toEqual(['Approved', false]);
}, 60_000);

test('a folder dragged with its notes asks [GATE-23] [GATE-7]', async () => {
  const path = await prepare('folder@example.com');
  const inside = path.replace('Pending_Approval/', 'Pending_Approval/clients/');
  await desk.page.evaluate(
    async ([from, to]) => {
      const { vault } = window.standIn!.app;
      await vault.createFolder('Pending_Approval/clients');
      await vault.rename(vault.getAbstractFileByPath(from!)!, to!);
    },
    [path, inside],
  );
  await desk.reveal(inside);
  await desk.drag('Pending_Approval/clients', 'Approved');
  await asks('folder@example.com');
}, 60_000);

test('no command of ours, and no synthetic event, approves anything [GATE-5]', async () => {
  await prepare('synthetic@example.com');
  const card = desk.card('synthetic@example.com');
  const ran = await desk.page.evaluate(() => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { commands: Record<string, unknown>; executeCommandById(id: string): boolean };
    };
    const ours = Object.keys(commands.commands).filter((id) => id.startsWith('countersign:'));
    for (const id of ours.filter((one) => !one.endsWith('pause-all-actions'))) {
      commands.executeCommandById(id);
    }
    return ours;
  });
  expect(ran.length).toBeGreaterThan(2);
  const windows = desk.page.locator('.modal');
  await windows.first().waitFor();
  const button = card.getByRole('button', { name: 'Approve' });
  await button.waitFor();
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    element.dispatchEvent(new PointerEvent('click', { bubbles: true, composed: true }));
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    // Something that only looks like an event the browser vouches for.
    const forged = new MouseEvent('click', { bubbles: true });
    try {
      Object.defineProperty(forged, 'isTrusted', { value: true });
    } catch {
      // The browser does not let it be forged.
    }
    element.dispatchEvent(forged);
  });
  await desk.panel.getByText('That wasn’t a click by a person').first().waitFor();
  // What the commands opened lies over the panel.
  for (let left = await windows.count(); left > 0; left = await windows.count()) {
    await desk.page.keyboard.press('Escape');
    await expect.poll(() => windows.count()).toBeLessThan(left);
  }
  const found = await desk.find('synthetic@example.com');
  expect([found?.folder, found?.text.includes('"stamp"')]).toEqual(['Pending_Approval', false]);
}, 60_000);

test('a synthetic drop with a real move asks [GATE-5] [GATE-7]', async () => {
  const path = await prepare('drop@example.com');
  await desk.reveal(path);
  await desk.page.evaluate(
    async ([from, to]) => {
      const of = (entry: string) => document.querySelector(`[data-path="${entry}"]`)!;
      of(from!).dispatchEvent(new DragEvent('dragstart', { bubbles: true }));
      of('Approved').dispatchEvent(new DragEvent('drop', { bubbles: true }));
      const { vault } = window.standIn!.app;
      await vault.rename(vault.getAbstractFileByPath(from!)!, to!);
    },
    [path, inApproved(path)],
  );
  await asks('drop@example.com');
}, 60_000);

test('of all that, nothing is sent and nothing is stamped, however long one waits', async () => {
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  expect(desk.sink.mails).toEqual([]);
  for (const address of tried) {
    const found = await desk.find(address);
    expect(found?.text, address).not.toContain('"stamp"');
  }
  expect(tried).toHaveLength(8);
  expect(desk.errors).toEqual([]);
}, 30_000);

test('the question is answered by a press: one mail, and the others still wait [GATE-7]', async () => {
  const address = 'outside@example.com';
  await desk.press(desk.card(address).getByRole('button', { name: 'Run it' }));
  await until('it is filed', async () =>
    (await desk.find(address))?.folder === 'Done/Actions' ? true : null,
  );
  expect(desk.sink.mails.map(({ to }) => to)).toEqual([[address]]);
}, 30_000);
