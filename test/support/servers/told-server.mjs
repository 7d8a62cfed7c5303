// A mail server over stdio, of 2026-07-28, that sends nothing and does at each message as the JSON in
// TOLD_FILE says: `description` of its tool, the `header` that its schema wants for the recipient, and the
// JSON-RPC `error` it answers a call with, if any.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const told = () => JSON.parse(readFileSync(process.env.TOLD_FILE, 'utf8'));

const version = '2026-07-28';
const lasting = { ttlMs: 0, cacheScope: 'private' };
const results = {
  'server/discover': () => ({
    ...lasting,
    supportedVersions: [version],
    capabilities: { tools: {} },
  }),
  'tools/list': () => ({ ...lasting, tools: [sendEmail()] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'Sent.' }] }),
};

function sendEmail() {
  const { description, header } = told();
  const text = { type: 'string' };
  const to = header === undefined ? text : { ...text, 'x-mcp-header': header };
  return {
    name: 'send_email',
    description,
    inputSchema: { type: 'object', properties: { to, subject: text, text }, required: ['to'] },
  };
}

function answer({ method }) {
  const { error } = told();
  if (method === 'tools/call' && error) return { error };
  const result = results[method]?.();
  if (result) return { result: { resultType: 'complete', ...result } };
  if (method !== 'initialize') return { error: { code: -32601, message: 'Method not found' } };
  const data = { supported: [version] };
  return { error: { code: -32022, message: 'Unsupported protocol version', data } };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const said = { jsonrpc: '2.0', id: message.id, ...answer(message) };
  process.stdout.write(`${JSON.stringify(said)}\n`);
});
