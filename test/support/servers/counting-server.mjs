// An honest MCP server on the official SDK over stdio: `record` appends a line to COUNT_FILE, once a call.
// With ERA=modern it refuses `initialize`.
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const server = new McpServer({ name: 'counting', version: '1.0.0' });

server.registerTool(
  'record',
  {
    description: 'Writes a line.',
    inputSchema: fromJsonSchema({
      type: 'object',
      properties: { text: { type: 'string' }, delayMs: { type: 'number' } },
      required: ['text'],
      additionalProperties: false,
    }),
    outputSchema: fromJsonSchema({
      type: 'object',
      properties: { recorded: { type: 'string' } },
      required: ['recorded'],
    }),
    annotations: { destructiveHint: true },
  },
  async ({ text, delayMs }) => {
    appendFileSync(process.env.COUNT_FILE, `${text}\n`);
    await wait(delayMs ?? 0);
    if (text === 'fails') throw new Error('connection closed');
    return {
      content: [{ type: 'text', text: `Recorded ${text}` }],
      structuredContent: { recorded: text },
    };
  },
);

if (process.env.ERA === 'modern') serveStdio(() => server, { legacy: 'reject' });
else await server.connect(new StdioServerTransport());
