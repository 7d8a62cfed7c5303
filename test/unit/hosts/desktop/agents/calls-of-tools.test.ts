import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import { fail } from '../../../../../src/core/errors.js';
import { agentTool } from '../../../../../src/core/settings/agents/agent-tools.js';
import type { Engine } from '../../../../../src/engine/engine.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import { createWorld, everythingIn, quiet, type World } from '../../../../support/engine/world.js';
import {
  claudeToken,
  codexToken,
  openAgentBench,
  post,
  type AgentBench,
} from '../../../../support/mcp/agent-bench.js';
import type { ToolDefinition } from '../../../../../src/mcp/server/server-features.js';
import { sendEmailTool } from '../../../../support/memory/memory-bridges.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';

let world: World;
let engine: Engine;
let bench: AgentBench;
/** Done before a tool is called, when its message was read. */
let beforeCall: (signal: AbortSignal) => Promise<void>;
/** Done when its work is done, before it is answered. */
let afterCall: () => void;
/** No note can be made. */
let isFull = false;

beforeEach(async () => {
  const tool = agentTool('email', sendEmailTool, sendEmailTool);
  if (!tool.ok) throw new Error(tool.error.message);
  world = await createWorld({ agentTools: [tool.value] });
  const store = memoryNoteStore(world.vault);
  engine = await world.start(
    {},
    {
      store: {
        ...store,
        create: (path, text) =>
          isFull
            ? Promise.resolve(fail('note_write_failed', 'The disk is full.', ''))
            : store.create(path, text),
      },
    },
  );
  const agents = new AgentFeatures(engine);
  beforeCall = () => Promise.resolve();
  afterCall = () => undefined;
  bench = await openAgentBench({
    featuresFor: (...client) => {
      const features = agents.of(...client);
      return {
        ...features,
        callTool: async (name, args, options) => {
          await beforeCall(options.signal);
          const answer = await features.callTool(name, args, options);
          afterCall();
          return answer;
        },
      };
    },
  });
});
afterEach(async () => {
  await bench.close();
  await engine.stop();
});

const mail: JsonObject = { to: 'client_a@example.com', subject: 'Invoice', text: 'Here it is.' };
const callOf = (name: string, args: JsonObject) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: args },
});
const send = callOf('email__send_email', mail);

async function structured(message: object): Promise<JsonObject> {
  const { body } = await post(bench.url, message);
  return (body as { result: { structuredContent: JsonObject } }).result.structuredContent;
}

/** Sends a message, and is gone before it is answered. */
async function sendAndGo(message: object): Promise<void> {
  const gone = new AbortController();
  const noticed = new Promise<void>((resolve) => {
    beforeCall = async (signal) => {
      beforeCall = () => Promise.resolve();
      signal.addEventListener('abort', () => resolve());
      gone.abort();
      await noticed;
    };
  });
  const headers = { authorization: `Bearer ${claudeToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify(message);
  const sent = fetch(bench.url, { method: 'POST', headers, body, signal: gone.signal });
  await expect(sent).rejects.toThrow();
  await noticed;
  await quiet(engine);
}

async function approve(): Promise<void> {
  await quiet(engine);
  const path = world.only('Pending_Approval');
  world.vault.outside.move(path, path.replace('Pending_Approval', 'Approved'));
  await quiet(engine);
}

test('an answer that never reached its client is told again; one that did is told once', async () => {
  const { request_id } = await structured(send);
  await approve();
  await sendAndGo(callOf('await_request', { request_id: request_id as string }));
  await sendAndGo(send);
  expect(await structured(send)).toMatchObject({ request_id, status: 'executed' });
  expect(await structured(send)).toMatchObject({ status: 'waiting_for_person' });
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
});

const taken: [string, () => unknown][] = [
  ['paused', () => bench.clients.splice(0, 1, { ...bench.clients[0]!, paused: true })],
  ['revoked', () => bench.clients.splice(0, 1)],
];

test.each(taken)(
  'a client that is %s once its work was begun hears that it may have been done',
  async (how, meanwhile) => {
    afterCall = () => void meanwhile();
    const brief = { text: 'Send the invoice.', source: 'm-1', even_if_simple: true };
    const { body } = await post(bench.url, callOf('start_plan', brief));
    const told = JSON.stringify(body);
    await quiet(engine);
    expect(world.paths('Plans')).toHaveLength(1);
    expect(told).toContain(`A person ${how} this client`);
    expect(told).toContain('may have been done');
    expect(told).not.toContain('Nothing was');
  },
);

test.each(taken)('the wait of a client that is %s ends then', async (how, meanwhile) => {
  const { request_id } = await structured(send);
  beforeCall = async () => void setTimeout(meanwhile, 50);
  const { body } = await post(
    bench.url,
    callOf('await_request', { request_id: request_id as string }),
  );
  expect(JSON.stringify(body)).toContain(`A person ${how} this client`);
  expect(JSON.stringify(body)).not.toContain('may have been done');
});

test.each(taken)(
  'a client that is %s while a server lists its tools files nothing',
  async (how, meanwhile) => {
    world.server.duringInspect = async () => void meanwhile();
    const before = everythingIn(world);
    const { body } = await post(bench.url, send);
    expect(JSON.stringify(body)).toContain(`A person ${how} this client`);
    expect(JSON.stringify(body)).toContain('Nothing was done.');
    await quiet(engine);
    expect(everythingIn(world)).toEqual(before);
  },
);

test('a client that is revoked while its draft waits its turn files nothing', async () => {
  const drafted = post(
    bench.url,
    callOf('draft_external_action', {
      ...{ action_type: 'email', target_recipient: 'client_a@example.com', title: 'Invoice' },
      ...{ rationale: 'They asked.', arguments: mail },
    }),
  );
  beforeCall = () => {
    // Its call was taken: the next thing that happens to it is work of the engine.
    queueMicrotask(() => bench.clients.splice(0, 1));
    return Promise.resolve();
  };
  expect(JSON.stringify((await drafted).body)).toContain('A person revoked this client');
  await quiet(engine);
  expect(world.paths('Pending_Approval')).toEqual([]);
});

test('after an approval its client gets all that the server answered, and no other client', async () => {
  const long = 'x'.repeat(5_000);
  const content = [
    { type: 'text', text: long },
    { type: 'image', data: 'aW1hZ2U=', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'file:///a', text: '•••' } },
  ];
  const shown = { content, structuredContent: { sent: 1 } };
  const result = { ...shown, content: [...content.slice(0, 2), { ...content[2], secret: 'key' }] };
  world.server.answer = () => ({ kind: 'result', result, shown });
  const { request_id } = await structured(send);
  await approve();
  const ask = callOf('await_request', { request_id: request_id as string });
  const own = (await post(bench.url, ask)).body;
  expect(own).toMatchObject({
    result: {
      content: [
        { text: expect.stringMatching(/was executed\. The server answered:$/) as string },
        ...content,
      ],
      structuredContent: { status: 'executed', structured_result: { sent: 1 } },
    },
  });
  expect(JSON.stringify(own)).not.toContain('key');
  const other = await post(bench.url, ask, { authorization: `Bearer ${codexToken}` });
  expect(JSON.stringify(other.body)).toContain('was executed');
  expect(JSON.stringify(other.body)).not.toMatch(/image|xxx|sent/);
  // After a restart its text is left, as far as the ledger keeps it.
  const later = new AgentFeatures(await world.start()).of('Claude');
  const { signal } = new AbortController();
  const left = await later.callTool(
    'await_request',
    { request_id: request_id as string },
    { signal },
  );
  expect(left?.text).toMatch(/The server answered \(only its text is kept\):\sx{4000} … \(cut\)/);
});

test('arguments whose names models’ APIs reject are told in the description, and can be given', async () => {
  const others = { 'filter[name]': { type: 'string' }, $top: { type: 'integer' } };
  const found = {
    ...{ name: 'search', description: 'Searches.' },
    inputSchema: {
      ...{ type: 'object', additionalProperties: false },
      properties: { to: { type: 'string' }, sort: { $ref: '#/properties/$top' }, ...others },
      required: ['to', 'filter[name]'],
    },
  };
  const tool = agentTool('email', found, found);
  if (!tool.ok) throw new Error(tool.error.message);
  world.server.tools = [found];
  world.config = { ...world.config, agentTools: [tool.value] };
  const listed = await post(bench.url, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const { tools } = (listed.body as { result: { tools: ToolDefinition[] } }).result;
  const told = tools.find(({ name }) => name === 'email__search');
  const { properties, ...rest } = told?.inputSchema ?? {};
  expect(Object.keys(properties as JsonObject)).toEqual(['to', 'sort', 'countersign']);
  expect(rest).toEqual({ type: 'object', required: ['to'] });
  expect(told?.description).toContain(
    `Searches.\n\nMore arguments: {"properties":${JSON.stringify(others)},"required":["filter[name]"]}\n\n`,
  );
  const args = { to: 'a', sort: 1, 'filter[name]': 'x', $top: 5 };
  expect(await structured(callOf('email__search', args))).toMatchObject({
    status: 'waiting_for_person',
  });
});

test('a draft that could not be written keeps its id: the next client’s request and answer are its own', async () => {
  isFull = true;
  const failed = await post(bench.url, send);
  isFull = false;
  expect(JSON.stringify(failed.body)).toContain('The disk is full.');
  await quiet(engine);
  const ofCodex = { authorization: `Bearer ${codexToken}` };
  const asked = await post(
    bench.url,
    callOf('email__send_email', { ...mail, subject: 'Mine' }),
    ofCodex,
  );
  const { request_id } = (asked.body as { result: { structuredContent: JsonObject } }).result
    .structuredContent;
  expect(request_id).toMatch(/-2$/);
  // The same call again is a new one: nothing became of the first.
  const again = await structured(send);
  expect(again).toMatchObject({
    status: 'waiting_for_person',
    request_id: expect.stringMatching(/-3$/) as string,
  });
  await quiet(engine);
  const path = `Pending_Approval/${request_id as string}.md`;
  world.vault.outside.move(path, path.replace('Pending_Approval', 'Approved'));
  await quiet(engine);
  const ask = callOf('await_request', { request_id: request_id as string });
  expect(await structured(ask)).toMatchObject({ status: 'executed', result: null });
  const own = await post(bench.url, ask, ofCodex);
  expect(own.body).toMatchObject({ result: { structuredContent: { result: 'Email sent' } } });
});

test('a note whose name differs only in capitals keeps a call from its name, and from nothing else', async () => {
  const name = '2026-02-21T10-30-00Z_email_send-email';
  world.vault.outside.write(`Pending_Approval/${name.toUpperCase()}.md`, 'x');
  await quiet(engine);
  expect(await structured(send)).toMatchObject({ request_id: `${name}-2` });
});
