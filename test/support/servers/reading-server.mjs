// An honest MCP server on the official SDK over stdio: `look_up` says that it only reads, `send` does not. Each appends
// a line to COUNT_FILE.
import { appendFileSync } from 'node:fs';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const server = new McpServer({ name: 'reading', version: '1.0.0' });
const inputSchema = fromJsonSchema({
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
});
const count = (tool, text) => appendFileSync(process.env.COUNT_FILE, `${tool} ${text}\n`);
const said = (text) => ({ content: [{ type: 'text', text }] });

server.registerTool(
  'look_up',
  { description: 'Looks something up.', inputSchema, annotations: { readOnlyHint: true } },
  async ({ text }) => {
    count('look_up', text);
    return said(`Found ${text}`);
  },
);
server.registerTool('send', { description: 'Sends it.', inputSchema }, async ({ text }) => {
  count('send', text);
  return said(`Sent ${text}`);
});

await server.connect(new StdioServerTransport());
