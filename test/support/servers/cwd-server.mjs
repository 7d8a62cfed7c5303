// An MCP server whose only tool is named after the folder that it was started in.
import process from 'node:process';
import { createInterface } from 'node:readline';

const tool = {
  name: `cwd_${process.cwd().replace(/\W/g, '_')}`,
  inputSchema: { type: 'object', properties: {} },
};
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'cwd', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [tool] }),
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
