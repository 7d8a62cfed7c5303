import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../src/core/json.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import { createWorld, type World } from '../../../../support/engine/world.js';

const golden = join(import.meta.dirname, '../../../../support/golden/decisions');
/** The same text as is kept there; after a wanted change: `REWRITE_GOLDEN=1`. */
function expectGolden(text: string, name: string): void {
  const path = join(golden, name);
  if (process.env['REWRITE_GOLDEN'] === '1') writeFileSync(path, text);
  expect(text).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '');
}

const plan_id = 'PLAN-2026-001';
const minute = 60_000;

interface Agent {
  readonly world: World;
  readonly call: (name: string, args?: JsonObject) => Promise<JsonObject>;
  readonly words: (name: string, args?: JsonObject) => Promise<string>;
  readonly record: (...entries: readonly JsonObject[]) => Promise<readonly string[]>;
}

async function start(): Promise<Agent> {
  const world = await createWorld();
  const engine = await world.start();
  const ask = async (name: string, args: JsonObject = {}) => {
    const { signal } = new AbortController();
    const answer = await new AgentFeatures(engine).of('claude').callTool(name, args, { signal });
    if (!answer) throw new Error(`There is no tool ${name}.`);
    return answer;
  };
  const call = async (name: string, args?: JsonObject) => {
    const { structured, isError, text } = await ask(name, args);
    if (isError || !structured) throw new Error(text);
    return structured;
  };
  await call('start_plan', {
    text: 'Find out why invoice 2026-114 for $1,500 was paid twice, and tell the bank.',
    source: '[[EMAIL_paid-twice]]',
    steps: [{ text: 'Find the cause' }, { text: 'Tell the bank' }],
  });
  return {
    ...{ world, call, words: async (name, args) => (await ask(name, args)).text },
    record: async (...entries) => {
      const { ids } = await call('record_decisions', { plan_id, entries });
      await world.clock.advance(minute);
      return ids as string[];
    },
  };
}

const list = (json: Json | undefined): readonly JsonObject[] => json as JsonObject[];

/** Why an invoice was paid twice: three hypotheses, two subsystems, four probes. */
async function paidTwice({ record }: Agent) {
  const [bank = '', books = '', why = '', match = '', retry = '', importTwice = '', customer = ''] =
    await record(
      { do: 'create_subsystem', text: 'Bank interface' },
      { do: 'create_subsystem', text: 'Bookkeeping' },
      { do: 'ask_question', text: 'Why was the invoice paid twice?', of: '#1' },
      { do: 'ask_question', text: 'Why did nobody see it in the books?', of: '#2' },
      { do: 'add_hypothesis', of: '#3', text: 'The upload was tried again after a time-out' },
      { do: 'add_hypothesis', of: '#3', text: 'The payment file was imported twice' },
      { do: 'add_hypothesis', of: '#3', text: 'A colleague paid it by hand' },
    );
  const [log = '', ids = '', phone = ''] = await record(
    { do: 'add_probe', of: why, text: 'Look for a time-out in the upload log', cost: '5 min' },
    { do: 'add_probe', of: why, text: 'Compare the ids of the two payments', cost: '10 min' },
    { do: 'add_probe', of: why, text: 'Ask the colleagues', cost: '60 min' },
    ...[
      [retry, '#1', 'time-out: certain, none seen: excluded'],
      [importTwice, '#1', 'time-out: unlikely, none seen: likely'],
      [customer, '#1', 'time-out: unlikely, none seen: likely'],
      [retry, '#2', 'same: 1, different: 0'],
      [importTwice, '#2', 'same: 0.9, different: 0.1'],
      [customer, '#2', 'same: 0, different: 1'],
    ].map(([of = '', probe = '', text = '']) => ({ do: 'expect_outcomes', of, probe, text })),
  );
  return { bank, books, why, match, retry, importTwice, customer, log, ids, phone };
}

test('a lost payment: what is known, what it speaks for, and which probe is worth most, as an agent hears it [SUB-2] [SUB-3] [SUB-4]', async () => {
  const agent = await start();
  const { bank, why, retry, importTwice, customer, log, ids, phone } = await paidTwice(agent);
  const beliefs = async () => await agent.call('ask_decisions', { plan_id, ask: 'get_beliefs' });

  const before = await beliefs();
  const question = list(before['questions']).find(({ id }) => id === why);
  expect(question).toMatchObject({ id: why, subsystem: bank, is_settled: false });
  expect(list(question?.['hypotheses']).find(({ id }) => id === retry)).toEqual({
    ...{ id: retry, statement: 'The upload was tried again after a time-out' },
    ...{ assumptions: [], evidence_for: [], evidence_against: [], falsifiers: [] },
    ...{ confidence: 0.3167, next_probe: 'Compare the ids of the two payments' },
  });
  const probes = list(question?.['probes']);
  // All costs are in minutes, so the worth is counted for each of them; what says nothing comes last.
  expect(probes.map(({ id }) => id)).toEqual([ids, log, phone]);
  expect(probes.at(-1)).toMatchObject({ id: phone, gain_bits: null });
  expect(before).toMatchObject({ focus: bank, next_probe: ids });

  await agent.record(
    { do: 'add_note', of: retry, name: 'assumption', text: 'The bank takes a file twice' },
    { do: 'add_note', of: retry, name: 'falsifier', text: 'The log has one upload only' },
    {
      ...{ do: 'add_observation', of: why, text: 'Both payments bear the id 8812' },
      ...{ probe: ids, outcome: 'same', supports: [retry, importTwice], contradicts: [customer] },
    },
  );
  const after = list((await beliefs())['questions']).find(({ id }) => id === why);
  const told = (id: string) => list(after?.['hypotheses']).find((one) => one['id'] === id);
  // By hand: 0.31667·1, 0.31667·0.9 and 0, and 0.05/3 for none of these.
  expect([retry, importTwice, customer].map((id) => told(id)?.['confidence'])).toEqual([
    0.5121, 0.4609, 0,
  ]);
  expect(told(retry)).toMatchObject({
    ...{
      assumptions: ['The bank takes a file twice'],
      falsifiers: ['The log has one upload only'],
    },
    ...{ evidence_for: ['Both payments bear the id 8812'], evidence_against: [] },
  });
  expect(await agent.words('ask_decisions', { plan_id, ask: 'get_beliefs' })).toContain(
    'Next: Look for a time-out in the upload log',
  );
  await agent.record({ do: 'choose_option', of: retry, text: 'The log shows a time-out at 10:31' });
  expect(list((await beliefs())['questions']).find(({ id }) => id === why)).toMatchObject({
    is_settled: true,
  });
});

test('confidences leave “none of these” its share when they are written, and later ones take it from there [SUB-3]', async () => {
  const agent = await start();
  const [why = '', yes = '', , log = ''] = await agent.record(
    { do: 'ask_question', text: 'Was it paid twice?' },
    { do: 'add_hypothesis', of: '#1', text: 'Yes', prior: 0.5 },
    { do: 'add_hypothesis', of: '#1', text: 'No', prior: 0.45 },
    { do: 'add_probe', of: '#1', text: 'Read the log' },
    { do: 'expect_outcomes', of: '#2', probe: '#4', text: 'two rows: 0.9, one row: 0.1' },
    { do: 'expect_outcomes', of: '#3', probe: '#4', text: 'two rows: 0.1, one row: 0.9' },
  );
  const late = { do: 'add_hypothesis', of: why, text: 'It was paid back', prior: 0.03 };
  const refused = await agent.words('record_decisions', { plan_id, entries: [late] });
  expect(refused).toContain('would begin with 1.03 together with “none of these” (0.05)');
  // What the advice says works.
  const [other = ''] = await agent.record({ do: 'ask_question', text: 'Anew', none: 0.02 });
  await agent.record(
    { do: 'add_hypothesis', of: other, text: 'Yes', prior: 0.5 },
    { do: 'add_hypothesis', of: other, text: 'No', prior: 0.45 },
    { ...late, of: other },
  );
  await agent.record({
    ...{ do: 'add_observation', of: why, text: 'Two rows', probe: log, outcome: 'two rows' },
    supports: [yes],
  });
  const [backId = ''] = await agent.record(late);
  const questions = list(
    (await agent.call('ask_decisions', { plan_id, ask: 'get_beliefs' }))['questions'],
  );
  const asked = (id: string) => questions.find((one) => one['id'] === id);
  // 0.03 of the 0.05 of “none of these”, to which each of three outcomes was as likely: 0.01 of 0.5117.
  expect(list(asked(why)?.['hypotheses']).find(({ id }) => id === backId)).toMatchObject({
    confidence: 0.0195,
  });
  expect(asked(other)).toMatchObject({ not_counted: [] });
});

test('a memory block and a trace have all their fields, and fit [SUB-5] [SUB-6]', async () => {
  const agent = await start();
  const { bank, why } = await paidTwice(agent);
  await agent.record(
    { do: 'focus_on', of: bank },
    { do: 'add_note', of: bank, name: 'invariant', text: 'The bank numbers payments by file' },
    { do: 'add_note', of: bank, name: 'risk', text: 'A second upload can’t be called back' },
    { do: 'add_note', of: bank, name: 'coupling', text: 'The books read the same file' },
    ...Array.from({ length: 6 }, (_, at) => ({
      ...{ do: 'add_hypothesis', of: why, text: `Something else ${at}`, prior: 0.001 },
    })),
  );
  const of = async (ask: string) => await agent.call('ask_decisions', { plan_id, ask });
  const memory = await of('get_memory_block');
  expect(Object.keys(memory)).toEqual(
    expect.arrayContaining([
      ...['session_id', 'task_id', 'focus_subsystem', 'global_invariants'],
      ...['candidate_hypotheses', 'selected_hypothesis_id', 'next_probe', 'updated_at_utc'],
    ]),
  );
  expect(memory).toMatchObject({
    ...{ session_id: 'Agent (claude)', task_id: plan_id, focus_subsystem: 'Bank interface' },
  });
  expect(list(memory['candidate_hypotheses'])).toHaveLength(5);
  expect(memory['global_invariants']).toContain('The bank numbers payments by file');
  expect(await of('get_trace')).toMatchObject({
    ...{ focus_subsystem: 'Bank interface', policy_fallback_applied: false },
    integration_risks: [
      'A second upload can’t be called back',
      'coupling: The books read the same file',
    ],
  });
});

test('the focus stays over five passes while nothing is observed, and moves when evidence says so [SUB-1] [SUB-14]', async () => {
  const agent = await start();
  const { bank, books, match, why, log, ids } = await paidTwice(agent);
  const focus = async () =>
    (await agent.call('ask_decisions', { plan_id, ask: 'get_beliefs' }))['focus'];
  await agent.record({ do: 'focus_on', of: bank, text: 'Its log is at hand' });
  for (const pass of ['decompose', 'ground', 'integrate', 'execute', 'decompose']) {
    await agent.record({ do: 'add_note', of: bank, name: pass, text: `What pass ${pass} found` });
    expect(await focus()).toBe(bank);
  }
  const [seen = '', hidden = '', check = ''] = await agent.record(
    { do: 'add_hypothesis', of: match, text: 'The two lines were joined' },
    { do: 'add_hypothesis', of: match, text: 'Nobody looked' },
    { do: 'add_probe', of: match, text: 'Count the lines of the day' },
    { do: 'expect_outcomes', of: '#1', probe: '#3', text: 'one line: 1, two lines: 0' },
    { do: 'expect_outcomes', of: '#2', probe: '#3', text: 'one line: 0, two lines: 1' },
  );
  expect([seen, hidden, check].every((id) => id !== '')).toBe(true);
  expect(await focus()).toBe(bank);
  await agent.record(
    { do: 'add_observation', of: why, text: 'Same id', probe: ids, outcome: 'same' },
    {
      do: 'add_observation',
      of: why,
      text: 'A time-out at 10:31',
      probe: log,
      outcome: 'time-out',
    },
  );
  expect(await focus()).toBe(books);
});

test('where sync brings two answers together, another question takes the place of that one, as the problem says [SUB-2]', async () => {
  const agent = await start();
  const { bank, why, retry, customer, log } = await paidTwice(agent);
  const { outside } = agent.world.vault;
  const note = `Plans/${plan_id}.md`;
  await agent.record({ do: 'choose_option', of: retry, text: 'The log shows it' });
  const chosen = outside
    .read(note)
    ?.split('\n')
    .find((line) => line.includes('Chose'));
  const other = chosen?.replaceAll(retry, customer) ?? '';
  outside.write(note, `${outside.read(note)?.trimEnd() ?? ''}\n${other}\n`);
  await agent.world.clock.advance(minute);
  const words = async () => await agent.words('ask_decisions', { plan_id, ask: 'get_beliefs' });
  expect(await words()).toContain('name this decision in `supersedes`');

  const again = { do: 'ask_question', text: 'Why twice, then?', of: bank, supersedes: why };
  await agent.record(again);
  const { questions, next_probe } = await agent.call('ask_decisions', {
    ...{ plan_id, ask: 'get_beliefs' },
  });
  expect(list(questions).find(({ id }) => id === why)).toMatchObject({ is_settled: true });
  expect(next_probe).not.toBe(log);
  expect(await words()).not.toContain('name this decision');
  expect(await words()).toContain(
    `Question: Why was the invoice paid twice? (${why}) – replaced by Why twice, then?`,
  );
  expect(await agent.words('ask_decisions', { plan_id, ask: 'get_write_up' })).toContain(
    'It no longer holds: “Why twice, then?” took its place.',
  );
});

test('the write-up tells a stranger how the cause was found', async () => {
  const agent = await start();
  const { bank, why, match, retry, importTwice, customer, log, ids } = await paidTwice(agent);
  await agent.record({ do: 'focus_on', of: bank, text: 'Its log is at hand' });
  await agent.record(
    { do: 'add_note', of: retry, name: 'assumption', text: 'The bank takes the same file twice' },
    { do: 'add_note', of: retry, name: 'falsifier', text: 'The log has one upload only' },
    {
      ...{ do: 'add_observation', of: why, text: 'Both payments bear the id 8812' },
      ...{ probe: ids, outcome: 'same', supports: [retry, importTwice], contradicts: [customer] },
    },
  );
  await agent.record({
    ...{
      do: 'add_observation',
      of: why,
      text: 'The log has a time-out at 10:31 and a second upload',
    },
    ...{ probe: log, outcome: 'time-out', supports: [retry], contradicts: [importTwice] },
  });
  await agent.record(
    { do: 'choose_option', of: retry, text: 'Same id, and a second upload right after a time-out' },
    { do: 'reject_option', of: importTwice, text: 'The file was imported once' },
    { do: 'create_decision', text: 'How to keep it from happening again' },
    { do: 'add_option', of: '#3', text: 'Ask the bank before a second upload' },
    { do: 'add_option', of: '#3', text: 'Never try again' },
    { do: 'choose_option', of: '#4', text: 'It costs a second, and time-outs are common' },
    { do: 'reject_option', of: '#5', text: 'Then people upload by hand' },
    { do: 'add_hypothesis', of: match, text: 'The two lines were joined' },
  );
  expectGolden(
    await agent.words('ask_decisions', { plan_id, ask: 'get_write_up' }),
    'paid-twice.md',
  );
});

test.each<readonly [string, JsonObject, string]>([
  [
    'an outcome that the probe does not have',
    { do: 'add_observation', probe: 'LOG', text: 'x', outcome: 'maybe' },
    '“maybe” is no outcome of',
  ],
  [
    'numbers over 1',
    { do: 'add_hypothesis', of: 'WHY', text: 'x', prior: 1.2 },
    '`prior` is not from 0 to 1',
  ],
  [
    'likelihoods that no word says',
    { do: 'expect_outcomes', of: 'RETRY', probe: 'LOG', text: 'time-out: NaN' },
    '“NaN” does not say how likely',
  ],
  [
    'a probe of another question',
    { do: 'expect_outcomes', of: 'MATCH', probe: 'LOG', text: 'yes: 1' },
    'is a probe of another question',
  ],
  [
    'a hypothesis for a probe',
    { do: 'add_hypothesis', of: 'LOG', text: 'x' },
    'can’t be named there',
  ],
])('%s is refused, and nothing is written [SUB-3]', async (_, entry, why) => {
  const agent = await start();
  const found = await paidTwice(agent);
  const ids: Readonly<Record<string, string>> = {
    WHY: found.why,
    LOG: found.log,
    RETRY: found.retry,
    MATCH: found.match,
  };
  const named = Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      (typeof value === 'string' ? ids[value] : undefined) ?? value,
    ]),
  );
  const before = agent.world.vault.outside.read(`Plans/${plan_id}.md`);
  expect(await agent.words('record_decisions', { plan_id, entries: [named] })).toContain(why);
  expect(agent.world.vault.outside.read(`Plans/${plan_id}.md`)).toBe(before);
});
