// A server over stdio whose tools read pages, one of which adds one. With DOCS_CHANGED, it describes `search` otherwise; with
// DOCS_TWIN, it has a `Search`, too.
import process from 'node:process';
import { createInterface } from 'node:readline';

const text = (name) => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
});
const tools = [
  {
    name: 'search',
    description:
      process.env.DOCS_CHANGED ?? 'Finds pages by their words. Gives title and address of each.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: text('words'),
  },
  {
    name: 'read_page',
    description: 'Gives the text of a page.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: text('page'),
  },
  {
    name: 'add_page',
    description: 'Adds a page.',
    annotations: { destructiveHint: false },
    inputSchema: text('title'),
  },
];
if (process.env.DOCS_TWIN) tools.push({ ...tools[0], name: 'Search' });
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'docs', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'Two pages.' }] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const body = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: 'Method not found' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
}
