// A raw JSON-RPC server that misbehaves as MODE says. Each `tools/call` that it acts on appends one
// line to COUNT_FILE: the ground truth that reports are compared with.
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const [mode, detail] = (process.env.MODE ?? 'honest').split(':');
const MEGABYTE = 1024 * 1024;
let client = null;
let listings = 0;
let working = Promise.resolve();

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const answer = (id, result = text('done')) => send({ id, result });
const record = (params) => appendFileSync(process.env.COUNT_FILE, `${params.arguments.text}\n`);
const act =
  (handle) =>
  ({ id, params }) => {
    record(params);
    return handle(id, params);
  };

const plainTool = {
  name: 'record',
  description: 'Writes a line.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
};

/** What `tools/list` answers, where a mode differs from one plain tool. */
const listings_by_mode = {
  mismatch: () => ({
    tools: [
      {
        ...plainTool,
        outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      },
    ],
  }),
  changing_tools: () => ({ tools: [{ ...plainTool, description: `Listing ${listings}` }] }),
  extra_fields: () => ({
    tools: [
      {
        ...plainTool,
        title: 'T',
        _meta: { a: 1 },
        icons: [],
        outputSchema: null,
        annotations: { odd: [1] },
      },
    ],
  }),
  task_tools: () => ({
    tools: ['required', 'optional', 'forbidden'].map((taskSupport) => ({
      ...plainTool,
      name: taskSupport,
      execution: { taskSupport },
    })),
  }),
  duplicate_tools: () => ({ tools: [plainTool, plainTool] }),
  half_character: () => ({ tools: [{ ...plainTool, description: 'Half \ud83d' }] }),
  bad_tool: () => ({ tools: [plainTool, { name: 'no_schema' }] }),
  no_tools: () => ({ nothing: true }),
  pages: ({ cursor = '0' } = {}) => ({
    tools: [{ ...plainTool, name: `tool_${cursor}` }],
    ...(cursor !== '2' && { nextCursor: String(Number(cursor) + 1) }),
  }),
  endless_pages: ({ cursor = '0' } = {}) => ({
    tools: [{ ...plainTool, name: `tool_${cursor}` }],
    nextCursor: String(Number(cursor) + 1),
  }),
  long_pages: ({ cursor = '0' } = {}) => ({
    tools: [{ ...plainTool, name: `tool_${cursor}`, description: 'x'.repeat(1_000_000) }],
    nextCursor: String(Number(cursor) + 1),
  }),
  empty_cursor: () => ({ tools: [plainTool], nextCursor: '' }),
  same_page: () => ({ tools: [], nextCursor: 'again' }),
};

/** What `tools/call` does. */
const calls = {
  honest: act((id) => answer(id)),
  dies_before_doing: () => process.exit(3),
  dies_after_doing: act(() => process.exit(3)),
  answers_and_dies: act((id) => {
    answer(id);
    process.exit(0);
  }),
  hangs: act(() => {}),
  late: act(async (id) => {
    await wait(Number(detail));
    answer(id);
  }),
  // Reads nothing else while it works, as a synchronous tool of many servers does.
  blocks: act((id) => {
    working = wait(Number(detail)).then(() => answer(id));
  }),
  progress: act(async (id, params) => {
    for (;;) {
      const progressToken = params._meta?.progressToken ?? id;
      send({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
      await wait(50);
    }
  }),
  garbage_around: act((id) => {
    process.stdout.write('Server is busy…\n\n{"half": \n[1,2]\n');
    answer(id);
    process.stdout.write('bye\n');
  }),
  garbage_answer: act((id) => process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"con\n`)),
  garbage_flood: act(async () => {
    for (;;) {
      process.stdout.write('no message\n'.repeat(1000));
      await wait(1);
    }
  }),
  endless_line: act(async () => {
    for (;;) {
      process.stdout.write('x'.repeat(MEGABYTE));
      await wait(1);
    }
  }),
  huge: act((id) => answer(id, text('x'.repeat(20 * MEGABYTE)))),
  deep: act((id) =>
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":${'['.repeat(1e5)}${']'.repeat(1e5)}}}\n`,
    ),
  ),
  proto: act((id) =>
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"__proto__":{"polluted":true}}}\n`,
    ),
  ),
  infinite: act((id) =>
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"n":1e999}}\n`),
  ),
  no_result: act((id) => answer(id, { hello: 'there' })),
  is_error: act((id) => answer(id, { ...text('connection closed'), isError: true })),
  rpc: act((id) => send({ id, error: { code: Number(detail), message: 'refused' } })),
  asks: act(async (id) => {
    send({ id: 'question', method: detail, params: { message: 'Really?' } });
    await wait(300);
    answer(id);
  }),
  input_required: act((id) =>
    answer(id, {
      resultType: 'input_required',
      content: [],
      inputRequests: { sure: { method: 'elicitation/create', params: { message: 'Really?' } } },
    }),
  ),
  stderr_flood: act((id) => {
    for (let i = 0; i < 64; i += 1) process.stderr.write(`${'e'.repeat(65_535)}\n`);
    process.stderr.write('the end of it\n', () => answer(id));
  }),
  twice: act((id) => {
    answer(id, text('first'));
    answer(id, text('second'));
  }),
  other_id: act((id) => {
    answer(id + 1000, text('for nobody'));
    answer(null, text('for nobody'));
    answer(id, text('for you'));
  }),
  split_utf8: act(async (id) => {
    const line = JSON.stringify({ jsonrpc: '2.0', id, result: text('Grüße 🚀') });
    for (const byte of Buffer.from(`${line}\r\n`)) {
      process.stdout.write(Buffer.from([byte]));
      await wait(1);
    }
  }),
  mismatch: act((id) => answer(id, { ...text('{"n":"one"}'), structuredContent: { n: 'one' } })),
  who: act((id) => answer(id, { ...text('you are'), structuredContent: client })),
  // Holds our pipes after this server has ended.
  grandchild: act((id) => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'inherit',
    });
    writeFileSync(process.env.PID_FILE, String(child.pid));
    answer(id);
  }),
};

if (mode === 'stubborn' || mode === 'mute') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  await working;
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    client = params;
    if (mode === 'mute') return;
    if (mode === 'dies_at_start') {
      process.stderr.write('missing configuration\n');
      process.exit(4);
    }
    answer(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'hostile', version: '1.0.0' },
    });
  } else if (method === 'tools/list') {
    if (mode === 'mute_listing') return;
    listings += 1;
    if (mode === 'mute_second_listing' && listings > 1) return;
    answer(id, listings_by_mode[mode]?.(params) ?? { tools: [plainTool] });
    if (mode === 'dies_after_listing') process.stdout.write('', () => process.exit(0));
  } else if (method === 'tools/call') {
    void (calls[mode] ?? calls.honest)({ id, params });
  }
});
