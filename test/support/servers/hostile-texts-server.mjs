// A server over stdio that does nothing, and whose tools are the JSON in TEXTS_FILE: hostile names,
// descriptions, choices and defaults. With an `error` there, it refuses to list them, in those words.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import process from 'node:process';

function answer({ method, params }) {
  if (method === 'initialize') {
    return {
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'hostile texts', version: '1.0.0' },
      },
    };
  }
  const { tools, error } = JSON.parse(readFileSync(process.env.TEXTS_FILE, 'utf8'));
  if (method === 'tools/list') return error ? { error } : { result: { tools } };
  return { error: { code: -32601, message: 'Method not found' } };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const said = { jsonrpc: '2.0', id: message.id, ...answer(message) };
  process.stdout.write(`${JSON.stringify(said)}\n`);
});
