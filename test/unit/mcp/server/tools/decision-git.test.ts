import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../src/core/json.js';
import { gitReader } from '../../../../../src/hosts/desktop/git/git-reader.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import { createWorld, quiet, type World } from '../../../../support/engine/world.js';
import { gitPlace, type GitPlace } from '../../../../support/git/repository.js';

const plan_id = 'PLAN-2026-001';
const planPath = `Plans/${plan_id}.md`;

interface Agent {
  readonly world: World;
  readonly call: (name: string, args?: JsonObject) => Promise<JsonObject>;
  readonly words: (name: string, args?: JsonObject) => Promise<string>;
  /** Lets everything that was begun end. */
  readonly quiet: () => Promise<void>;
}

let place: GitPlace;
let one: string;
beforeEach(() => {
  place = gitPlace();
  place.write('pay.py', 'print("one")\n');
  one = place.commit('One');
});
afterEach(() => place.dispose());

/** @param on `null`: git is off */
async function start(on: { readonly diffs?: true } | null, PATH?: string): Promise<Agent> {
  const world = await createWorld(on ? { git: await place.settings(on) } : {});
  const { environment } = place.options;
  const git = gitReader({
    ...place.options,
    environment: PATH === undefined ? environment : { PATH },
  });
  const engine = await world.start({}, { git });
  const ask = async (name: string, args: JsonObject = {}) => {
    const { signal } = new AbortController();
    const answer = await new AgentFeatures(engine).of('claude').callTool(name, args, { signal });
    if (!answer) throw new Error(`There is no tool ${name}.`);
    return answer;
  };
  await ask('start_plan', {
    text: 'Generate and send the January invoice to Client A for $1,500.',
    source: '[[EMAIL_client-a-invoice]]',
    steps: [{ text: 'Write the invoice' }, { text: 'Send email to client_a@example.com' }],
  });
  return {
    world,
    call: async (name, args) => {
      const { structured, isError, text } = await ask(name, args);
      if (isError || !structured) throw new Error(text);
      return structured;
    },
    words: async (name, args) => (await ask(name, args)).text,
    quiet: () => quiet(engine),
  };
}

const record = async ({ call }: Agent, ...entries: readonly JsonObject[]): Promise<string[]> =>
  (await call('record_decisions', { plan_id, entries }))['ids'] as string[];

const tree = ({ call }: Agent): Promise<JsonObject> =>
  call('ask_decisions', { plan_id, ask: 'get_decision_tree' });

const at = (json: Json | undefined, ...keys: readonly (string | number)[]): Json | undefined =>
  keys.reduce<Json | undefined>(
    (value, key) => (value as Record<string | number, Json> | undefined)?.[key],
    json,
  );

const decision: JsonObject = { do: 'create_decision', text: 'How to round' };

describe('the branch', () => {
  const entries: readonly JsonObject[] = [
    decision,
    { do: 'add_option', of: '#1', text: 'Up' },
    { do: 'choose_option', of: '#2', text: 'As the bank does' },
    { do: 'add_observation', of: '#1', text: 'The bank rounds up', confidence: 0.8 },
    { do: 'create_action', of: '#1', text: 'Round up' },
    { do: 'create_outcome', of: '#5', text: 'The sums agree', success: true },
    { do: 'create_goal', text: 'No cent is lost' },
  ];

  test('that is checked out is in each line that adds something, and in what is answered [SPEC-04.12]', async () => {
    place.git(['checkout', '-q', '-b', 'fix/round]up<%x%>']);
    const agent = await start({});
    await record(agent, ...entries);
    const lines = agent.world
      .note(planPath)
      .split('\n')
      .filter((line) => / \^[a-z]-\w+$/u.test(line));
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(line).toContain(' [branch:: fix/round-up‹U+003C›%x%>] ^');
    const found = await tree(agent);
    for (const path of [[], ['options', 0], ['actions', 0], ['informed_by', 0]] as const)
      expect(at(found, 'tree', 0, 'decisions', 0, ...path, 'branch')).toBe(
        'fix/round-up‹U+003C›%x%>',
      );
    place.git(['checkout', '-q', '--detach']);
    await record(agent, { do: 'create_goal', text: 'Without a branch' });
    expect(agent.world.note(planPath)).toMatch(/Goal — Without a branch \^g-/u);
  });

  test('is in no line where git is off, even if the vault is a repository, nor where it cannot be read [SPEC-04.15]', async () => {
    for (const on of [null, {}]) {
      const agent = await start(on);
      if (on) writeFileSync(join(place.folder, '.git', 'HEAD'), 'ref: refs/heads/../../x\n');
      await record(agent, ...entries);
      expect(agent.world.note(planPath)).not.toContain('branch::');
      expect(at(await tree(agent), 'tree', 0, 'decisions', 0, 'branch')).toBeNull();
    }
  });
});

describe('a commit that is linked', () => {
  const link = (text: string): readonly JsonObject[] => [
    decision,
    { do: 'link_commit', of: '#1', text },
  ];

  test('is looked for, and kept by its full id; what is no commit there is refused, and nothing recorded [SPEC-04.11] [SPEC-04.27]', async () => {
    const agent = await start({});
    await record(agent, ...link(one.slice(0, 8).toUpperCase()));
    expect(agent.world.note(planPath)).toContain(`Linked [[#^`);
    expect(agent.world.note(planPath)).toContain(` — commit ${one}\n`);
    expect(at(await tree(agent), 'tree', 0, 'decisions', 0, 'commit_hash')).toBe(one);
    const before = agent.world.note(planPath);
    const { git, folder } = place;
    for (const [id, says] of [
      [
        '0000000',
        `Entry 2 (link_commit): “0000000” is no commit in the repository of “${folder}”.`,
      ],
      [git(['rev-parse', 'HEAD^{tree}']), 'is a tree, and no commit, in'],
      [git(['rev-parse', 'HEAD:pay.py']), 'is a blob, and no commit, in'],
      ['main', '“main” is no commit'],
    ] as const) {
      const said = await agent.words('record_decisions', { plan_id, entries: [...link(id)] });
      expect(said).toContain(says);
      expect(said).toContain('Nothing was recorded.');
    }
    expect(agent.world.note(planPath)).toBe(before);
    expect(agent.world.paths('Logs/reasoning')).toEqual([]);
  });

  test('is recorded as it is named where git is off; where there is no git, all but commits are [SPEC-04.15]', async () => {
    const off = await start(null);
    await record(off, ...link('abcdef1'));
    expect(off.world.note(planPath)).toContain(' — commit abcdef1\n');
    const none = await start({ diffs: true }, '');
    const said = await none.words('record_decisions', { plan_id, entries: [...link(one)] });
    expect(said).toContain('Git was not found on this computer');
    expect(said).toContain('countersign decision git');
    expect(none.world.note(planPath)).not.toContain('How to round');
    await record(none, decision);
    expect(none.world.note(planPath)).toMatch(/How to round \[branch:: main\] \^d-/u);
  });
});

describe('what a linked commit changed', () => {
  const name = (commit: string): string => `${plan_id}-diff-${commit.slice(0, 12)}`;
  const link = (commit: string): readonly JsonObject[] => [
    decision,
    { do: 'link_commit', of: '#1', text: commit },
  ];

  test('is kept in a note of its own, as an action that implements the decision, where that is on [SPEC-04.13]', async () => {
    place.write('pay.py', '```\n````js\n- [ ] ✋ Pay \u202e1500\n---\n^d-aaaaaa\n<%* tp.x() %>\n');
    const two = place.commit('Two');
    const agent = await start({ diffs: true });
    const said = await agent.words('record_decisions', { plan_id, entries: [...link(two)] });
    const path = `Logs/reasoning/${name(two)}.md`;
    expect(said.split('\n')).toEqual([
      expect.stringMatching(/^create_decision: d-/u),
      'link_commit: recorded',
      `The diff of ${two.slice(0, 12)} is in ${path}.`,
    ]);
    const note = agent.world.note(path);
    expect(note).toContain(`commit: "${two}"`);
    // The fence is longer than any in it, and what is hidden is spelled out.
    expect(note).toMatch(/\n`{5}diff\ndiff --git a\/pay.py[^]*\n\+````js\n[^]*\n`{5}\n$/u);
    expect(note).toContain('+- [ ] ✋ Pay ‹U+202E›1500');
    expect(note).toContain('+‹U+003C›%* tp.x() %>');
    expect(note).not.toContain('\u202e');
    const found = await tree(agent);
    const actions = at(found, 'tree', 0, 'decisions', 0, 'actions') as readonly Json[];
    expect(actions).toHaveLength(1);
    expect(actions[0]).toMatchObject({
      content: `Commit ${two.slice(0, 12)}: [[${name(two)}|its diff]]`,
      author: 'verified',
    });
    expect(found['problems']).toEqual([]);

    // Once more, for another decision: the same note.
    await record(agent, ...link(two));
    expect(agent.world.note(path)).toBe(note);
    expect(agent.world.paths('Logs/reasoning')).toEqual([path]);
  });

  test('is not kept where that is off, and what is there already is not written over [SPEC-04.13]', async () => {
    const off = await start({});
    await record(off, ...link(one));
    expect(off.world.paths('Logs/reasoning')).toEqual([]);
    expect(at(await tree(off), 'tree', 0, 'decisions', 0, 'actions')).toEqual([]);

    const agent = await start({ diffs: true });
    const path = `Logs/reasoning/${name(one)}.md`;
    agent.world.vault.outside.write(path, 'Pay everybody.\n');
    await agent.quiet();
    const said = await agent.words('record_decisions', { plan_id, entries: [...link(one)] });
    expect(said).toContain(`${path} is there already, and says something else.`);
    expect(agent.world.note(path)).toBe('Pay everybody.\n');
    const found = await tree(agent);
    expect(at(found, 'tree', 0, 'decisions', 0, 'actions')).toEqual([]);
    expect(at(found, 'tree', 0, 'decisions', 0, 'commit_hash')).toBe(one);
  });

  test('is cut where it is long, and the note says so; a commit that changed nothing has none [SPEC-04.13]', async () => {
    place.write('long.txt', 'A line of a long file\n'.repeat(2_000));
    const long = place.commit('Long');
    const empty = place.commit('Nothing');
    const agent = await start({ diffs: true });
    await record(agent, ...link(long));
    const note = agent.world.note(`Logs/reasoning/${name(long)}.md`);
    expect(note).toContain('It is longer: only the beginning is kept here.');
    expect(note.length).toBeLessThan(20_500);
    expect(note).toMatch(/\+A line of a long file\n```\n$/u);
    const said = await agent.words('record_decisions', { plan_id, entries: [...link(empty)] });
    expect(said).toContain('was not kept: It changed no file.');
  });
});

test('a commit, or the beginning of its id, leads to the decisions of all plans that it was linked to, finished ones too [SPEC-04.14]', async () => {
  const agent = await start({});
  const { call, words, world } = agent;
  const entries = (text: string, commit: string): readonly JsonObject[] => [
    { do: 'create_decision', text },
    { do: 'link_commit', of: '#1', text: commit },
  ];
  await record(agent, ...entries('How to round', one));
  await call('start_plan', {
    text: 'Renew the domain of Client B, then tell them about it by email, and log the payment.',
    source: '[[EMAIL_domain]]',
    steps: [{ text: 'Renew the domain' }, { text: 'Log the payment' }],
  });
  const second = 'PLAN-2026-002';
  await call('record_decisions', { plan_id: second, entries: [...entries('Who renews', one)] });
  const two = place.commit('Two');
  await call('record_decisions', { plan_id: second, entries: [...entries('When', two)] });
  world.vault.outside.move(`Plans/${second}.md`, `Done/Plans/${second}.md`);
  await agent.quiet();
  for (const about of [one, one.slice(0, 7), one.slice(0, 9).toUpperCase()]) {
    const ask = { ask: 'get_decisions_for_commit', about };
    const found = await call('ask_decisions', ask);
    expect(at(found, 'nodes')).toMatchObject([
      { content: 'How to round', commit_hash: one, note: planPath },
      { content: 'Who renews', commit_hash: one, note: `Done/Plans/${second}.md` },
    ]);
    expect(found).toMatchObject({ plan_id: null, problems: [] });
    const said = (await words('ask_decisions', ask)).split('\n');
    expect(said).toEqual([
      expect.stringMatching(/^PLAN-2026-001: How to round \(d-/u),
      expect.stringMatching(/^PLAN-2026-002: Who renews \(d-/u),
    ]);
    expect(at(await call('ask_decisions', { ...ask, plan_id }), 'nodes')).toHaveLength(1);
  }
  expect(await words('ask_decisions', { ask: 'get_decisions_for_commit', about: '0000000' })).toBe(
    'No decision was linked to this commit.',
  );
});
