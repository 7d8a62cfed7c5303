// An MCP server by hand, for the outcome table: over stdio or HTTP (TRANSPORT), in one era (ERA), with
// answers as JSON or as events (FORM). At `tools/call` it does the work if WORKS is 1, one line in
// COUNT_FILE each time, and then misbehaves as MODE says. SEEN_FILE gets a line for whatever reached it.
// Over HTTP it says its port on stdout. It is strict about sessions and about headers that repeat.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const { TRANSPORT = 'stdio', ERA = 'legacy', FORM = 'json', WORKS = '1' } = process.env;
const [mode, detail = '', more = ''] = (process.env.MODE ?? 'result').split('~');
const MEGABYTE = 1024 * 1024;
const VERSION = '2026-07-28';
const modern = ERA === 'modern';
const session = 'session-of-the-test';
let listings = 0;
let calls = 0;

const tool = {
  name: 'record',
  description: 'Writes a line.',
  inputSchema: {
    type: 'object',
    properties: {
      text: {
        type: 'string',
        ...(modern && { 'x-mcp-header': 'Text' }),
      },
    },
  },
  ...(mode === 'mismatch' && {
    outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  }),
};

const seen = (line) => appendFileSync(process.env.SEEN_FILE, `${line}\n`);
const work = (params) => {
  if (WORKS === '1') appendFileSync(process.env.COUNT_FILE, `${params.arguments.text}\n`);
};
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const complete = (result) => (modern ? { resultType: 'complete', ...result } : result);
const lasting = (result) =>
  complete(modern ? { ttlMs: 0, cacheScope: 'private', ...result } : result);
const resultOf = (id, result) => ({ jsonrpc: '2.0', id, result });
const errorOf = (id, code, message = 'refused', data) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data && { data }) },
});

/** What every request but `tools/call` is answered. */
function plainAnswer({ id, method, params }) {
  switch (method) {
    case 'initialize':
      if (modern) return errorOf(id, -32022, 'unsupported', { supported: [VERSION] });
      return resultOf(id, {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'misbehaving', version: '1.0.0' },
      });
    case 'server/discover':
      if (!modern) return errorOf(id, -32601, 'Method not found');
      return resultOf(id, lasting({ supportedVersions: [VERSION], capabilities: { tools: {} } }));
    case 'tools/list':
      listings += 1;
      return resultOf(id, lasting({ tools: [tool] }));
    default:
      return errorOf(id, -32601, 'Method not found');
  }
}

/** Modes that are the same over every transport. `say` sends one message to the client. */
const modes = {
  result: (id, say) => say(resultOf(id, complete(text('done')))),
  says: (id, say) => say(resultOf(id, complete(text(decodeURIComponent(detail))))),
  is_error: (id, say) => say(resultOf(id, complete({ ...text('closed'), isError: true }))),
  rpc: (id, say) => say(errorOf(id, Number(detail))),
  mismatch: (id, say) =>
    say(resultOf(id, complete({ ...text('one'), structuredContent: { n: 'one' } }))),
  no_result: (id, say) => say(resultOf(id, complete({ hello: 'there' }))),
  task: (id, say) => say(resultOf(id, { resultType: 'task', task: { taskId: '1' }, content: [] })),
  odd_type: (id, say) => say(resultOf(id, { ...text('done'), resultType: 'deferred' })),
  input_required: (id, say) =>
    say(
      resultOf(id, {
        resultType: 'input_required',
        inputRequests: { sure: { method: 'elicitation/create', params: { message: 'Really?' } } },
      }),
    ),
  asks: async (id, say) => {
    say({ jsonrpc: '2.0', id: 'question', method: detail, params: { message: 'Really?' } });
    await wait(300);
    await say(resultOf(id, complete(text('done without you'))));
  },
  progress: async (id, say) => {
    for (let progress = 1; ; progress += 1) {
      say(progressOf(id, progress));
      await wait(50);
    }
  },
  progress_and_result: async (id, say) => {
    for (let progress = 1; progress < 4; progress += 1) say(progressOf(id, progress));
    say(resultOf(id, complete(text('done'))));
  },
  late: async (id, say) => {
    await wait(Number(detail));
    await say(resultOf(id, complete(text('done at last'))));
    if (more === 'ends') process.stdout.write('', () => setTimeout(() => process.exit(0), 20));
  },
  forgets: (id, say) => modes.late(id, say),
  hangs: () => {},
  other_id: (id, say) => say(resultOf(id + 1000, complete(text('for nobody')))),
  twice: (id, say) => {
    say(resultOf(id, complete(text('first'))));
    say(resultOf(id, complete(text('second'))));
  },
  proto: (id, say) =>
    say(
      `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","content":[],"__proto__":{}}}`,
    ),
  no_message: (id, say) => say(`{"jsonrpc":"2.0","id":${id},"result":7}`),
  dies: () => process.exit(3),
};

const progressOf = (id, progress) => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: id, progress },
});
const lineOf = (message) => (typeof message === 'string' ? message : JSON.stringify(message));

function overStdio() {
  const say = (message) =>
    new Promise((written) => process.stdout.write(`${lineOf(message)}\n`, written));
  const stdioModes = {
    closes: () => process.stdout.end(),
    bad_json: (id) => process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"con\n`),
    huge: async (id) => {
      process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"text":"`);
      for (let sent = 0; sent < 50; sent += 1) {
        process.stdout.write('x'.repeat(MEGABYTE));
        await wait(1);
      }
    },
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    seen(message.method ?? 'answer');
    if (message.id === undefined || message.method === undefined) return;
    if (message.method !== 'tools/call') {
      void say(plainAnswer(message)).then(() => {
        if (message.method === 'tools/list' && mode === 'gone') process.exit(0);
      });
      return;
    }
    work(message.params);
    void (stdioModes[mode] ?? modes[mode])(message.id, say);
  });
}

/** What a strict server refuses before it looks at the message. */
function refusalOf({ headers }, { id, method, params }) {
  if (!modern) {
    if (method === 'initialize' || method === 'server/discover') return null;
    if (headers['mcp-session-id'] !== session) return [400, errorOf(null, -32000, 'No session')];
    if (method !== 'notifications/initialized' && headers['mcp-protocol-version'] === undefined) {
      return [400, errorOf(null, -32000, 'No version')];
    }
    return null;
  }
  if (method === 'initialize') return [400, plainAnswer({ id, method, params })];
  const named = method === 'tools/call' ? params.name : undefined;
  const repeats =
    headers['mcp-protocol-version'] === VERSION &&
    headers['mcp-method'] === method &&
    headers['mcp-name'] === named &&
    (method !== 'tools/call' || headers['mcp-param-text'] === encoded(params.arguments.text));
  return repeats ? null : [400, errorOf(id, -32020, 'Header mismatch')];
}

const encoded = (value) =>
  /^[\x20-\x7e]+$/.test(value) ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;

function overHttp() {
  const send = (response, status, body, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const events = (response) => response.writeHead(200, { 'content-type': 'text/event-stream' });
  const httpModes = {
    // Each of these answers without the message that MCP wants.
    status: (id, response) => {
      const location = detail.startsWith('3') ? { location: '/mcp' } : {};
      send(response, Number(detail), more || 'no', { 'content-type': 'text/plain', ...location });
    },
    status_rpc: (id, response) => send(response, Number(detail), errorOf(id, Number(more))),
    // The same answer in forms that are not the one JSON message that MCP wants.
    status_form: (id, response) => {
      const answer = JSON.stringify(errorOf(id, -32601));
      const forms = {
        batch: [`[${answer}]`, {}],
        events: [`data: ${answer}\n\n`, { 'content-type': 'text/event-stream' }],
        packed: [gzipSync(answer), { 'content-encoding': 'gzip' }],
        unsound: [JSON.stringify({ id, error: 'no such method' }), {}],
      };
      const [body, headers] = forms[more];
      response.writeHead(Number(detail), { 'content-type': 'application/json', ...headers });
      response.end(body);
    },
    status_result: (id, response) =>
      send(response, Number(detail), resultOf(id, complete(text('done')))),
    wrong_type: (id, response) =>
      send(response, 200, '<html>done</html>', { 'content-type': 'text/html' }),
    bad_json: (id, response) => send(response, 200, `{"jsonrpc":"2.0","id":${id},"result":{"con`),
    packed: (id, response) => send(response, 200, 'x', { 'content-encoding': 'gzip' }),
    closes: (id, response) => response.socket.destroy(),
    resets: (id, response) => response.socket.resetAndDestroy(),
    cut_json: (id, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
      response.write(`{"jsonrpc":"2.0","id":${id},"result":`, () => response.socket.destroy());
    },
    cut_events: (id, response) => {
      events(response).write(`event: message\ndata: {"jsonrpc":"2.0","id":${id},`, () =>
        response.socket.destroy(),
      );
    },
    ends_events: (id, response) => events(response).end(': nothing more\n\n'),
    ends_events_with_id: (id, response) => events(response).end('id: 7\nretry: 10\ndata:\n\n'),
    huge: async (id, response) => {
      response.on('error', () => {});
      if (FORM === 'events') events(response).write('data: ');
      else response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"text":"`);
      for (let sent = 0; sent < 50 && !response.destroyed; sent += 1) {
        response.write('x'.repeat(MEGABYTE));
        await wait(1);
      }
    },
    // The session was ended by the server between the listing and the call.
    no_session: (id, response) => send(response, 404, errorOf(null, -32001, 'Session not found')),
    echoes: (id, response, request) =>
      send(
        response,
        Number(detail),
        detail === '200'
          ? resultOf(id, complete(text(`You sent ${request.headers.authorization}`)))
          : `Bad token: ${request.headers.authorization}`,
        detail === '200' ? {} : { 'content-type': 'text/plain' },
      ),
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST') {
      seen(request.method);
      return send(response, 405, 'no');
    }
    const message = JSON.parse(body);
    const { id, method, params } = message;
    seen(method ?? 'answer');
    if (mode === 'mute') return;
    if (mode === 'walled') {
      return send(response, 401, 'no', { 'www-authenticate': 'Bearer realm="x"' });
    }
    const forgotten = mode === 'forgets' && listings === 1 && method === 'tools/list';
    if (forgotten) listings += 1;
    const refusal = forgotten
      ? [404, errorOf(null, -32001, 'Session not found')]
      : refusalOf(request, message);
    if (refusal !== null) return send(response, ...refusal);
    if (id === undefined || method === undefined) return response.writeHead(202).end();
    if (method === 'tools/call') {
      calls += 1;
      work(params);
      if (httpModes[mode]) return httpModes[mode](id, response, request);
    }
    const stream = FORM === 'events' || /^(?:asks|progress|twice)/.test(mode);
    const opened = method === 'initialize' ? { 'mcp-session-id': session } : {};
    if (method !== 'tools/call') {
      const answer = plainAnswer(message);
      const status = modern && answer.error ? 404 : 200;
      if (mode === 'gone' && method === 'tools/list') {
        response.on('close', () => process.exit(0));
      }
      if (!stream) return send(response, status, answer, opened);
      response.writeHead(status, { 'content-type': 'text/event-stream', ...opened });
      return response.end(`event: message\ndata: ${lineOf(answer)}\n\n`);
    }
    response.on('error', () => {});
    if (!stream) {
      return modes[mode](id, (answer) => {
        send(response, 200, lineOf(answer));
      });
    }
    events(response).write(': here it comes\r\n\r\n');
    await modes[mode](id, (answer) => {
      response.write(`id: ${calls}\nevent: message\ndata: ${lineOf(answer)}\n\n`);
      if (typeof answer === 'string' || !('method' in answer)) response.end();
    });
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}

if (TRANSPORT === 'http') overHttp();
else overStdio();
