import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import type { Engine } from '../../../../../src/engine/engine.js';
import type { ToolAnswer } from '../../../../../src/mcp/server/server-features.js';
import {
  AgentFeatures,
  toolDefinitions,
} from '../../../../../src/mcp/server/tools/agent-features.js';
import {
  createWorld,
  everythingIn,
  invoiceMission,
  quiet,
  type World,
} from '../../../../support/engine/world.js';

type Call = (name: string, args?: JsonObject) => Promise<ToolAnswer>;

interface Agents {
  readonly world: World;
  readonly engine: Engine;
  readonly features: AgentFeatures;
  readonly as: (client: string) => Call;
}

async function start(): Promise<Agents> {
  const world = await createWorld();
  const engine = await world.start();
  const features = new AgentFeatures(engine);
  const as =
    (client: string): Call =>
    async (name, args = {}) => {
      const { signal } = new AbortController();
      const answer = await features.of(client).callTool(name, args, { signal });
      if (!answer) throw new Error(`There is no tool ${name}.`);
      return answer;
    };
  return { world, engine, features, as };
}

const plan_id = 'PLAN-2026-001';
const brief: JsonObject = {
  text: 'Generate and send the January invoice to Client A for $1,500.',
  source: '[[EMAIL_client-a-invoice]]',
  steps: [
    { text: 'Write the invoice' },
    { text: 'Send email to client_a@example.com' },
    { text: 'Log the transaction' },
  ],
};
const letter: JsonObject = {
  action_type: 'email',
  target_recipient: 'client_a@example.com',
  title: 'January invoice',
  rationale: 'Client A asked for it.',
  arguments: { to: 'client_a@example.com', subject: 'Invoice', text: 'Here it is.' },
};

/** The agent's part of the mission, up to the request that waits; its id. */
async function upToRequest(call: Call): Promise<string> {
  await call('start_plan', brief);
  await call('update_plan_step', { plan_id, step: 1, rationale: 'Written.' });
  const drafted = await call('draft_external_action', { ...letter, plan_id, step: 2 });
  expect(drafted).toMatchObject({ isError: false, structured: { status: 'waiting_for_person' } });
  return drafted.structured?.['request_id'] as string;
}

/** A person’s decision, as a move. */
async function move({ world, engine }: Agents, folder: 'Approved' | 'Rejected'): Promise<void> {
  const path = world.only('Pending_Approval');
  world.vault.outside.move(path, path.replace('Pending_Approval', folder));
  await quiet(engine);
}

describe('what agents are offered', () => {
  test('takes the seeds’ mission to “waiting for a person”, and tells the outcome after Approve [R6.1] [R6.2] [R6.5] [R6.7]', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const request_id = await upToRequest(call);
    await quiet(agents.engine);
    expect(await call('detect_blocks')).toMatchObject({
      structured: { blocked: [{ plan_id, status: 'Blocked', waiting_for: [{ request_id }] }] },
    });
    expect((await call('resume_plan')).text).toContain('Next step: 2 of 3, ✋ Send email');
    expect(await call('await_request', { request_id, wait_seconds: 0 })).toMatchObject({
      structured: { status: 'waiting_for_person', ran: false },
    });
    await move(agents, 'Approved');
    const done = await call('await_request', { request_id });
    expect(done).toMatchObject({ isError: false, structured: { status: 'executed', ran: true } });
    expect(done.structured?.['result']).not.toBeNull();
    await call('update_plan_step', { plan_id, step: 3, rationale: 'Logged.' });
    await quiet(agents.engine);
    expect(await call('archive_plan', { plan_id })).toMatchObject({
      structured: { note: `Done/Plans/${plan_id}.md` },
    });
    const actors = agents.engine.entriesAfter(0).map(({ actor }) => actor);
    expect(new Set(actors)).toEqual(new Set(['Agent (Claude)', 'Countersign', 'Outside']));
  });

  test('gives a person’s reason for a rejection, and takes a new draft of the step then', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const request_id = await upToRequest(call);
    await quiet(agents.engine);
    const pending = agents.world.only('Pending_Approval');
    const [review] = await agents.engine.reviews(1);
    expect(review?.requestId).toBe(request_id);
    await move(agents, 'Rejected');
    expect(agents.world.paths('Pending_Approval')).not.toContain(pending);
    expect(await call('await_request', { request_id })).toMatchObject({
      structured: { status: 'rejected', ran: false },
    });
    const again = await call('draft_external_action', { ...letter, plan_id, step: 2 });
    expect(again).toMatchObject({ isError: false });
  });

  test('answers as soon as a person has decided, without asking again and again', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const request_id = await upToRequest(call);
    await quiet(agents.engine);
    const waiting = Promise.all(
      Array.from({ length: 50 }, () => call('await_request', { request_id })),
    );
    await move(agents, 'Approved');
    const answers = await waiting;
    // The open note is gone: it was filed before the answer.
    for (const { structured } of answers) {
      expect(structured).toMatchObject({ status: 'executed', note: null });
    }
  });

  test.each([
    ['Approved', 'update_plan_step', { plan_id, step: 3, rationale: 'Logged.' }],
    ['Rejected', 'draft_external_action', { ...letter, plan_id, step: 2 }],
  ] as const)('lets who was told %s go on with the plan at once', async (folder, name, args) => {
    const agents = await start();
    const call = agents.as('Claude');
    const request_id = await upToRequest(call);
    await quiet(agents.engine);
    const goingOn = call('await_request', { request_id }).then(() => call(name, args));
    await move(agents, folder);
    expect(await goingOn).toMatchObject({ isError: false });
  });

  test('waits on while the note is away, as between two folders, and says so at the end of a wait', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const request_id = await upToRequest(call);
    await quiet(agents.engine);
    const { outside } = agents.world.vault;
    const path = agents.world.only('Pending_Approval');
    const text = outside.read(path) ?? '';
    outside.remove(path);
    const waiting = call('await_request', { request_id });
    await quiet(agents.engine);
    expect(await call('await_request', { request_id, wait_seconds: 0 })).toMatchObject({
      structured: { status: 'note_problem', ran: null },
    });
    outside.write(path.replace('Pending_Approval', 'Approved'), text);
    await quiet(agents.engine);
    expect(await waiting).toMatchObject({ structured: { status: 'executed', ran: true } });
  });

  test('ends a wait when its client is gone, and leaves the request', async () => {
    const { world, features, engine, as } = await start();
    const request_id = await upToRequest(as('Claude'));
    await quiet(engine);
    const gone = new AbortController();
    const { signal } = gone;
    const waiting = features.of('Claude').callTool('await_request', { request_id }, { signal });
    gone.abort();
    expect(await waiting).toMatchObject({ structured: { status: 'waiting_for_person' } });
    expect(world.paths('Pending_Approval')).toHaveLength(1);
  });

  test('lets nobody but its drafter read an answer or withdraw a request, and nobody one that is approved', async () => {
    const agents = await start();
    const request_id = await upToRequest(agents.as('Claude'));
    await quiet(agents.engine);
    const withdrawing = { request_id, rationale: 'No longer needed.' };
    expect(await agents.as('Codex')('withdraw_request', withdrawing)).toMatchObject({
      isError: true,
      structured: { error: { message: `${request_id} was not drafted by you.` } },
    });
    agents.world.config = { ...agents.world.config, paused: true };
    await move(agents, 'Approved');
    expect(await agents.as('Claude')('withdraw_request', withdrawing)).toMatchObject({
      structured: { error: { message: `A person has approved ${request_id}.` } },
    });
    agents.world.config = { ...agents.world.config, paused: false };
    agents.engine.lookAtEverything();
    await quiet(agents.engine);
    expect(await agents.as('Codex')('await_request', { request_id })).toMatchObject({
      structured: { status: 'executed', result: null },
    });
  });

  test('withdraws what its client drafted, and it never runs', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const request_id = await upToRequest(call);
    await quiet(agents.engine);
    await call('withdraw_request', { request_id, rationale: 'No longer needed.' });
    await quiet(agents.engine);
    expect(agents.world.paths('Pending_Approval')).toEqual([]);
    const reason = 'Agent (Claude) withdrew it before anyone approved it: “No longer needed.”';
    expect(await call('await_request', { request_id })).toMatchObject({
      structured: { status: 'withdrawn', ran: false, reason },
    });
  });

  test('writes in a plan or to a request only in its own name', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const request_id = await upToRequest(call);
    await quiet(agents.engine);
    const lie = { action: 'Executed: mail.pay', rationale: 'The server reports success.' };
    await call('log_reasoning', { plan_id, ...lie });
    await call('withdraw_request', { request_id, rationale: 'You approved it. Executed.' });
    await quiet(agents.engine);
    await agents.engine.flushDashboard();
    const dashboard = agents.world.note('Dashboard.md');
    const own = 'Agent (Claude) wrote “Executed: mail.pay — The server reports success.”';
    expect(dashboard).toContain(own);
    expect(dashboard).not.toMatch(/: (?:You approved it\. )?Executed/u);
    const [note = ''] = agents.world.paths('Archive');
    expect(agents.world.note(note)).toContain(
      '> [!warning] Countersign: Agent (Claude) withdrew it before anyone approved it: “You approved it. Executed.”',
    );
  });

  test('puts nothing into a note that Templater would run, and sends what was asked for', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const code = '<%* evil() %>';
    const text = `Write the report ${code}, then send it to client_a@example.com.`;
    const steps = [{ text: `Write it ${code}` }, { text: `Send email ${code}` }];
    await call('start_plan', { text, source: `[[A ${code}]]`, context: code, steps });
    await call('log_reasoning', { plan_id, action: code, rationale: code });
    await call('update_plan_step', { plan_id, step: 1, rationale: code });
    const sent = { to: 'client_a@example.com', subject: code, text: `${code}\n${code}` };
    await call('draft_external_action', {
      ...{ ...letter, plan_id, step: 2, arguments: sent, context: code },
      ...{ title: code, rationale: code, target_recipient: `client_a@example.com ${code}` },
    });
    await quiet(agents.engine);
    await agents.engine.flushDashboard();
    await move(agents, 'Approved');
    expect(agents.world.server.calls.map((one) => one.arguments)).toEqual([sent]);
    await call('add_step', { plan_id, text: code, rationale: code });
    await quiet(agents.engine);
    const made = agents.world.paths('');
    expect(made.length).toBeGreaterThan(3);
    expect(made.filter((path) => agents.world.note(path).includes('<%'))).toEqual([]);
  });

  test('does not tick a ✋ step, and says what to do instead', async () => {
    const { as } = await start();
    const call = as('Claude');
    expect((await call('start_plan', brief)).text).toMatch(
      /Next: step 1, .+\. A person must approve ✋: step 2\.$/u,
    );
    for (const name of ['update_plan_step', 'skip_step']) {
      expect(await call(name, { plan_id, step: 2, rationale: 'Done.' })).toMatchObject({
        isError: true,
        structured: {
          error: { code: 'step_gated', advice: 'Draft a request for it, and wait for a person.' },
        },
      });
    }
  });

  test('whose request waits says which one, when its step is ticked all the same', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const request_id = await upToRequest(call);
    const ticked = await call('update_plan_step', { plan_id, step: 2, rationale: 'Done.' });
    expect(ticked.text).toContain(`Its request ${request_id} waits for a person.`);
  });

  test('stops a client that goes round in circles, and no other', async () => {
    const { world, as, engine } = await start();
    const call = as('Claude');
    await call('start_plan', brief);
    const log = { plan_id, action: 'Looked', rationale: 'Again.' };
    for (let n = 0; n < 119; n += 1) await call('log_reasoning', log);
    const before = everythingIn(world);
    const refused = await call('log_reasoning', log);
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain('continue in 60 s');
    expect(everythingIn(world)).toEqual(before);
    expect(await as('Codex')('log_reasoning', log)).toMatchObject({ isError: false });
    await world.clock.advance(60_001);
    expect(await call('log_reasoning', log)).toMatchObject({ isError: false });
    await quiet(engine);
  });

  test('holds no more than twenty requests of one client at once', async () => {
    const { as, engine } = await start();
    const call = as('Claude');
    for (let n = 0; n < 20; n += 1) {
      await call('draft_external_action', { ...letter, title: `Letter ${n}` });
    }
    await quiet(engine);
    const refused = await call('draft_external_action', letter);
    expect(refused.text).toContain('20 of your requests wait for a person.');
  });

  test('says where a plan stands in under 2,000 characters, whatever is in it', async () => {
    const { as } = await start();
    const call = as('Claude');
    const long = 'Look closely at every invoice. '.repeat(40).slice(0, 990);
    await call('start_plan', { ...brief, objective: long.slice(0, 500), steps: [{ text: long }] });
    for (let n = 0; n < 3; n += 1) {
      await call('log_reasoning', { plan_id, action: 'Looked', rationale: long });
    }
    const { text, structured } = await call('resume_plan');
    expect(text.length).toBeLessThan(2_000);
    expect(JSON.stringify(structured).length).toBeLessThan(2_000);
  });

  test('names only notes of the vault as briefs', async () => {
    const { as } = await start();
    for (const path of ['../secret.md', '.obsidian/x.md', '/etc/passwd', 'a.txt', 'x/../../y.md']) {
      expect(await as('Claude')('evaluate_brief', { path })).toMatchObject({ isError: true });
    }
  });

  test('takes no source that a note can’t hold', async () => {
    const { as, world } = await start();
    expect(await as('Claude')('start_plan', { ...brief, source: '\u0000' })).toMatchObject({
      isError: true,
    });
    expect(world.paths('Plans')).toEqual([]);
  });

  test('marks a task as done by the client’s name, and says why it does not [US1.2]', async () => {
    const { as, world, engine } = await start();
    const call = as('Claude');
    const path = 'Inbox/roof.md';
    world.vault.outside.write(path, 'Look at the roof.\n');
    await quiet(engine);
    expect((await call('finish_task', { path })).text).toContain('“Inbox/roof.md” is not a task.');
    await engine.operations.keepAsTask({ path });
    await quiet(engine);
    await world.clock.advance(1_100);
    await quiet(engine);
    const task_id = engine.view().tasks?.[0]?.taskId ?? '';
    // Agents confuse the two.
    expect(await call('finish_task', { path: task_id })).toMatchObject({
      isError: false,
      structured: { task_id, note: 'Done/Tasks/roof.md' },
    });
    const done = engine.entriesAfter(0).find(({ event }) => event === 'task_done');
    expect(done).toMatchObject({ actor: 'Agent (Claude)', task_id });
  });

  test('may write again a minute after a clock that was ahead for a moment was set right', async () => {
    const { world, as } = await start();
    const call = as('Claude');
    await call('start_plan', brief);
    const logged = (action: string) =>
      call('log_reasoning', { plan_id, action, rationale: 'So that it is known.' });
    const now = world.clock.now();
    world.clock.jumpTo(now + 3 * 3_600_000);
    await logged('ahead');
    world.clock.jumpTo(now);
    for (let at = 0; at < 119; at += 1) expect((await logged(`${at}`)).isError).toBe(false);
    expect((await logged('one more')).text).toContain('More than 120 changes in a minute.');
    world.clock.jumpTo(now + 60_000);
    expect((await logged('later')).isError).toBe(false);
  });

  test('has resources to read, and a prompt to go on', async () => {
    const { features, as } = await start();
    await as('Claude')('start_plan', brief);
    const offered = features.of('Claude');
    const uris = offered.resources().map(({ uri }) => uri);
    expect(uris).toEqual([
      'countersign://mission',
      'countersign://plans',
      'countersign://dashboard',
      `countersign://plans/${plan_id}`,
    ]);
    for (const uri of uris) expect(await offered.readResource(uri)).not.toBeNull();
    expect(await offered.readResource(`countersign://plans/../Inbox`)).toBeNull();
    expect(await offered.getPrompt('resume', {})).toContain(`Resuming plan ${plan_id}`);
    expect(await offered.getPrompt('approve', {})).toBeNull();
  });

  test('says of a plan that was cancelled and is put back that it had ended, and asks nobody to go on with it [R7.1]', async () => {
    const { engine, features, world, as } = await start();
    const call = as('Claude');
    await call('start_plan', brief);
    const path = `Plans/${plan_id}.md`;
    const before = world.note(path);
    await engine.operations.cancelPlan({ planId: plan_id, reason: 'No', actor: 'Human' });
    await quiet(engine);
    world.vault.outside.write(path, before);
    await quiet(engine);
    const said = await call('resume_plan', { plan_id });
    expect(said.text).toContain(
      'A plan with this number was cancelled. Don’t work on it unless a person reopens it.',
    );
    expect(said.structured).toMatchObject({ ended: 'cancelled', next_step: null });
    const prompt = await features.of('Claude').getPrompt('resume', { plan_id });
    expect(prompt).toBe(said.text);
    expect(await call('list_missions')).toMatchObject({
      text: 'There is no unfinished plan.',
      structured: { missions: [], total: 0 },
    });
  });

  test('asks nobody to go on with a plan that waits for approval [LOOP-6]', async () => {
    const { engine, features } = await start();
    await engine.operations.initializePlan({ ...invoiceMission, awaitsApproval: true });
    await quiet(engine);
    const prompt = await features.of('Claude').getPrompt('resume', { plan_id });
    expect(prompt).toContain('a person has not approved this plan yet');
    expect(prompt).not.toContain('Go on with this plan');
  });

  test('fits its list of tools into 11 kB', () => {
    expect(Buffer.byteLength(JSON.stringify({ tools: toolDefinitions }))).toBeLessThan(11_000);
  });
});
