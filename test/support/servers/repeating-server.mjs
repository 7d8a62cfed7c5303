// A server over stdio that repeats its secret, the environment variable API_TOKEN, wherever it can: in
// its tools, in answers and errors as the argument `how` says, and on stderr in two pieces.
import { createInterface } from 'node:readline';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

const token = process.env.API_TOKEN;
const half = Math.floor(token.length / 2);
const base64 = (text) => Buffer.from(text).toString('base64');

const text = (value) => ({ result: { content: [{ type: 'text', text: value }] } });
const answers = {
  plain: () => text(`sent with ${token}`),
  shouted: () => text(`SENT WITH ${token.toUpperCase()}`),
  'over lines': () =>
    text(`sent with ${token.slice(0, half)}\r\n    ${token.slice(half)}, it says`),
  url: () => text(`sent to https://example.com/?key=${encodeURIComponent(token)}&n=1`),
  json: () => text(`sent ${JSON.stringify({ token })}`),
  login: () => text(['', 'j', 'jo'].map((user) => base64(`${user}:${token}:x`)).join(' ')),
  bytes: () => text(base64(token).replace(/=+$/u, '')),
  say: ({ say }) => text(`said ${say}`),
  escaped: () => text([...token].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')),
  'two items': () => ({
    result: {
      content: [token.slice(0, half), token.slice(half)].map(
        (part) => text(part).result.content[0],
      ),
    },
  }),
  number: () => ({ result: { structuredContent: { id: Number(process.env.CARD) } } }),
  code: () => ({ error: { code: Number(process.env.CARD), message: token } }),
  'at the cap': () => text(`${'x'.repeat(4_000 - half)}${token}`),
  'at the quote': () => text(`${'x'.repeat(160 - half)}${token}`),
  structured: () => ({ result: { structuredContent: { [token]: { token } } } }),
  error: () => ({ error: { code: -32000, message: `no right with ${token}` } }),
  'is error': () => ({ result: { ...text(`no right with ${token}`).result, isError: true } }),
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const send = (message) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`);
  if (method === 'initialize') {
    process.stderr.write(`starting with ${token.slice(0, half)}`);
    await wait(20);
    process.stderr.write(`${token.slice(half)}\n`);
    process.stdout.write(`no message, but ${token}\n`);
    if (process.env.MODE === 'floods') process.stderr.write(`${`${token}\n`.repeat(5_000)}end\n`);
    if (process.env.MODE === 'refuses') {
      send({ error: { code: -32000, message: `${'x'.repeat(300 - half)}${token}` } });
      return;
    }
    send({
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'repeating', version: '1.0.0' },
      },
    });
  } else if (method === 'tools/list') {
    const how = { type: 'string', description: `not ${token}` };
    send({
      result: {
        tools: [
          {
            name: 'repeat',
            description: `Uses ${token}.`,
            inputSchema: { type: 'object', properties: { how } },
          },
        ],
      },
    });
  } else if (method === 'tools/call') {
    send(answers[params.arguments.how](params.arguments));
  } else {
    send({ error: { code: -32601, message: 'Method not found' } });
  }
});
