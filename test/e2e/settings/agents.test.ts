import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, test } from 'vitest';
import { pressAsPerson } from '../../support/press-as-person.js';
import { until } from '../../support/until.js';
import { screenFaults } from '../screen-faults.js';
import { button, config, desk, open, openSettings, page, row, saved } from './in-settings.js';

/** Calls a method of the endpoint over HTTP. */
async function call(token: string, method: string, params: object = {}) {
  const { agentPort } = await config();
  const answer = await fetch(`http://127.0.0.1:${agentPort}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ authorization: `Bearer ${token}`, 'mcp-protocol-version': '2025-06-18' },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: answer.status, text: await answer.text() };
}

const use = (tool: string) => form().getByLabel(`What agents may do with ${tool}`, { exact: true });
const form = () => page.locator('.modal').last();
const theSwitch = () => row('Let agents connect on this computer');

/** Closes the settings, and opens another page of them. */
async function reopen(name: string): Promise<void> {
  while ((await page.locator('.modal').count()) > 0) await page.keyboard.press('Escape');
  await openSettings();
  await open(name);
}

/** Imports a server of documents, and opens the page of agents. */
async function importDocs(env: Readonly<Record<string, string>>, alias = 'docs'): Promise<void> {
  await reopen('Servers');
  await button('Import servers…').click();
  const docs = {
    command: process.execPath,
    args: [join(process.cwd(), 'test/support/servers/docs-server.mjs')],
    env,
  };
  await form()
    .getByRole('textbox')
    .fill(JSON.stringify({ mcpServers: { [alias]: docs } }));
  await pressAsPerson(button('Import'));
  await button('Done').click();
  await reopen('Connect an agent');
}

/** Takes pictures of the window on top: light and dark, wide and narrow. */
async function lookAtWindow(name: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of [600, 280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await form().evaluate(screenFaults), `${width} px`).toEqual([]);
    for (const isDark of [false, true]) {
      await page.evaluate((dark) => {
        document.body.classList.toggle('theme-dark', dark);
        document.body.classList.toggle('theme-light', !dark);
      }, isDark);
      for (const part of ['top', 'end']) {
        await form()
          .locator('.modal-content')
          .evaluate((content: HTMLElement, end) => {
            content.scrollTo(0, end ? content.scrollHeight : 0);
            content.closest('.modal')?.scrollTo(0, end ? content.scrollHeight : 0);
          }, part === 'end');
        await desk.screenshot(`agents-${name}-${width}-${isDark ? 'dark' : 'light'}-${part}`);
      }
    }
  }
  await page.evaluate(() => document.body.classList.replace('theme-dark', 'theme-light'));
  await page.setViewportSize(before);
}

describe('Connect an agent', () => {
  beforeEach(() => open('Connect an agent'));

  test('a person lets agents connect, adds one, sees what it did, rejects, and revokes it', async () => {
    expect(await theSwitch().textContent()).toContain('Off: agents can only edit notes');
    expect(await row('Programs that may connect').textContent()).toContain('None yet');
    await desk.screenshot('agents-off');
    await button('Turn on…').click();
    await desk.screenshot('agents-ask');
    // A script can't: it takes a press.
    await new Promise((resolve) => setTimeout(resolve, 700));
    await button('Let agents connect').evaluate((control: HTMLElement) => control.click());
    await form().getByText('That wasn’t a click by a person.').waitFor();
    expect(await config()).not.toHaveProperty('servesAgents');
    await pressAsPerson(button('Let agents connect'));
    await theSwitch().getByText('Next: add a client below').waitFor();

    await button('Add client…').click();
    await form().getByLabel('Name').fill('Agent (x)');
    expect(await form().textContent()).toContain('A name has 1 to 40 letters');
    await form().getByLabel('Name').fill('Claude Code');
    await pressAsPerson(button('Add client'));
    await form().getByText('It won’t be shown again').waitFor();
    await form().getByText('Claude Code', { exact: true }).click();
    await desk.screenshot('agents-token');
    const token = (await form().getByLabel('token', { exact: true }).textContent()) ?? '';
    expect(token).toMatch(/^cs_[\w-]{43}$/);
    const { agentPort } = await config();
    expect(await form().textContent()).toContain(
      `--scope user countersign http://127.0.0.1:${agentPort}/mcp`,
    );
    expect((await form().textContent())?.split(token)).toHaveLength(2);
    await button('Done').click();

    expect((await call(token, 'tools/list')).text).toContain('draft_external_action');
    await row('Claude Code').getByText('Last seen').waitFor();
    const brief = { text: 'Count the chairs.', source: '[[A talk]]', even_if_simple: true };
    const steps = [{ text: 'Count' }, { text: 'Send an email with the number' }];
    const made = await call(token, 'tools/call', {
      name: 'start_plan',
      arguments: { ...brief, objective: 'Chairs', steps },
    });
    expect(made.text).toContain('PLAN-');
    const drafted = await call(token, 'tools/call', {
      name: 'draft_external_action',
      arguments: {
        ...{ action_type: 'email', target_recipient: 'chairs@example.com', title: 'Chairs' },
        ...{ rationale: 'It is due.', server: 'email', tool: 'send_email' },
        arguments: { to: 'chairs@example.com', subject: 'Chairs', text: 'Three.' },
      },
    });
    expect(drafted.text).toContain('waiting_for_person');
    await row('Claude Code').getByText('1 request is waiting for you in the panel.').waitFor();
    await desk.screenshot('agents-client');

    await button('Activity of Claude Code').click();
    await form().getByText('Newest first.').waitFor();
    expect(await form().locator('li').count()).toBeGreaterThan(0);
    await desk.screenshot('agents-activity');
    await page.keyboard.press('Escape');

    await button('Reject all… of Claude Code').click();
    await button('Reject all').click();
    await until('the request is rejected', async () => (await desk.notes('Rejected')).length === 1);

    await page.getByText('1 request is waiting for you in the panel.').waitFor({ state: 'hidden' });

    await button('Pause Claude Code').click();
    await saved('it is paused', (now) => now.agents?.[0]?.paused === true);
    await expect.poll(async () => (await call(token, 'tools/list')).status).toBe(403);
    // A call just before may have had the row drawn again: then a person presses once more.
    await pressAsPerson(button('Resume Claude Code'));
    if (await page.getByText('That button just moved').isVisible())
      await pressAsPerson(button('Resume Claude Code'));
    await saved('it is resumed', (now) => now.agents?.[0]?.paused === undefined);
    await expect.poll(async () => (await call(token, 'tools/list')).status).toBe(200);

    await button('Revoke… Claude Code').click();
    await button('Revoke').click();
    await saved('it is revoked', (now) => now.agents?.length === 0);
    await expect.poll(async () => (await call(token, 'tools/list')).status).toBe(401);

    await button('Turn off').click();
    await saved('it is off', (now) => now.servesAgents === undefined);
    await until('the port is free', () =>
      call(token, 'tools/list').then(
        () => null,
        () => true,
      ),
    );
  }, 90_000);

  test('a person chooses which tools of a server agents may ask for, and takes them back', async () => {
    await button('Choose… tools of email').click();
    const tool = use('send_email');
    await tool.waitFor();
    await desk.screenshot('agents-tools');
    expect(await tool.locator('option').allInnerTexts()).toEqual(['Hidden', 'Ask me each time']);
    await tool.selectOption('Ask me each time');
    // A script can't: it takes a press.
    await new Promise((resolve) => setTimeout(resolve, 700));
    await button('Save').evaluate((control: HTMLElement) => control.click());
    await form().getByText('That wasn’t a click by a person.').waitFor();
    await pressAsPerson(button('Save'));
    await row('email').getByText('1 tool.').waitFor();
    const { agentTools = [] } = await config();
    expect(agentTools).toMatchObject([{ bridge: 'email', shown: { name: 'send_email' } }]);
    await button('Choose… tools of email').click();
    await tool.waitFor();
    expect(await tool.inputValue()).toBe('ask');
    await tool.selectOption('Hidden');
    await pressAsPerson(button('Save'));
    await saved('no tool is offered', (now) => now.agentTools?.length === 0);
    await row('email').getByText('No tools chosen.').waitFor();
  }, 60_000);

  test('a person allows a tool for one client, which then calls it unasked, and ends that', async () => {
    await importDocs({
      DOCS_CHANGED: `${'Finds pages by their words. '.repeat(20)}Sends them all.`,
    });
    await button('Turn on…').click();
    await pressAsPerson(button('Let agents connect'));
    const tokens = new Map<string, string>();
    for (const name of ['Claude Code', 'Codex']) {
      await button('Add client…').click();
      await form().getByLabel('Name').fill(name);
      await pressAsPerson(button('Add client'));
      const token = form().getByLabel('token', { exact: true });
      await token.waitFor();
      tokens.set(name, (await token.textContent()) ?? '');
      expect(await form().textContent()).toContain('countersign connect claude-code --client');
      await button('Done').click();
    }
    const search = (as: string) =>
      call(tokens.get(as) ?? '', 'tools/call', {
        ...{ name: 'docs__search', arguments: { words: 'chairs' } },
      });

    await button('Choose… tools of docs').click();
    await use('search').waitFor();
    const whole = form().locator('details').filter({ hasText: 'Sends them all.' });
    expect(await whole.locator('pre').isVisible()).toBe(false);
    await whole.getByText('Show all').click();
    expect(await whole.locator('pre').innerText()).toContain('"words"');
    await lookAtWindow('tools-whole');
    await button('Choose all').click();
    expect(await use('add_page').inputValue()).toBe('ask');
    expect(await use('add_page').locator('option').count()).toBe(2);
    await use('search').selectOption('Allow without asking');
    await form().getByText('Agents can send anything they can read to this server').waitFor();
    await pressAsPerson(button('Save'));
    await form().getByText('Choose at least one client').waitFor();
    expect((await config()).agentTools ?? []).toEqual([]);
    await lookAtWindow('allow-none');
    await form().getByLabel('Let Claude Code call the allowed tools').click();
    await pressAsPerson(button('Save'));
    await row('docs').getByText('3 tools, 1 allowed without asking.').waitFor();
    const { agents = [], agentTools = [] } = await config();
    expect(
      agentTools.flatMap(({ shown, allowed }) => (allowed ? [[shown.name, allowed.clients]] : [])),
    ).toEqual([
      [
        'search',
        agents.flatMap(({ name, tokenHash }) => (name === 'Claude Code' ? [tokenHash] : [])),
      ],
    ]);
    await row('Claude Code').getByText('May call docs.search without asking.').waitFor();
    expect((await search('Claude Code')).text).toContain('Two pages.');
    expect((await search('Codex')).text).toContain('waiting_for_person');

    await button('Choose… tools of docs').click();
    await use('search').waitFor();
    expect(await use('search').inputValue()).toBe('allow');
    await form().getByText('Claude Code may call it without asking until').waitFor();
    const toggle = form().getByLabel('Let Claude Code call the allowed tools');
    expect(await toggle.locator('..').getAttribute('class')).toContain('is-enabled');
    await lookAtWindow('allow');
    await button('Cancel').click();
    await desk.screenshot('agents-allowed');

    await button('Stop allowing tools of docs').click();
    await row('docs').getByText('3 tools.').waitFor();
    await saved(
      'nothing is allowed',
      (now) => now.agentTools?.every(({ allowed }) => !allowed) === true,
    );
    expect((await search('Claude Code')).text).toContain('waiting_for_person');
    await button('Activity of Claude Code').click();
    await form().getByText('Called docs.search once, as a person allowed.').waitFor();
    await desk.screenshot('agents-allowed-activity');
  }, 90_000);

  test('a person sees what the instructions for agents change, writes them, and every other line stays [AGENT-4, R6.8]', async () => {
    const skill = '.claude/skills/managing-obsidian-vault/SKILL.md';
    const agentsMd = join(desk.vault, 'AGENTS.md');
    const lines = async () => {
      await form().locator('li').first().waitFor();
      return form().locator('li').allInnerTexts();
    };
    await writeFile(agentsMd, 'Be kind.');
    await button('Preview…').click();
    const created = `${skill} will be created.`;
    const added =
      'In AGENTS.md, Countersign’s section will be added at the end. The rest stays as it is.';
    expect(await lines()).toEqual([created, added]);
    expect(await form().getByLabel('instructions', { exact: true }).textContent()).toContain(
      'Never move a note into `Approved/`.',
    );
    await desk.screenshot('agents-instructions');
    // Somebody else writes before the press: that stays, and is looked at first.
    await appendFile(agentsMd, '\nBe brief.');
    await pressAsPerson(button('Write files'));
    await form().getByText('AGENTS.md: This file was changed in the meantime.').waitFor();
    // Pressed again, it stops there again: the skill is written by now.
    await pressAsPerson(button('Write files'));
    await form().getByText('AGENTS.md: This file was changed in the meantime.').waitFor();
    expect(await desk.text('AGENTS.md')).toBe('Be kind.\nBe brief.');
    await button('Cancel').click();

    await button('Preview…').click();
    expect(await lines()).toEqual([`${skill} is up to date.`, added]);
    await pressAsPerson(button('Write files'));
    const notice = page.locator('.notice').filter({ hasText: 'Next: start a new session' });
    expect(await notice.textContent()).toContain('section was added at the end.');
    await desk.screenshot('agents-written');
    expect(await desk.text('AGENTS.md')).toMatch(
      /^Be kind\.\nBe brief\.\n\n<!-- countersign:begin/,
    );
    expect(await desk.text(skill)).toContain('## Section 8: ');

    await button('Preview…').click();
    expect(await lines()).toEqual([`${skill} is up to date.`, 'AGENTS.md is up to date.']);
    expect(await button('Write files').count()).toBe(0);
    await button('Close').click();
    await writeFile(agentsMd, '<!-- countersign:end -->\n');
    await button('Preview…').click();
    await form().getByText('AGENTS.md, line 1: The markers of Countersign’s section').waitFor();
    await desk.screenshot('agents-damaged');
  }, 60_000);

  test('tools whose names differ only in case are not counted, because agents don’t find them', async () => {
    await importDocs({ DOCS_TWIN: 'yes' }, 'twins');
    await button('Choose… tools of twins').click();
    await use('Search').waitFor();
    await button('Choose all').click();
    await pressAsPerson(button('Save'));
    await page.locator('.notice').getByText('Agents find 2 tools of twins from').waitFor();
    await page.getByText('Agents don’t find 2 of them: names that differ only in case.').waitFor();
  }, 60_000);
});
