import type { ChildProcess } from 'node:child_process';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { main } from '../../src/hosts/node/cli/main.js';
import { bundleChild, type BundledChild } from '../support/children/bundled-child.js';
import {
  connected,
  newClient,
  officialClient,
  type OfficialClient,
} from '../support/mcp/agent-bench.js';
import { until } from '../support/until.js';
import { openOffice, type Office } from './office.js';

let program: BundledChild;
let office: Office;
let runner: ChildProcess;
let said: string;

beforeAll(async () => {
  program = await bundleChild(new URL('../../src/hosts/node/cli/cli-main.ts', import.meta.url));
});
afterAll(() => program.dispose());

beforeEach(async () => {
  office = await openOffice();
  said = '';
});
afterEach(async () => {
  const ended = new Promise((resolve) => runner.once('exit', resolve));
  runner.kill('SIGINT');
  await ended;
  await office.dispose();
}, 30_000);

/** A person runs a command of `agent` at a terminal, and types its word. */
async function typeAgent(word: string, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const terminal = { line: say, error: say, colours: false, ask: async () => word };
  await main(['agent', word, ...args, '--vault', office.vault], terminal, office.env);
  return lines.join('\n');
}

/** A person adds a client; its token. */
async function add(name: string): Promise<string> {
  return /cs_[\w-]{43}/.exec(await typeAgent('add', name, '--token'))?.[0] ?? '';
}

/** Starts the built runner with agents on; their address. */
async function run(): Promise<string> {
  const args = ['run', '--agents', '--trust-moves', '--vault', office.vault];
  runner = program.start(args, undefined, office.env);
  runner.stdout?.on('data', (part: Buffer) => (said += part.toString()));
  return until('agents can connect', async () => /http:\S+\/mcp/.exec(said)?.[0] ?? null);
}

/** A person can approve only what was made ready for it. */
const isPrepared = (path: string): Promise<true> =>
  until('its request is ready', async () => {
    const text = await readFile(path, 'utf8').catch(() => '');
    return text.includes('%% countersign') ? true : null;
  });

const overHttp = async (address: string) => enter(address, await add('Claude'));

function enter(address: string, token: string): Promise<OfficialClient> {
  // What runs reads the settings of the device again after a moment.
  return until('it is let in', () => connected('2026-07-28', address, token).catch(() => null));
}

async function overStdio(): Promise<OfficialClient> {
  await add('Claude');
  const client = newClient('2025-11-25');
  const args = [program.script, 'mcp', '--vault', office.vault, '--client', 'Claude'];
  const env = office.env as Record<string, string>;
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }),
  );
  return officialClient(client);
}

/** The lines of all audit files. */
async function auditOf(vault: string): Promise<readonly string[]> {
  const folder = join(vault, 'Logs/audit');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.trimEnd().split('\n'));
}

const to = 'client_a@example.com';
const brief = {
  text: 'Generate and send the January invoice to Client A for $1,500.',
  source: '[[EMAIL_client-a-invoice]]',
  steps: [{ text: 'Write the invoice' }, { text: `Send email to ${to}` }],
};

test.each<[string, typeof overHttp | typeof overStdio]>([
  ['HTTP', overHttp],
  ['stdio', overStdio],
])(
  'an agent over %s brings a mission to a person, and reads the outcome after they approved [R6.1] [R6.2] [R6.3] [R6.4] [R6.5] [R6.6] [R6.7] [R4.1] [FR-015] [FR-016] [FR-020] [SC-005] [SC-006] [SC-007] [SEED-4] [AGENT-1] [AGENT-3]',
  async (_way, connect) => {
    const client = await connect(await run());
    const call = async (name: string, args: Record<string, unknown>) => {
      const answer = await client.callTool({ name, arguments: args });
      expect(answer, name).not.toMatchObject({ isError: true });
      return (answer as { structuredContent: Record<string, unknown> }).structuredContent;
    };
    const { plan_id } = await call('start_plan', brief);
    const planPath = join(office.vault, `Plans/${plan_id as string}.md`);
    await call('update_plan_step', { plan_id, step: 1, rationale: 'It is written.' });
    await call('add_step', { plan_id, text: 'Look up the tax rate', rationale: 'It changed.' });
    await call('log_reasoning', { plan_id, action: 'Chose the PDF', rationale: 'They asked.' });
    const drafted = await call('draft_external_action', {
      ...{ plan_id, step: 2, action_type: 'email', target_recipient: to, title: 'Invoice' },
      ...{ rationale: 'Client A asked for it.', server: 'email', tool: 'send_email' },
      arguments: { to, subject: 'January invoice', text: 'Here it is.' },
    });
    const { request_id, note } = drafted as { request_id: string; note: string };
    await isPrepared(join(office.vault, note));
    await until('its plan is blocked', async () => {
      const { status, next_step } = await call('resume_plan', {});
      return status === 'Blocked' && next_step !== null ? true : null;
    });
    expect(await call('detect_blocks', {})).toMatchObject({
      blocked: [{ plan_id, waiting_for: [{ request_id }] }],
    });
    const reason = /^blocked_reason: (.*)$/m.exec(await readFile(planPath, 'utf8'))?.[1] ?? '';
    expect(reason).toContain(note.replace(/^Pending_Approval\/|\.md$/g, ''));
    expect(reason).toMatch(/ since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
    expect(office.sink.mails).toEqual([]);
    const waiting = call('await_request', { request_id, wait_seconds: 50 });
    await rename(join(office.vault, note), join(office.vault, 'Approved', `${request_id}.md`));
    expect(await waiting).toMatchObject({ status: 'executed', ran: true });
    expect(office.sink.mails).toMatchObject([{ to: [to], subject: 'January invoice' }]);
    await call('skip_step', { plan_id, step: 3, rationale: 'It is on the rate card.' });
    await call('archive_plan', { plan_id });
    const done = join(office.vault, `Done/Plans/${plan_id as string}.md`);
    const plan = await until('its plan is finished', () =>
      readFile(done, 'utf8').catch(() => null),
    );
    // Each of them once, in this order, for whoever reads the note later.
    const log = plan.slice(plan.indexOf('## Reasoning Logs'));
    const told = [
      'Agent (Claude): Marked step 1 complete',
      'Agent (Claude): Added step 3',
      'Agent (Claude): Chose the PDF — They asked.',
      'Agent (Claude): Drafted email for step 2',
      'Countersign: Blocked at step 2',
      'Approval received for step 2',
      'Countersign: Executed step 2',
      'Agent (Claude): Skipped step 3',
    ];
    const at = told.map((entry) => log.indexOf(entry));
    expect(told.filter((_entry, index) => at[index] === -1)).toEqual([]);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    for (const entry of told) expect(log.split(entry), entry).toHaveLength(2);
    const { lines, code } = await office.run('verify', '--json');
    expect([code, lines.join('')]).toEqual([0, expect.stringContaining('"findings"')]);
    const audit = await auditOf(office.vault);
    expect(audit.filter((line) => line.includes('Chose the PDF'))).toHaveLength(1);
    expect(audit.filter((line) => line.includes('"event":"intent"'))).toHaveLength(1);
    await client.close();
  },
  60_000,
);

test('an agent with files only does the same, and what it ticked is on record [FR-014] [R9.3]', async () => {
  await run();
  const { request, address } = await office.writeMission(7);
  await isPrepared((await office.find(request))?.path ?? '');
  await until('it is recorded', async () => (said.includes('note was added') ? true : null));
  await office.approve(request);
  await until('its note says what became of it', async () => {
    const found = await office.find(request);
    return found?.folder === 'Done/Actions' && /^status: executed$/m.test(found.text) ? true : null;
  });
  expect(office.sink.mails).toMatchObject([{ to: [address] }]);
}, 60_000);

test('an agent with nothing but the tools of a mail server sends one mail, after a person approved it', async () => {
  expect(await typeAgent('offer', 'email', 'send_email')).toContain('may ask for 1 tool');
  const address = await run();
  const token = await add('Claude');
  const claude = await enter(address, token);
  const codex = await enter(address, await add('Codex'));
  const answerOf = async (client: OfficialClient, name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as {
      isError?: boolean;
      structuredContent: Record<string, unknown>;
    };
  const { tools } = await claude.listTools();
  expect(tools.map(({ name }) => name)).toContain('email__send_email');
  const mail = { to, subject: 'January invoice', text: 'Here it is.' };
  const send = (client: OfficialClient) => answerOf(client, 'email__send_email', mail);
  const asked = await send(claude);
  expect(asked).toMatchObject({ structuredContent: { status: 'waiting_for_person' } });
  const { request_id, note } = asked.structuredContent as { request_id: string; note: string };
  await isPrepared(join(office.vault, note));
  expect(office.sink.mails).toEqual([]);
  await office.approve(request_id);
  expect(await answerOf(codex, 'await_request', { request_id })).toMatchObject({
    structuredContent: { status: 'executed', result: null },
  });
  // In a later session, which knows nothing of the id.
  await claude.close();
  const later = await enter(address, token);
  expect(await send(later)).toMatchObject({
    structuredContent: {
      ...{ request_id, status: 'executed' },
      result: expect.anything() as unknown,
    },
  });
  await Promise.all([later.close(), codex.close()]);
  expect(office.sink.mails).toMatchObject([{ to: [to], subject: 'January invoice' }]);
}, 60_000);
