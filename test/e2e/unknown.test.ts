import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startMailSink, type MailSink } from '../../tools/demo/mail-sink.js';
import { openDesk, type Desk, type FoundRequest } from './desk.js';
import { letterRequest } from '../support/builders/letter-request.js';
import { planNote } from './office.js';
import { until } from '../support/until.js';

let desk: Desk;
/** The mail server's own server while it is up; none while it is down. */
let sink: MailSink | null = null;
beforeAll(async () => {
  desk = await openDesk({ size: { width: 1400, height: 2400 }, width: 420 });
}, 90_000);
afterAll(async () => {
  await desk.close();
  await sink?.close();
});
beforeEach(async () => {
  await (sink ?? desk.sink).close();
  sink = null;
});

const mailsTo = (address: string): number =>
  [...desk.sink.mails, ...(sink?.mails ?? [])].filter(({ to }) => to.includes(address)).length;
const button = (address: string, name: string) =>
  desk.card(address).getByRole('button', { name, exact: true });
const filed = (address: string): Promise<FoundRequest> =>
  until(`${address} is filed`, async () => {
    const found = await desk.find(address);
    return found?.folder === 'Done/Actions' && found.text.includes('status: executed')
      ? found
      : null;
  });

/** Answers a question of a card. Its button may move just before the press: then a person presses once more. */
const answer = (address: string, name: string, question: string): Promise<boolean> => {
  const asked = desk.card(address).getByText(question);
  return until('it is answered', async () => {
    await desk.press(button(address, name)).catch(() => undefined);
    return asked.waitFor({ state: 'detached', timeout: 5_000 }).then(
      () => true,
      () => null,
    );
  });
};
const noteSays = (address: string, words: string): Promise<FoundRequest> =>
  until(`the note says ${words}`, async () => {
    const found = await desk.find(address);
    return found?.text.includes(words) ? found : null;
  });

/** A step's letter, approved while the mail server is down; the value is the path of its plan. */
async function inDoubt(number: number, address: string): Promise<string> {
  const planId = `PLAN-2026-00${number}`;
  const plan = `Plans/${planId}.md`;
  await writeFile(join(desk.vault, plan), planNote(planId, address));
  await writeFile(
    join(desk.vault, `Pending_Approval/letter-${number}.md`),
    letterRequest({ id: `letter-${number}`, to: address, planId }),
  );
  await desk.press(button(address, 'Approve'));
  await desk.card(address).getByText('We don’t know whether this was sent').waitFor();
  // It is prepared anew, and its card drawn anew with that.
  const back = await noteSays(address, `"attempts":["letter-${number}"]`);
  expect(back).toMatchObject({ folder: 'Pending_Approval' });
  expect(back.text).toContain('status: outcome_unknown');
  // The mail server reports its failure as a normal result.
  expect(back.text).toMatch(/> \[!quote\]- What the server said\n> ```text\n> Error: /);
  return plan;
}

test('a letter that may have been sent, and was not: said so, approved again, it is sent once [GATE-3]', async () => {
  const address = 'never@example.com';
  const plan = await inDoubt(1, address);
  // Only an answer decides about what is in doubt.
  expect(await button(address, 'Approve').count()).toBe(0);
  await answer(address, 'No, it wasn’t sent', 'Was it sent?');
  await noteSays(address, 'You said that letter-1 did not happen.');
  expect(await desk.text(plan)).toContain('1. [ ] ✋');

  sink = await startMailSink(desk.sink.port);
  // The card says what was answered, and does not ask it a second time.
  await desk.card(address).getByText('You said it wasn’t sent.').waitFor();
  expect(await desk.panel.getByText('We don’t know whether this was sent').count()).toBe(0);
  await until('it can be approved', async () =>
    (await button(address, 'Approve').isEnabled()) ? true : null,
  );
  expect(await desk.card(address).getByRole('checkbox').count()).toBe(0);
  await desk.press(button(address, 'Approve'));
  expect((await filed(address)).text).toContain('messageId');
  expect(mailsTo(address)).toBe(1);
  await until('the step is ticked', async () => {
    const texts = await Promise.all(
      [plan, `Done/${plan}`].map((path) => desk.text(path).catch(() => '')),
    );
    return texts.join('').includes('1. [x] ✋') ? true : null;
  });
  expect(desk.errors).toEqual([]);
}, 90_000);

test('a letter of which a person finds that it was sent: filed on their word, its step ticked, and none is sent [GATE-3]', async () => {
  const address = 'posted@example.com';
  const plan = await inDoubt(2, address);
  sink = await startMailSink(desk.sink.port);
  const happened = button(address, 'Yes, it was sent');
  // A page’s own script is no person.
  await until('a script is told that it is none', async () => {
    // Where the card is drawn anew meanwhile, the button that was clicked is gone.
    await happened.evaluate((control) => (control as HTMLButtonElement).click());
    const told = desk.card(address).getByText('wasn’t a click by a person');
    return (await told.count()) > 0 ? true : null;
  });
  expect((await desk.find(address))?.folder).toBe('Pending_Approval');

  await desk.press(happened);
  const { text } = await filed(address);
  expect(text).toContain('Executed, on your word');
  await until('the step is ticked', async () => {
    const texts = await Promise.all(
      [plan, `Done/${plan}`].map((path) => desk.text(path).catch(() => '')),
    );
    return texts.join('').includes('1. [x] ✋') ? true : null;
  });
  await until('the card is gone', async () =>
    (await desk.card(address).count()) === 0 ? true : null,
  );
  expect(mailsTo(address)).toBe(0);
  expect(desk.errors).toEqual([]);
}, 90_000);
