import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.js';
import { connected, type OfficialClient } from '../support/mcp/agent-bench.js';
import { pressAsPerson } from '../support/press-as-person.js';
import { screenFaults } from './screen-faults.js';
import { button, config, desk, open, page } from './settings/in-settings.js';

let agent: OfficialClient;
let planId: string;
beforeAll(() => page.setViewportSize({ width: 1700, height: 900 }));

const pane = () => page.locator('.workspace-leaf-content[data-type="countersign-reasoning"]');
const board = () => pane().getByRole('region', { name: 'Questions' });
const probe = (words: string) =>
  board().getByRole('list', { name: 'Probes' }).getByRole('listitem').filter({ hasText: words });
const shares = () =>
  board()
    .getByRole('list', { name: 'Hypotheses' })
    .locator('.countersign-board-share')
    .allInnerTexts();

async function ask(name: string, args: JsonObject): Promise<JsonObject> {
  const answer = (await agent.callTool({ name, arguments: args })) as {
    structuredContent?: JsonObject;
  };
  if (!answer.structuredContent) throw new Error(JSON.stringify(answer));
  return answer.structuredContent;
}

async function record(...entries: readonly JsonObject[]): Promise<readonly string[]> {
  const { ids } = await ask('record_decisions', { plan_id: planId, entries });
  return ids as string[];
}

/** Takes a picture of the board, light and dark; `screens.test.ts` has it at every width. */
async function look(name: string): Promise<void> {
  expect(await board().evaluate(screenFaults)).toEqual([]);
  for (const theme of ['dark', 'light']) {
    await page.evaluate((to) => {
      document.body.classList.remove('theme-dark', 'theme-light');
      document.body.classList.add(`theme-${to}`);
    }, theme);
    await desk.screenshot(`find-cause-${name}-${theme}`);
  }
}

test('an agent and a person find out together why an invoice was paid twice, and the write-up says how', async () => {
  await open('Connect an agent');
  await button('Turn on…').click();
  await pressAsPerson(button('Let agents connect'));
  await button('Add client…').click();
  await page.locator('.modal').last().getByLabel('Name').fill('Claude');
  await pressAsPerson(button('Add client'));
  const form = page.locator('.modal').last();
  await form.getByText('It won’t be shown again').waitFor();
  const token = /cs_[\w-]{43}/u.exec((await form.textContent()) ?? '')?.[0] ?? '';
  while ((await page.locator('.modal').count()) > 0) await page.keyboard.press('Escape');
  const { agentPort } = await config();
  agent = await connected('2026-07-28', `http://127.0.0.1:${agentPort}/mcp`, token);

  const plan = await ask('start_plan', {
    text: 'Find out why invoice 2026-114 for $1,500 was paid twice, and tell the bank.',
    source: 'a letter of the supplier',
    steps: [{ text: 'Find the cause' }, { text: 'Tell the bank' }],
  });
  planId = plan['plan_id'] as string;
  const [bank = '', why = '', retry = '', twice = '', byHand = ''] = await record(
    { do: 'create_subsystem', text: 'Bank interface' },
    { do: 'ask_question', text: 'Why was the invoice paid twice?', of: '#1' },
    { do: 'add_hypothesis', of: '#2', text: 'The upload was tried again after a time-out' },
    { do: 'add_hypothesis', of: '#2', text: 'The payment file was imported twice' },
    { do: 'add_hypothesis', of: '#2', text: 'A colleague paid it by hand' },
  );
  const [log = '', ids = '', lines = ''] = await record(
    { do: 'add_probe', of: why, text: 'Look for a time-out in the upload log', cost: '5 min' },
    { do: 'add_probe', of: why, text: 'Compare the ids of the two payments', cost: '10 min' },
    { do: 'add_probe', of: why, text: 'Count the lines of the import', cost: '15 min' },
    { do: 'add_probe', of: why, text: 'Ask the colleagues', cost: '60 min' },
  );
  const expected = [
    [retry, log, 'time-out: certain, none seen: excluded'],
    [twice, log, 'time-out: unlikely, none seen: likely'],
    [byHand, log, 'time-out: unlikely, none seen: likely'],
    [retry, ids, 'same: 1, different: 0'],
    [twice, ids, 'same: 0.9, different: 0.1'],
    [byHand, ids, 'same: 0, different: 1'],
    [retry, lines, 'one: likely, two: unlikely'],
    [twice, lines, 'two: certain, one: excluded'],
    [byHand, lines, 'one: likely, two: unlikely'],
  ] as const;
  await record(
    ...expected.map(([of, at, text]) => ({ do: 'expect_outcomes', of, probe: at, text })),
  );

  await desk.openCommand('Open reasoning pane');
  await board().getByText('Why was the invoice paid twice?').waitFor();
  expect(await shares()).toEqual(['32%', '32%', '32%', '5%']);
  await look('asked');

  // What the probe that comes next brought, a person records in two presses.
  const next = probe('Compare the ids');
  await next.getByRole('button', { name: 'Record what was observed' }).click();
  await next.getByRole('button', { name: 'same', exact: true }).click();
  await expect.poll(shares).toEqual(['51%', '46%', '0%', '3%']);
  await look('observed');

  // The agent hears of it, carries out the next probe, and settles the question.
  const beliefs = await ask('ask_decisions', { plan_id: planId, ask: 'get_beliefs' });
  expect(beliefs).toMatchObject({ focus: bank, next_probe: log });
  await record({
    ...{ do: 'add_observation', of: why, text: 'The log shows a time-out at 10:31' },
    ...{ probe: log, outcome: 'time-out', supports: [retry] },
  });
  // By hand: words are weights beside 0.05 for any other outcome, so 0.5121·0.95, 0.4609·0.25 and 0, each by 1.05, and
  // 0.0269/3 for none of these, of their sum.
  await expect.poll(shares).toEqual(['80%', '19%', '0%', '2%']);
  await look('nearly');
  await record(
    { do: 'choose_option', of: retry, text: 'The bank confirms the second upload' },
    { do: 'reject_option', of: twice, text: 'The import log has one file' },
    { do: 'reject_option', of: byHand, text: 'The ids of the payments are the same' },
  );
  await board().locator('summary').filter({ hasText: 'The upload was tried again' }).waitFor();
  await look('settled');

  await pane().getByRole('button', { name: 'Save write-up' }).click();
  const file = join(desk.vault, `Logs/reasoning/${planId}-write-up.md`);
  await expect
    .poll(() => readFile(file, 'utf8').catch(() => ''))
    .toContain('The bank confirms the second upload');
  expect(desk.errors).toEqual([]);
  await agent.close();
}, 180_000);
