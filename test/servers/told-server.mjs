// A mail server over stdio that sends nothing and does at each message as the JSON in TOLD_FILE says:
// `description` of its tool, and the JSON-RPC `error` it answers a call with, if any.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const told = () => JSON.parse(readFileSync(process.env.TOLD_FILE, 'utf8'));

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'told', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [sendEmail()] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'Sent.' }] }),
};

function sendEmail() {
  const text = { type: 'string' };
  return {
    name: 'send_email',
    description: told().description,
    inputSchema: {
      type: 'object',
      properties: { to: text, subject: text, text },
      required: ['to'],
    },
  };
}

function answer({ method, params }) {
  const { error } = told();
  if (method === 'tools/call' && error) return { error };
  const result = results[method]?.(params);
  return result ? { result } : { error: { code: -32601, message: 'Method not found' } };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const said = { jsonrpc: '2.0', id: message.id, ...answer(message) };
  process.stdout.write(`${JSON.stringify(said)}\n`);
});
