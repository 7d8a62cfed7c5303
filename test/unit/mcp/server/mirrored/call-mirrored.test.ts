import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import { agentTool } from '../../../../../src/core/settings/agents/agent-tools.js';
import type { Engine } from '../../../../../src/engine/engine.js';
import type { ToolAnswer } from '../../../../../src/mcp/server/server-features.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import { rewrite } from '../../../../support/engine/gate-bench.js';
import { sendEmailTool } from '../../../../support/memory/memory-bridges.js';
import {
  createWorld,
  everythingIn,
  quiet,
  valueOf,
  type World,
} from '../../../../support/engine/world.js';

type Call = (name: string, args?: JsonObject) => Promise<ToolAnswer>;

interface Agents {
  readonly world: World;
  readonly engine: Engine;
  readonly features: AgentFeatures;
  readonly as: (client: string | null) => Call;
}

const send = 'email__send_email';
const mail: JsonObject = { to: 'client_a@example.com', subject: 'Invoice', text: 'Here it is.' };

function agentsOf(world: World, engine: Engine): Agents {
  const features = new AgentFeatures(engine);
  const as =
    (client: string | null): Call =>
    async (name, args = {}) => {
      const { signal } = new AbortController();
      const answer = await features.of(client).callTool(name, args, { signal });
      if (!answer) throw new Error(`There is no tool ${name}.`);
      await answer.onTold?.();
      return answer;
    };
  return { world, engine, features, as };
}

async function start(): Promise<Agents> {
  const tool = agentTool('email', sendEmailTool, sendEmailTool);
  if (!tool.ok) throw new Error(tool.error.message);
  const world = await createWorld({ agentTools: [tool.value] });
  return agentsOf(world, await world.start());
}

/** The server lists its tools for the first call, and not when its request is then to be prepared. */
async function startUnprepared(): Promise<Agents> {
  const agents = await start();
  const { server } = agents.world;
  let inspections = 0;
  server.duringInspect = () => {
    inspections += 1;
    server.reachable = inspections !== 2;
  };
  return agents;
}

const letter: JsonObject = {
  ...{ action_type: 'email', target_recipient: 'client_a@example.com', title: 'Invoice' },
  ...{ rationale: 'They asked.', arguments: mail },
};
const firstOf = ({ content, text }: ToolAnswer) => content?.[0]?.['text'] ?? text;
const idIn = ({ structured }: ToolAnswer): string => structured?.['request_id'] as string;
const move = async ({ world, engine }: Agents, folder: 'Approved' | 'Rejected'): Promise<void> => {
  const path = world.only('Pending_Approval');
  world.vault.outside.move(path, path.replace('Pending_Approval', folder));
  await quiet(engine);
};

describe('a mirrored tool', () => {
  test('is listed for a client with a name, and for nobody else', async () => {
    const { features, as } = await start();
    const listed = (client: string | null): boolean =>
      features.of(client).tools.some(({ name }) => name === send);
    expect([listed('Claude'), listed(null)]).toEqual([true, false]);
    await expect(as(null)(send, mail)).rejects.toThrow('There is no tool');
  });

  test('is told without a secret that came after it was offered, and not under a name that repeats one', async () => {
    const shown = { ...sendEmailTool, description: 'Sends as tulip-47-Mx.' };
    const named = { ...sendEmailTool, name: 'send_tulip-47-Mx' };
    const agentTools = [shown, named].map((tool) => valueOf(agentTool('email', tool, tool)));
    const world = await createWorld({ agentTools });
    const { features } = agentsOf(world, await world.start());
    const told = () => features.of('Claude').tools.filter(({ name }) => name.startsWith('email'));
    expect(told().map(({ description }) => description)).toEqual([
      expect.stringContaining('Sends as tulip-47-Mx.'),
      expect.stringContaining('Sends a mail.'),
    ]);
    const server = { alias: 'email', transport: 'stdio', command: 'mail', args: [] } as const;
    const env = { MAIL_TOKEN: 'tulip-47-Mx' };
    world.config = { ...world.config, bridges: [{ ...server, env, timeLimitSeconds: 60 }] };
    expect(told().map(({ name }) => name)).toEqual([send]);
    expect(JSON.stringify(told())).not.toContain('tulip');
    expect(JSON.stringify(told())).toContain('Sends as •••.');
  });

  test('asks a person: nothing is sent before they approve, once after it, and the answer comes back', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const asked = await call(send, mail);
    expect(asked).toMatchObject({
      isError: false,
      structured: { status: 'waiting_for_person', message: expect.any(String) as string },
    });
    expect(asked.text).toContain(idIn(asked));
    await quiet(agents.engine);
    expect(agents.world.server.calls).toEqual([]);
    await move(agents, 'Approved');
    expect(agents.world.server.calls).toMatchObject([{ tool: 'send_email', arguments: mail }]);
    expect(await call('await_request', { request_id: idIn(asked) })).toMatchObject({
      isError: false,
      structured: { status: 'executed', ran: true, result: 'Email sent' },
    });
  });

  test('answers in a form that clients take, whatever its server wrote beside what was asked for', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const odd = { annotations: { priority: 5 }, _meta: 'x', icons: {}, size: '12', title: null };
    const content: JsonObject[] = [
      { type: 'text', text: 'Message sent.', more: 1, annotations: null },
      { type: 'text', text: 'To Ann.', ...odd, _meta: { a: 1 } },
      { type: 'image', data: 'YWJj', mimeType: 'image/png' },
      { type: 'image', data: 'not base64!', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'x:y', name: 'n', mimeType: 5, ...odd },
      { type: 'resource_link', uri: 'x:y', name: 'n', size: 1e300 },
      { type: 'resource', resource: { uri: 'x:y', text: 't', mimeType: 5, _meta: null } },
      { type: 'resource', resource: { uri: 'x:y', blob: '*' } },
    ];
    agents.world.server.answer = () => ({ kind: 'result', result: { content } });
    const asked = await call(send, mail);
    await quiet(agents.engine);
    await move(agents, 'Approved');
    const told = await call('await_request', { request_id: idIn(asked) });
    expect(told.content?.slice(1)).toEqual([
      { type: 'text', text: 'Message sent.', more: 1 },
      { type: 'text', text: 'To Ann.', _meta: { a: 1 } },
      content[2],
      { type: 'text', text: '[image]' },
      { type: 'resource_link', uri: 'x:y', name: 'n' },
      { type: 'resource_link', uri: 'x:y', name: 'n' },
      { type: 'resource', resource: { uri: 'x:y', text: 't' } },
      { type: 'text', text: '[resource]' },
    ]);
  });

  test('called again gives the same request, then its answer once, then a new request; other clients get their own', async () => {
    const agents = await start();
    const { world, engine } = agents;
    const call = agents.as('Claude');
    const [first, same] = await Promise.all([call(send, mail), call(send, mail)]);
    expect(idIn(same)).toBe(idIn(first));
    await quiet(engine);
    expect(world.paths('Pending_Approval')).toHaveLength(1);
    await move(agents, 'Approved');
    // Also after a restart: what was not fetched is in the ledger.
    const later = agentsOf(world, await world.start());
    const answered = await later.as('Claude')(send, mail);
    expect(answered.structured).toMatchObject({ status: 'executed', result: 'Email sent' });
    const other = await later.as('Codex')(send, mail);
    expect(other.structured).toMatchObject({ status: 'waiting_for_person' });
    expect(await later.as('Codex')('await_request', { request_id: idIn(first) })).toMatchObject({
      structured: { status: 'executed', result: null },
    });
    const filed = world.only('Done/Actions');
    expect(await later.as('Codex')('start_plan', { path: filed })).toMatchObject({ isError: true });
    const anew = await later.as('Claude')(send, mail);
    expect(anew.structured).toMatchObject({ status: 'waiting_for_person' });
    expect([idIn(first), idIn(other)]).not.toContain(idIn(anew));
    await quiet(later.engine);
    expect(world.server.calls).toHaveLength(1);
  });

  test.each(['Approved', 'Rejected'])(
    'called again while its note is moved to %s gets the same request',
    async (folder) => {
      const agents = await startUnprepared();
      const { world, engine } = agents;
      const call = agents.as('Claude');
      const first = await call(send, mail);
      await quiet(engine);
      // Its old place is looked at first, and its new one later.
      const path = world.only('Pending_Approval');
      world.vault.watchers.clear();
      world.vault.outside.move(path, path.replace('Pending_Approval', folder));
      engine.look(path);
      await quiet(engine);
      expect(idIn(await call(send, mail))).toBe(idIn(first));
      await quiet(engine);
      const notes = world.paths('').filter((one) => one.includes('send-email'));
      expect(notes.map((one) => one.replace(/^.*\//u, ''))).toEqual([`${idIn(first)}.md`]);
    },
  );

  test('keeps its id while its note is away: what another client calls then has one of its own', async () => {
    const agents = await startUnprepared();
    const { world, engine } = agents;
    const first = idIn(await agents.as('Claude')(send, mail));
    await quiet(engine);
    world.vault.outside.remove(world.only('Pending_Approval'));
    await quiet(engine);
    const other = { ...mail, subject: 'Other' };
    const second = idIn(await agents.as('Codex')(send, other));
    expect(second).not.toBe(first);
    expect([engine.drafter(first), engine.drafter(second)]).toEqual([
      'Agent (Claude)',
      'Agent (Codex)',
    ]);
    expect(idIn(await agents.as('Codex')(send, other))).toBe(second);
    await quiet(engine);
    await move(agents, 'Approved');
    const told = await agents.as('Codex')(send, other);
    expect(told.structured).toMatchObject({ status: 'executed', result: 'Email sent' });
  });

  test('whose note was deleted before it was prepared asks anew', async () => {
    const agents = await startUnprepared();
    const { world, engine } = agents;
    const call = agents.as('Claude');
    const first = idIn(await call(send, mail));
    await quiet(engine);
    world.vault.outside.remove(world.only('Pending_Approval'));
    await quiet(engine);
    expect((await call(send, mail)).structured).toMatchObject({ status: 'waiting_for_person' });
    await quiet(engine);
    expect(world.only('Pending_Approval')).not.toContain(`${first}.md`);
  });

  test('says with a rejection why, and that an outcome is unknown as long as nobody answered', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const asked = await call(send, mail);
    await quiet(agents.engine);
    await move(agents, 'Rejected');
    expect((await call(send, mail)).structured).toMatchObject({
      ...{ status: 'rejected', request_id: idIn(asked) },
    });
    agents.world.server.answer = () => ({
      kind: 'result',
      result: { content: [{ type: 'text', text: 'Error: 1,500 overdrawn' }] },
    });
    const second = await call(send, mail);
    await quiet(agents.engine);
    await move(agents, 'Approved');
    const told = async (client: string): Promise<string> =>
      JSON.stringify(await agents.as(client)('await_request', { request_id: idIn(second) }));
    expect(await told('Claude')).toContain('overdrawn');
    expect(await told('Codex')).not.toContain('overdrawn');
    expect(await told('Codex')).toContain('unknown');
    for (let n = 0; n < 2; n += 1) {
      const unknown = await call(send, mail);
      expect(unknown).toMatchObject({ isError: true, structured: { status: 'unknown' } });
      expect(unknown.text).toContain('Do not repeat it');
    }
    expect(agents.world.server.calls).toHaveLength(1);
  });

  test('has the type of its route, and the recipient that its arguments name', async () => {
    const agents = await start();
    await agents.as('Claude')(send, mail);
    await quiet(agents.engine);
    const note = agents.world.note(agents.world.only('Pending_Approval'));
    expect(note).toContain('action_type: email');
    expect(note).toContain('target_recipient: client_a@example.com');
  });

  test.each([
    ['its own call', send, mail],
    ['a draft', 'draft_external_action', letter],
  ])('says first of %s that it was changed before it ran', async (_, tool, args) => {
    const agents = await start();
    const call = agents.as('Claude');
    const asked = await call(tool, args);
    await quiet(agents.engine);
    const askers = async () => (await agents.engine.reviews(9)).map(({ asker }) => asker);
    expect(await askers()).toEqual([{ name: 'Claude', openSteps: [] }]);
    rewrite(agents.world, agents.world.only('Pending_Approval'), (text) =>
      text.replace('Here it is.', 'Here it is, at last.'),
    );
    await quiet(agents.engine);
    expect(await askers()).toEqual([{ name: 'Claude', isEdited: true, openSteps: [] }]);
    await move(agents, 'Approved');
    const done = await call('await_request', { request_id: idIn(asked) });
    expect(done.text).toMatch(/^The call was changed in its note since it was asked for\. /u);
    expect(done.structured).toMatchObject({ status: 'executed', changed_since_asked: true });
  });

  test('takes plan, step and reason beside the arguments of its own, and sends none of it', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    await call('start_plan', {
      ...{ text: 'Send the invoice.', source: 'mail 1', even_if_simple: true },
      steps: ['Send', 'Remind'].map((text) => ({ text, needs_approval: true })),
    });
    const countersign = { reason: 'They asked for it.', plan_id: 'PLAN-2026-001', step: 1 };
    const again = async (step: number) =>
      firstOf(await call(send, { ...mail, countersign: { ...countersign, step } }));
    const isOther = /^You made this call before. The plan_id and step of this one were not taken./;
    const { structured } = await call(send, { ...mail, countersign });
    await quiet(agents.engine);
    const path = structured?.['note'] as string;
    const note = agents.world.note(path);
    expect(note).toContain('plan_id: PLAN-2026-001');
    expect(note).toContain('They asked for it.');
    expect(await again(1)).not.toMatch(isOther);
    expect(await again(2)).toMatch(isOther);
    const { outside } = agents.world.vault;
    outside.write(path, '---\ntype: [\n---\n');
    await quiet(agents.engine);
    expect(await again(1)).not.toMatch(isOther);
    outside.write(path, note);
    await quiet(agents.engine);
    await move(agents, 'Approved');
    expect(agents.world.server.calls).toMatchObject([{ arguments: mail }]);
    expect(await again(2)).toMatch(isOther);
    expect(await call(send, { ...mail, subject: 'More', countersign: { step: 1 } })).toMatchObject({
      isError: true,
    });
  });

  test.each([
    ['changed', () => [{ ...sendEmailTool, description: 'Sends a mail to everybody.' }]],
    ['is gone', () => []],
  ])('that %s on its server asks nobody, and says so', async (words, tools) => {
    const agents = await start();
    agents.world.server.tools = tools();
    const before = everythingIn(agents.world);
    const refused = await agents.as('Claude')(send, mail);
    const error = { code: 'tool_unknown' };
    expect(refused).toMatchObject({ isError: true, structured: { error } });
    expect(refused.text).toContain(words);
    expect(everythingIn(agents.world)).toEqual(before);
    // It is not listed until a person has looked at it, or it is as they saw it again; reading the settings again is neither.
    agents.world.config = structuredClone(agents.world.config);
    expect(agents.features.of('Claude').tools.map(({ name }) => name)).not.toContain(send);
    const alerts = agents.engine.view().alerts.map(({ text }) => text);
    expect(alerts.join()).toContain('Agents can’t ask for “email.send_email” any more');
    agents.world.server.tools = [sendEmailTool];
    await agents.as('Claude')('draft_external_action', letter);
    await quiet(agents.engine);
    expect(agents.features.of('Claude').tools.map(({ name }) => name)).toContain(send);
    expect(agents.engine.view().alerts).toEqual([]);
  });

  test('with half a character makes nothing', async () => {
    const agents = await start();
    const before = everythingIn(agents.world);
    const answer = await agents.as('Claude')(send, { ...mail, text: 'Dear \ud800' });
    expect(answer).toMatchObject({ isError: true });
    expect(answer.text).toContain('half a character');
    expect(everythingIn(agents.world)).toEqual(before);
  });

  test.each([
    [
      'whole number that was rounded when it was read',
      '{"id":9007199254740993}',
      'Send it as text.',
    ],
    ['such a number in a list', '{"ids":[{"id":-12345678901234567890}]}', 'Send it as text.'],
    ['an argument that the tool does not list', '{"surprise":1}', 'does not list these arguments'],
    ['a path of the device’s own state', '{"attachments":["/state/key"]}', 'It names /state.'],
  ])('with %s makes nothing, and the agent gets an error at once', async (_what, json, said) => {
    const agents = await start();
    const before = everythingIn(agents.world);
    const more = JSON.parse(json) as JsonObject;
    const answer = await agents.as('Claude')(send, { ...mail, ...more });
    expect(answer).toMatchObject({ isError: true });
    expect(answer.text).toContain(said);
    expect(everythingIn(agents.world)).toEqual(before);
  });

  test('with more recipients than are named says how many more', async () => {
    const agents = await start();
    const list = { type: 'array', items: { type: 'string' } };
    const properties = {
      ...(sendEmailTool.inputSchema['properties'] as JsonObject),
      ...{ recipients: list, account: { type: 'string' } },
    };
    const { world } = agents;
    const tool = { ...sendEmailTool, inputSchema: { ...sendEmailTool.inputSchema, properties } };
    world.server.tools = [tool];
    world.config = { ...world.config, agentTools: [valueOf(agentTool('email', tool, tool))] };
    const recipients = ['b', 'c', 'd', 'e', 'f', 'evil'].map((name) => `${name}@example.com`);
    await agents.as('Claude')(send, { ...mail, account: 'mine', recipients });
    await quiet(agents.engine);
    expect(world.note(world.only('Pending_Approval'))).toContain(
      'target_recipient: client_a@example.com, b@example.com, c@example.com, d@example.com, e@example.com, and 2 more\n',
    );
  });

  test('of a slow server is compared all the same: unchanged it asks, changed it asks nobody', async () => {
    const agents = await start();
    const { server, clock } = agents.world;
    const call = agents.as('Claude');
    const goOn: (() => void)[] = [];
    server.duringInspect = () => new Promise<void>((resolve) => goOn.push(resolve));
    const listLate = (): void => {
      server.duringInspect = () => undefined;
      for (const go of goOn.splice(0)) go();
    };
    const slow = call(send, mail);
    await clock.advance(5_000);
    listLate();
    expect((await slow).structured).toMatchObject({ status: 'waiting_for_person' });
    await quiet(agents.engine);
    server.duringInspect = () => new Promise<void>((resolve) => goOn.push(resolve));
    const changed = call(send, { ...mail, subject: 'Other' });
    await clock.advance(5_000);
    server.tools = [{ ...sendEmailTool, description: 'Sends a mail to everybody.' }];
    listLate();
    expect(await changed).toMatchObject({ structured: { error: { code: 'tool_unknown' } } });
    await quiet(agents.engine);
    expect(agents.world.paths('Pending_Approval')).toHaveLength(1);
  });

  test.each([
    ['does not list its tools in time', 'did not list its tools in time', 'duringInspect'],
    ['cannot be reached', 'can’t be reached', 'reachable'],
  ] as const)('of a server that %s asks nobody, and says so', async (_, words, how) => {
    const agents = await start();
    const { server, clock } = agents.world;
    if (how === 'reachable') server.reachable = false;
    else server.duringInspect = () => new Promise<void>(() => undefined);
    const refusing = agents.as('Claude')(send, mail);
    await clock.advance(30_000);
    const refused = await refusing;
    expect(refused).toMatchObject({
      isError: true,
      structured: { error: { code: 'bridge_unreachable' } },
    });
    expect(refused.text).toContain(words);
    expect(refused.text).toContain('Nothing was drafted.');
    await quiet(agents.engine);
    expect(agents.world.paths('Pending_Approval')).toEqual([]);
  });

  test('refuses arguments that do not fit', async () => {
    const agents = await start();
    expect(await agents.as('Claude')(send, { to: 1 })).toMatchObject({ isError: true });
    await quiet(agents.engine);
    expect(agents.world.paths('Pending_Approval')).toEqual([]);
  });

  test('for no plan tells a person who asked, and which steps of its plans are open', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const brief = { text: 'Write, then pay.', source: 'mail', even_if_simple: true };
    const steps = [
      { text: 'Write to Client A', needs_approval: true },
      { text: 'Read the answer' },
      { text: 'Pay them', needs_approval: true },
    ];
    const started = await call('start_plan', { ...brief, steps });
    const plan_id = started.structured?.['plan_id'] as string;
    await call(send, mail);
    await agents.as('Codex')(send, { ...mail, subject: 'Other' });
    await call(send, { ...mail, subject: 'First', countersign: { plan_id, step: 1 } });
    await quiet(agents.engine);
    const askers = (await agents.engine.reviews(10)).map(({ asker }) => asker);
    const open = [1, 3].map((position) => ({
      ...{ planId: plan_id, position },
      shown: expect.any(String) as string,
    }));
    expect(askers).toEqual(
      expect.arrayContaining([
        { name: 'Claude', openSteps: open },
        { name: 'Codex', openSteps: [] },
        { name: 'Claude', openSteps: [] },
      ]),
    );
  });

  test('many at once are counted one by one; the same again is no new one', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    const asking = (n: number) => call(send, { ...mail, subject: `Letter ${n}` });
    const many = Array.from({ length: 29 }, (_, n) => asking(n));
    const answers = await Promise.all(many);
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(20);
    expect(await asking(0)).toMatchObject({ isError: false });
    await quiet(agents.engine);
    expect(agents.world.paths('Pending_Approval')).toHaveLength(20);
  });

  test('counts as a draft: thirty in a minute, twenty that wait', async () => {
    const agents = await start();
    const call = agents.as('Claude');
    for (let n = 0; n < 20; n += 1) await call(send, { ...mail, subject: `Invoice ${n}` });
    const refused = await call(send, { ...mail, subject: 'One more' });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain('20 of your requests wait for a person.');
    await quiet(agents.engine);
  });
});
