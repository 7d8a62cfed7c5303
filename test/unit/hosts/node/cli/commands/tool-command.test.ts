import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import initSqlJs from 'sql.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agentSocketPath } from '../../../../../../src/hosts/desktop/agents/agent-socket.js';
import { startAgentEndpoint } from '../../../../../../src/hosts/desktop/agents/agent-endpoint.js';
import { toolCommands } from '../../../../../../src/hosts/node/cli/commands/tool-command.js';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { startRunner } from '../../../../../../src/hosts/node/runner/runner.js';
import { AgentFeatures } from '../../../../../../src/mcp/server/tools/agent-features.js';

let folder: string;
let vault: string;
let env: Record<string, string | undefined>;
let ending: (() => Promise<void>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tool-command-'));
  vault = join(folder, 'my vault');
  await mkdir(vault);
  env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  ending = [];
  expect(await run('setup')).toMatchObject({ code: 0 });
});
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command where nobody sits at a terminal. */
async function run(...args: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const terminal = {
    line: (text: string) => void lines.push(text),
    error: (text: string) => void errors.push(text),
    colours: false,
  };
  const code = await main([...args, '--vault', vault], terminal, env);
  return { code, lines, errors, json: () => JSON.parse(lines[0] ?? '') as unknown };
}

async function drafted() {
  const letter = ['--action-type', 'email', '--target-recipient', 'bob@example.com'];
  const why = ['--title', 'It', '--rationale', 'Asked.'];
  const call = ['--server', 'mail', '--tool', 'send', '--arguments', '{"to":"bob@example.com"}'];
  const made = await run('request', 'draft', ...letter, ...why, ...call, '--json');
  return made.json() as { request_id: string; note: string };
}

const brief = [
  ...['--text', 'Write the report. Send it to Bob by email.', '--source', 'message-1'],
  ...['--steps', '[{"text":"Write it"},{"text":"Send the email to Bob"}]', '--even-if-simple'],
];
const plan = ['--plan-id', 'PLAN-2026-001'];

test('works a plan where nothing runs, and gives JSON as the tools do', async () => {
  const made = await run('plan', 'start', ...brief, '--json');
  expect(made).toMatchObject({ code: 0, errors: [] });
  const { plan_id: id } = made.json() as { plan_id: string };
  expect(
    await run('plan', 'done', '--plan-id', id, '--step', '1', '--rationale', 'It is written.'),
  ).toMatchObject({ code: 0, lines: ['Step 1 was completed.'] });
  const resumed = await run('plan', 'resume', '--json');
  expect(resumed.json()).toMatchObject({
    plan_id: id,
    next_step: { position: 2, needs_approval: true },
  });
  expect(await readFile(join(vault, `Plans/${id}.md`), 'utf8')).toContain(
    'Outside: Marked step 1 complete',
  );
});

test('an answer names the options of the command that was typed', async () => {
  await run('plan', 'start', ...brief);
  const other = ['--text', 'Pay the rent.', '--source', 'message-1', '--even-if-simple'];
  const { code, errors } = await run('plan', 'start', ...other);
  expect(code).not.toBe(0);
  expect(errors.join()).toContain('ask again with `--continue-plan PLAN-2026-001`;');
  const { lines } = await run('plan', 'start', ...other, '--json');
  expect(lines.join()).toContain('`--continue-plan PLAN-2026-001`');
});

test('help names options and commands as they are typed, and no required option has a default', async () => {
  for (const { command } of toolCommands) {
    const { code, lines } = await run(...command.split(' '), '--help');
    expect(code).toBe(0);
    const help = lines.join('\n');
    expect(help).not.toMatch(/default: .*Required\./iu);
    expect(help).not.toMatch(/draft_external_action|await_request|plan_id|task_id/u);
  }
});

test('has a verb for all that can be recorded of a decision, and for all that can be asked of it [SEED-9]', async () => {
  await run('plan', 'start', ...brief);
  const of = async (verb: string, about: string, ...more: string[]): Promise<string> => {
    const done = await run('decision', verb, '--of', about, ...more);
    expect(done).toMatchObject({ code: 0, errors: [] });
    return /(?:\b[gdoabr]-\w{6}|recorded)$/u.exec(done.lines[0] ?? '')?.[0] ?? '';
  };
  const made = await run('decision', 'create-goal', '--text', 'Bob knows', ...plan, '--json');
  const { ids } = made.json() as { ids: [string] };
  const d = await of('create-decision', ids[0], '--text', 'How to send it', '--confidence', '0.9');
  const [mail, post] = [
    await of('add-option', d, '--text', 'E-mail'),
    await of('add-option', d, '--text', 'Post'),
  ];
  expect(await of('choose-option', mail, '--text', 'Bob reads it')).toBe('recorded');
  await of('reject-option', post, '--text', 'Too slow');
  await of('add-observation', d, '--text', 'Bob moved', '--files', '["Bob.md"]');
  const a = await of('create-action', d, '--text', 'Send it', '--step', 's2');
  await of('create-outcome', a, '--text', 'Bob was away');
  // Entries bear their second.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await of('create-outcome', a, '--text', 'Bob has it', '--success');
  await of('link-commit', d, '--text', '9f2c41ab');
  await of('add-note', d, '--name', 'assumptions', '--text', 'Bob has one address');
  const ask = async (...words: string[]) => (await run('decision', ...words)).lines.join('\n');
  const why = await ask('why', '--about', 'how to send');
  for (const said of [
    'Chosen: E-mail',
    'Rejected: Post',
    'Bob moved',
    'Commit 9f2c41ab',
    'assumptions: Bob has one address',
  ])
    expect(why).toContain(said);
  expect(await ask('tree', '--about', ids[0])).toContain('Goal: Bob knows');
  expect(await ask('rejected')).toContain('Too slow');
  expect(await ask('informed-by')).toContain('Bob moved');
  expect(await ask('outcome', '--about', ids[0])).toMatch(
    /^Succeeded[^]*Bob has it[^]*Failed[^]*Bob was away/u,
  );
  expect(await ask('for-commit', '--about', '9f2c41a')).toContain(d);
  expect(await ask('undecided')).toBe('Every decision has a choice.');
  expect(await ask('unlinked')).toContain('Everything');
  expect(await run('decision', 'add-option', '--of', mail, '--text', 'x')).toMatchObject({
    code: 3,
  });
});

test('of several at the same time, each waits for its turn', async () => {
  const start = (words: string) =>
    run('plan', 'start', '--even-if-simple', '--source', words, '--text', words);
  const made = await Promise.all([
    start('Water the flowers'),
    start('Paint a wall'),
    start('Sing'),
  ]);
  expect(made.map(({ errors }) => errors)).toEqual([[], [], []]);
});

test.each<[string, string[], number, string]>([
  [
    'a wrong step',
    ['plan', 'done', ...plan, '--step', '1', '--rationale', 'x'],
    3,
    'There is no plan',
  ],
  [
    'missing options',
    ['plan', 'done'],
    2,
    '`--plan-id` is missing. `--step` is missing. `--rationale` is missing. Nothing was done.',
  ],
  [
    'options without any of those that are required',
    ['request', 'draft', '--plan-id', 'PLAN-2026-001'],
    2,
    '`--action-type` is missing. `--target-recipient` is missing.',
  ],
  [
    'an option that is too long',
    ['plan', 'archive', '--plan-id', 'x'.repeat(201)],
    2,
    '`--plan-id` must have at most 200 characters; it has 201. Nothing was done.',
  ],
  [
    'a list that lacks something',
    ['plan', 'start', ...brief.slice(0, 4), '--steps', '[{}]'],
    2,
    '“0.text” in `--steps` is missing. Nothing was done.',
  ],
  [
    'a start without a brief',
    ['plan', 'start', '--text', 'Write it.'],
    2,
    'Give `--path`, or `--text` and `--source`. Nothing was done.',
  ],
  ['a task without a name', ['task', 'done'], 2, 'Give `--task-id`, or `--path`. Nothing'],
  [
    'a record that lacks options',
    ['decision', 'expect-outcomes'],
    2,
    '`--of` is missing. `--text` is missing. `--probe` is missing. Nothing was done.',
  ],
  [
    'an empty text',
    ['plan', 'done', ...plan, '--step', '1', '--rationale', ''],
    3,
    '`--rationale` is missing or empty. Give `--rationale` a text.',
  ],
  [
    'what is no JSON',
    ['plan', 'start', ...brief.slice(0, 4), '--steps', '[oops'],
    2,
    '--steps is not JSON.',
  ],
  [
    'a number that would be rounded',
    ['plan', 'start', ...brief.slice(0, 4), '--steps', '[{"text":12345678901234567890}]'],
    2,
    'The number 12345678901234567890 after "text" in --steps can’t be kept exactly.',
  ],
  ['an unknown verb', ['plan', 'applaud'], 2, 'Unknown command: plan applaud.'],
  [
    'an option of another command',
    ['plan', 'list', '--rationale', 'x'],
    2,
    'doesn’t take --rationale',
  ],
  ['a client that nobody added', ['plan', 'list', '--client', 'Claude'], 2, 'Claude was not added'],
])('refuses %s with words', async (_what, args, code, words) => {
  const refused = await run(...args);
  expect(refused.code).toBe(code);
  expect(refused.errors.join('\n')).toContain(words);
});

test.skipIf(process.platform === 'win32')(
  'says when the path of its socket is too long',
  async () => {
    env = { ...env, XDG_CONFIG_HOME: join(folder, 'c'.repeat(100)) };
    await run('setup');
    const notifier = { notify: () => {} };
    const runner = await startRunner({ vault, env, trustMoves: true, notifier });
    if (!runner.ok) throw new Error(runner.error.message);
    ending.push(() => runner.value.stop());
    const refused = await run('plan', 'list');
    expect(refused.errors.join()).toContain('Its path is longer than the');
  },
);

test('has what runs do it, through its socket, and says when that takes nothing', async () => {
  const runner = await startRunner({
    vault,
    env,
    trustMoves: true,
    notifier: { notify: () => {} },
  });
  if (!runner.ok) throw new Error(runner.error.message);
  ending.push(() => runner.value.stop());
  const refused = await run('plan', 'list');
  expect(refused.errors.join()).toContain(
    'Countersign is running for this vault, but does not accept agents.',
  );
  const features = new AgentFeatures(runner.value.engine);
  const endpoint = await startAgentEndpoint({
    ...{ port: 0, version: '0', clients: () => [], onSeen: () => {} },
    socketPath: agentSocketPath(runner.value.device.folder),
    featuresFor: (client) => features.of(client),
  });
  ending.push(() => endpoint.close());
  expect(await run('plan', 'start', ...brief)).toMatchObject({ code: 0 });
  const { request_id: id, note } = await drafted();
  const waiting = run('request', 'await', '--request-id', id, '--wait-seconds', '40', '--json');
  await rename(join(vault, note), join(vault, note.replace('Pending_Approval', 'Rejected')));
  expect((await waiting).json()).toMatchObject({ request_id: id, status: 'rejected', ran: false });
});

test('waits for a request without keeping the vault to itself, while nothing runs', async () => {
  await run('plan', 'start', ...brief);
  const { request_id: id } = await drafted();
  const begunMs = Date.now();
  const waiting = run('request', 'await', '--request-id', id, '--wait-seconds', '4', '--json');
  const listed = await Promise.race([run('plan', 'list'), waiting]);
  expect(listed).toMatchObject({ code: 0 });
  expect(listed.lines.join()).toContain('PLAN-2026-001');
  expect((await waiting).json()).toMatchObject({ request_id: id, status: 'waiting_for_person' });
  expect(Date.now() - begunMs).toBeGreaterThan(3_900);
});

test('lists the commands of agents by their group', async () => {
  expect((await run('help')).lines.join()).toContain('countersign help plan');
  const { lines } = await run('help', 'request');
  expect(lines.join()).toContain('countersign request withdraw');
});

test('writes the decisions of a plan into a new file, and makes a record of a graph or of a trajectory', async () => {
  await run('plan', 'start', ...brief);
  await run('decision', 'create-decision', '--text', 'Whom to ask', ...plan);
  const file = join(folder, 'out.sql');
  const exported = ['decision', 'export', 'PLAN-2026-001', '--as'];
  expect(await run(...exported, 'sql', '--to', file)).toMatchObject({
    ...{ code: 0, lines: [`✓ Written to ${file}.`], errors: [] },
  });
  const db = new (await initSqlJs()).Database();
  db.exec(await readFile(file, 'utf8'));
  const made = `SELECT decision_type, parent_id FROM decisions ORDER BY node_id LIMIT 1`;
  expect(db.exec(made)[0]?.values).toEqual([['goal', null]]);
  expect(db.exec('SELECT count(*) FROM decisions')[0]?.values).toEqual([[4]]);
  expect(await run(...exported, 'sql', '--to', file)).toMatchObject({ code: 2 });
  expect(await run(...exported, 'pdf')).toMatchObject({ code: 2 });
  expect(await run('decision', 'export', 'x', '--as', 'sql')).toMatchObject({ code: 3 });
  expect(await run('decision', 'export', 'PLAN-2026-001')).toMatchObject({ code: 2 });
  expect((await run(...exported, 'mermaid')).lines[0]).toBe('flowchart LR');
  await writeFile(join(folder, 'graph.json'), (await run(...exported, 'graph')).lines.join('\n'));
  const imported = await run('decision', 'import', join(folder, 'graph.json'));
  expect(imported).toMatchObject({ code: 0, errors: [] });
  const id =
    /as (graph-[0-9a-f]{6}): Logs\/reasoning\/graph-/u.exec(imported.lines[0] ?? '')?.[1] ?? '';
  expect((await run('decision', 'list')).lines).toEqual([
    `${id}: imported from “graph.json”, as its note says`,
  ]);
  const again = await run('decision', 'export', id, '--as', 'canvas');
  expect(again.lines.join('\n')).toContain('**Decision**\\n\\nWhom to ask');
  await writeFile(
    join(folder, 'run.jsonl'),
    '{"type": "FINAL", "content": "Done"}\n{"type": "FINAL',
  );
  const broken = await run('decision', 'import', join(folder, 'run.jsonl'));
  expect([broken.code, broken.errors.join('\n')]).toEqual([3, expect.stringContaining('Line 2: ')]);
});
