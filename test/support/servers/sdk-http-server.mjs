// An honest MCP server on the official SDK over HTTP, for both eras: `record` appends a line to COUNT_FILE,
// once a call. SEEN_FILE gets a line for each request. Says its port on stdout. Of a call with the text `asks` the person
// is asked something in its stream, and one with the text `slow` takes a while.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'counting', version: '1.0.0' });
  server.registerTool(
    'record',
    {
      description: 'Writes a line.',
      inputSchema: fromJsonSchema({
        type: 'object',
        properties: { text: { type: 'string', 'x-mcp-header': 'Text' } },
        required: ['text'],
        additionalProperties: false,
      }),
    },
    async ({ text }) => {
      if (text === 'slow') await new Promise((resolve) => setTimeout(resolve, 500));
      appendFileSync(process.env.COUNT_FILE, `${text}\n`);
      if (text === 'fails') throw new Error('connection closed');
      return { content: [{ type: 'text', text: `Recorded ${text}` }] };
    },
  );
  return server;
});

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  // Seen as an older server, it knows no newer era.
  const message = request.method === 'POST' ? JSON.parse(body.toString()) : {};
  appendFileSync(process.env.SEEN_FILE, `${message.method ?? request.method}\n`);
  if (process.env.ERA === 'legacy' && message.method === 'server/discover') {
    response.writeHead(400).end();
    return;
  }
  if (message.method === 'tools/call' && message.params.arguments.text === 'asks') {
    const params = { mode: 'form', message: 'Really?', requestedSchema: { type: 'object' } };
    const question = { jsonrpc: '2.0', id: 'asked', method: 'elicitation/create', params };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(question)}\n\n`);
    return;
  }
  const answer = await handler.fetch(
    new Request(`http://${request.headers.host}${request.url}`, {
      method: request.method,
      headers: request.headers,
      ...(request.method === 'POST' && { body }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) response.write(chunk);
  response.end();
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
