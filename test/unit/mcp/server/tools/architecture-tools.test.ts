import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import type { Engine } from '../../../../../src/engine/engine.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import {
  createWorld,
  moveToApproved,
  quiet,
  type World,
} from '../../../../support/engine/world.js';

const plan_id = 'PLAN-2026-001';
const note = `Plans/${plan_id}.md`;

interface Agent {
  readonly world: World;
  readonly engine: Engine;
  readonly words: (name: string, args?: JsonObject) => Promise<string>;
  readonly call: (name: string, args?: JsonObject) => Promise<JsonObject>;
  readonly prompt: (name: string) => Promise<string | null>;
}

async function start(text: string, steps: readonly JsonObject[] = []): Promise<Agent> {
  const world = await createWorld();
  const engine = await world.start();
  const features = new AgentFeatures(engine).of('claude');
  const ask = async (name: string, args: JsonObject = {}) => {
    const { signal } = new AbortController();
    const answer = await features.callTool(name, args, { signal });
    if (!answer) throw new Error(`There is no tool ${name}.`);
    return answer;
  };
  const call = async (name: string, args?: JsonObject) => {
    const { structured, isError, text: said } = await ask(name, args);
    if (isError || !structured) throw new Error(said);
    return structured;
  };
  await call('start_plan', {
    ...{ text, source: '[[EMAIL_portal]]', even_if_simple: true },
    steps: [{ text: 'Look at what is there' }, ...steps],
  });
  return {
    ...{ world, engine, call },
    words: async (name, args) => (await ask(name, args)).text,
    prompt: (name) => features.getPrompt(name, {}),
  };
}

const portal = 'Propose a system design for the customer portal.';
const structure = (agent: Agent) => agent.call('ask_decisions', { plan_id, ask: 'get_structure' });
const trace = (agent: Agent) => agent.call('ask_decisions', { plan_id, ask: 'get_trace' });

/** The five parts for the portal. */
const answer: readonly JsonObject[] = [
  { do: 'create_goal', text: 'Customers see their own orders and nobody else’s' },
  ...['Login', 'Orders'].map((text) => ({ do: 'create_subsystem', text })),
  ...['#2', '#3'].flatMap((of) =>
    ['goal', 'data', 'contract', 'risk', 'interface'].map((name) => ({
      ...{ do: 'add_note', of, name, text: `The ${name} of ${of}` },
    })),
  ),
  { do: 'focus_on', of: '#2', text: 'Everything else trusts it' },
  { do: 'add_note', of: '#2', name: 'next step', text: 'Try the login with an expired token' },
  { do: 'add_note', of: '#3', name: 'uncertain', text: 'Whether old orders have an owner' },
  { do: 'add_note', of: '#2', name: 'coupling', text: 'Orders read the session of the login' },
];

test.each([
  ['Propose an architecture for the portal.', 'architecture'],
  ['Give me a decomposition of the billing code.', 'architecture'],
  [portal, 'architecture'],
  ['Start with the system-design of the portal.', 'architecture'],
  ['Look at https://example.com/architecture and list the broken links.', 'light'],
  ['Generate and send the January invoice.', 'light'],
])('the words “%s” ask for %s mode [SUB-7]', async (text, mode) => {
  expect(await structure(await start(text))).toMatchObject({ mode });
});

test('words of the note that a plan was made of count, too, as long as it says the same [SUB-7]', async () => {
  const world = await createWorld();
  const sentences = ['The portal is slow', 'Customers wait', 'Look into it', 'Ann agrees'];
  const text = `${sentences.join('. ')}. Then propose an architecture.\n`;
  world.vault.outside.write('Inbox/portal.md', text);
  const engine = await world.start();
  const steps = [{ text: 'Look into it' }];
  const made = { path: 'Inbox/portal.md', evenIfSimple: true, actor: 'Human' as const, steps };
  await engine.operations.startPlan({ ...made, objective: 'Look into the portal' });
  const mode = async () => {
    const asked = await engine.operations.askDecisions({ planId: plan_id, ask: 'get_structure' });
    return asked.ok ? asked.value.json?.['mode'] : asked.error;
  };
  expect(world.note(note)).not.toContain('architecture');
  expect(await mode()).toBe('architecture');
  world.vault.outside.write('Inbox/portal.md', 'Paint it in another architecture.\n');
  await quiet(engine);
  expect(await mode()).toBe('light');
});

test('an agent asks for architecture mode, and a note turns it off again [SUB-7]', async () => {
  const agent = await start('Look after the customer portal.');
  expect(await structure(agent)).toMatchObject({ mode: 'light' });
  await agent.call('record_decisions', { plan_id, architecture: true, entries: answer });
  expect(await structure(agent)).toMatchObject({ mode: 'architecture', missing: [] });
  const off = { do: 'add_note', of: plan_id, name: 'mode', text: 'light' };
  await agent.world.clock.advance(60_000);
  await agent.call('record_decisions', { plan_id, entries: [off] });
  expect(await structure(agent)).toMatchObject({ mode: 'light' });
});

test('the five parts are kept as entries of the record, and come back as such [SUB-8] [SEED-8]', async () => {
  const agent = await start(portal);
  const before = agent.world.note(note);
  const recorded = await agent.call('record_decisions', {
    ...{ plan_id, architecture: true, entries: answer },
  });
  expect(recorded).not.toHaveProperty('missing');
  const [, login] = recorded['ids'] as string[];
  expect(await structure(agent)).toMatchObject({
    ...{ system_goal: 'Customers see their own orders and nobody else’s', focus_subsystem: login },
    subsystems: [
      {
        ...{ id: login, name: 'Login', goal: ['The goal of #2'], data: ['The data of #2'] },
        ...{ contract: ['The contract of #2'], risk: ['The risk of #2'] },
        interface: ['The interface of #2'],
      },
      { name: 'Orders' },
    ],
    next_step: 'Try the login with an expired token',
    uncertain: [{ about: 'Orders', text: 'Whether old orders have an owner' }],
    integration_checks: {
      ...{ consistency: [], 'privacy and security': [], performance: [] },
      ...{ coupling: ['Orders read the session of the login'], 'operational limits': [] },
    },
    missing: [],
  });
  const context = (text: string) => text.split('## Roadmap')[0];
  expect(context(agent.world.note(note))).toBe(context(before));
});

test.each<readonly [string, (entries: readonly JsonObject[]) => readonly JsonObject[], string]>([
  ['no subsystem', () => answer.slice(0, 1), 'Subsystem Decomposition: name the parts'],
  [
    'a subsystem without its risk',
    (all) => all.filter((one) => !(one['of'] === '#3' && one['name'] === 'risk')),
    'lacks a note “risk”',
  ],
  [
    'six subsystems',
    (all) => [...all, ...'abcd'.split('').map((text) => ({ do: 'create_subsystem', text }))],
    '6 parts are more than 5',
  ],
  ['no focus', (all) => all.filter((one) => one['do'] !== 'focus_on'), 'Focus Subsystem:'],
  [
    'a part that meets no other',
    (all) => all.filter((one) => !(one['of'] === '#3' && one['name'] === 'interface')),
    'Interfaces/Dependencies: Orders',
  ],
  ['no next step', (all) => all.filter((one) => one['name'] !== 'next step'), 'Next Step:'],
])('an answer with %s is refused by name, and nothing is written [SUB-8]', async (_, edit, why) => {
  const agent = await start(portal);
  const before = agent.world.note(note);
  const args = { plan_id, entries: edit(answer), architecture: true };
  expect(await agent.words('record_decisions', args)).toContain(why);
  expect(agent.world.note(note)).toBe(before);
});

test('without an answer the plan goes on in light mode, and the trace says so [SUB-7] [SUB-9]', async () => {
  const agent = await start(portal, [{ text: 'Draw it' }]);
  const part = { do: 'create_subsystem', text: 'Search' };
  const begun = await agent.call('record_decisions', { plan_id, entries: [part] });
  expect(begun['missing']).toContain('Focus Subsystem: say which part comes first (focus_on).');
  const [search = ''] = begun['ids'] as string[];
  const aside = { do: 'add_note', of: search, name: 'set aside', text: 'Orders have it' };
  await agent.call('record_decisions', { plan_id, entries: [aside] });
  expect(await trace(agent)).toMatchObject({
    ...{ mode: 'architecture', policy_fallback_applied: false },
  });
  const step = { plan_id, step: 1, rationale: 'Looked' };
  await agent.call('update_plan_step', step);
  expect(await trace(agent)).toMatchObject({
    policy_fallback_applied: true,
    policy_fallbacks: [
      'The work went on as in light mode: neither subsystems nor a next step are recorded.',
    ],
  });
  // What lacks one note is reasoning, too.
  const entries = answer.filter((one) => !(one['of'] === '#3' && one['name'] === 'data'));
  await agent.call('record_decisions', { plan_id, entries });
  expect((await structure(agent))['missing']).toHaveLength(1);
  expect(await trace(agent)).toMatchObject({ policy_fallback_applied: false });
});

test('an agent’s word takes no ✋ from a step that plainly reaches outside, and the trace says so [SUB-9] [SUB-12]', async () => {
  const agent = await start('Remind the customer.', [
    { text: 'Send the reminder to bob@example.com', needs_approval: false },
    { text: 'Compare the payments of May', needs_approval: false },
  ]);
  expect(agent.world.note(note)).toContain('✋ Send the reminder');
  expect(agent.world.note(note)).not.toContain('✋ Compare');
  expect(await trace(agent)).toMatchObject({
    policy_fallback_applied: true,
    policy_fallbacks: ['A step got a ✋ although the agent said that none is needed.'],
  });
  await agent.call('add_step', {
    ...{ plan_id, text: 'Pay the fee', needs_approval: false, rationale: 'It is due' },
  });
  expect(agent.world.note(note)).toContain('✋ Pay the fee');
  expect((await trace(agent))['policy_fallbacks']).toEqual([expect.stringContaining('2 steps')]);
});

test('a choice on record approves nothing; what the gate sends back is told in the trace [SUB-9] [SUB-12]', async () => {
  const agent = await start('Remind the customer.', [{ text: 'Send the reminder to Bob' }]);
  const { world, engine } = agent;
  await agent.call('record_decisions', {
    plan_id,
    entries: [
      { do: 'create_decision', text: 'Is an approval needed?' },
      { do: 'add_option', of: '#1', text: 'Send it without one' },
      { do: 'choose_option', of: '#2', text: 'It is only a reminder' },
    ],
  });
  await agent.call('update_plan_step', { plan_id, step: 1, rationale: 'Looked' });
  const drafted = await agent.call('draft_external_action', {
    ...{ plan_id, step: 2, action_type: 'email', target_recipient: 'bob@example.com' },
    ...{ title: 'Reminder', rationale: 'It is due' },
    arguments: { to: 'bob@example.com', subject: 'Reminder', text: 'It is due.' },
  });
  await quiet(engine);
  expect(world.server.calls).toEqual([]);
  expect(await trace(agent)).toMatchObject({ policy_fallback_applied: false });
  const path = drafted['note'] as string;
  world.vault.outside.write(note, world.note(note).replace('✋ Send', 'Send'));
  await quiet(engine);
  await moveToApproved(world, engine, path);
  expect(world.server.calls).toEqual([]);
  expect(await trace(agent)).toMatchObject({
    policy_fallback_applied: true,
    policy_fallbacks: [expect.stringMatching(/^The gate sent .* back: .*✋/u)],
  });
});

test('the contracts are prompts, in which rules go before reasons [AGENT-2] [SUB-12]', async () => {
  const agent = await start(portal);
  const light = await agent.prompt('meta_decomposition_contract');
  const architecture = await agent.prompt('architecture_mode_contract');
  expect(light).toContain('Rules go before reasons');
  expect((light ?? '').length).toBeLessThan(1_200);
  for (const part of [
    ...['System Goal', 'Subsystem Decomposition', 'Focus Subsystem'],
    ...['Interfaces/Dependencies', 'Next Step'],
  ])
    expect(architecture).toContain(part);
  expect(await agent.prompt('constructor')).toBeNull();
});
