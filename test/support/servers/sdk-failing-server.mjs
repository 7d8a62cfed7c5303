// Servers on the official SDKs that fail after their work, as their authors write them. MODE names the
// SDK (`old` is 1.x, `new` is 2.x), what goes wrong, and a detail. TRANSPORT, ERA, FORM, WORKS, COUNT_FILE
// and SEEN_FILE are as in misbehaving-server.mjs.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { TRANSPORT, ERA, FORM, WORKS, MODE = '' } = process.env;
const [sdk, failure, detail = ''] = MODE.split('~');
const isOld = sdk === 'old';

/** The SDK under the names of the new one. */
async function loadOld() {
  const [low, high, stdio, http, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return {
    Server: low.Server,
    McpServer: high.McpServer,
    StdioServerTransport: stdio.StdioServerTransport,
    HttpTransport: http.StreamableHTTPServerTransport,
    ProtocolError: types.McpError,
    list: types.ListToolsRequestSchema,
    call: types.CallToolRequestSchema,
  };
}

async function loadNew() {
  const [core, stdio] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  const HttpTransport = core.WebStandardStreamableHTTPServerTransport;
  return { ...core, ...stdio, HttpTransport, list: 'tools/list', call: 'tools/call' };
}

const loaded = await (isOld ? loadOld() : loadNew());

const work = () => {
  if (WORKS === '1') appendFileSync(process.env.COUNT_FILE, 'once\n');
};
const says = (text) => ({ content: [{ type: 'text', text }] });
const thrown = () => new loaded.ProtocolError(Number(detail), 'It was thrown after the work.');

/** What a handler does when its work is over. `askForRoots` asks the client, which refuses. */
const endings = {
  // The client's own −32601 comes back to it as the server's answer.
  roots: async (askForRoots) => says(JSON.stringify(await askForRoots())),
  no_roots: (askForRoots) => askForRoots().catch(() => says('Sent')),
  throws: async () => {
    throw thrown();
  },
  says: async () => says(decodeURIComponent(detail)),
};

/** `throws` and `roots` as a tool of McpServer, which turns what is thrown into a result. */
const isTool = failure.startsWith('tool_');
const ending = endings[failure.replace('tool_', '')];

function build() {
  const info = { name: 'failing', version: '1.0.0' };
  if (isTool) {
    const server = new loaded.McpServer(info);
    server.registerTool('record', { description: 'Writes a line.' }, (context) => {
      work();
      return ending(() => roots(server.server, context));
    });
    return server;
  }
  const server = new loaded.Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler(loaded.list, () => ({
    tools: [{ name: 'record', description: 'Writes a line.', inputSchema: { type: 'object' } }],
  }));
  server.setRequestHandler(loaded.call, (_request, context) => {
    work();
    return ending(() => roots(server, context));
  });
  return server;
}

/** Over HTTP the question has to go the way of the call, because no other stream is open. */
const roots = (server, context) =>
  server.listRoots(undefined, { relatedRequestId: context.requestId ?? context.mcpReq.id });

async function overStdio() {
  if (ERA === 'modern') return loaded.serveStdio(build, { legacy: 'reject' });
  return build().connect(new loaded.StdioServerTransport());
}

/** How one request over HTTP is answered: by a session that stays, or since 2026-07-28 by itself. */
async function httpAnswerer() {
  if (ERA === 'modern') {
    const responseMode = FORM === 'json' ? 'auto' : 'sse';
    const handler = loaded.createMcpHandler(build, { responseMode });
    return overFetch((request) => handler.fetch(request));
  }
  const transport = new loaded.HttpTransport({
    sessionIdGenerator: () => 'one',
    enableJsonResponse: FORM === 'json',
  });
  await build().connect(transport);
  return isOld
    ? (request, response, body) =>
        transport.handleRequest(request, response, JSON.parse(body.toString()))
    : overFetch((request) => transport.handleRequest(request));
}

const overFetch = (answer) => async (request, response, body) => {
  const { method, headers } = request;
  const answered = await answer(
    new Request(`http://${headers.host}${request.url}`, { method, headers, body }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  for await (const chunk of answered.body ?? []) response.write(chunk);
  response.end();
};

async function overHttp() {
  const answer = await httpAnswerer();
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const message = request.method === 'POST' ? JSON.parse(body.toString()) : {};
    seen(message, request.method);
    await answer(request, response, body);
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}

function seen(message, method) {
  const answered = 'error' in message ? 'refusal' : 'answer';
  appendFileSync(
    process.env.SEEN_FILE,
    `${message.method ?? (method === 'POST' ? answered : method)}\n`,
  );
}

if (TRANSPORT === 'http') await overHttp();
else {
  process.stdin.on('data', (chunk) => {
    // Each message of the client comes whole: it is one short line.
    for (const line of chunk.toString().trim().split('\n')) seen(JSON.parse(line), 'POST');
  });
  await overStdio();
}
