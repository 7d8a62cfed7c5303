import { describe, expect, test } from 'vitest';
import { authoriseAction } from '../../../../src/core/request/approval/authorised-action.js';
import { toolDigest } from '../../../../src/core/request/action/digests.js';
import type { JsonObject } from '../../../../src/core/json.js';
import { outcomeOf, type Outcome } from '../../../../src/core/request/outcome/decide-outcome.js';
import type { BridgeConfig } from '../../../../src/core/settings/device-config.js';
import { benchWith, until, type Bench } from '../../../support/mcp/bridge-bench.js';

const token = 'Tr0ub4dor/&+=3"?x';
const card = '4935700120';

const elsewhere: BridgeConfig = {
  alias: 'elsewhere',
  transport: 'http',
  url: 'https://example.com/mcp',
  headers: { Authorization: 'Bearer elsewhere-4711' },
  timeLimitSeconds: 10,
};

async function repeating(more: Record<string, string> = {}): Promise<Bench> {
  const bench = await benchWith('repeating-server.mjs', { others: [elsewhere] });
  const env = { API_TOKEN: token, CARD_PIN: card, CARD: card, LANG: 'en_US.UTF-8', ...more };
  bench.configure({ env });
  return bench;
}

async function repeated(how: string, success: string | null = null): Promise<Outcome> {
  return call(await repeating(), { how }, success);
}

async function call(
  { bridges }: Bench,
  args: JsonObject,
  success: string | null = null,
): Promise<Outcome> {
  const inspected = await bridges.inspect('server');
  if (!inspected.ok) throw new Error(inspected.error.message);
  const { connection } = inspected.value;
  const report = await bridges.call(
    authoriseAction({
      requestId: 'r',
      bridge: 'server',
      connection,
      tool: 'repeat',
      arguments: args,
    }),
    async () => null,
  );
  return outcomeOf(report, success);
}

const parts = [0, 1, 2].map((start) =>
  Buffer.from(token.slice(start)).toString('base64').slice(4, 14),
);
const leaks = [
  token,
  token.slice(0, 8),
  token.slice(-8),
  token.slice(0, 8).toUpperCase(),
  ...parts,
  card,
];

function expectNoSecret(shown: unknown): void {
  const text = JSON.stringify(shown);
  for (const leak of leaks) {
    expect(text).not.toContain(leak);
    expect(text).not.toContain(JSON.stringify(leak).slice(1, -1));
    expect(text).not.toContain(encodeURIComponent(leak));
  }
}

describe('a secret in the environment of a server', () => {
  test.each([
    'plain',
    'shouted',
    'over lines',
    'url',
    'json',
    'login',
    'bytes',
    'escaped',
    'two items',
    'number',
    'code',
    'at the cap',
    'structured',
    'error',
    'is error',
  ])('is in no outcome, where the server repeats it: %s', async (how) => {
    const outcome = await repeated(how);
    expectNoSecret(outcome);
    expect(JSON.stringify(outcome)).toContain('•••');
  });

  test.each([
    ['of another bridge', 'elsewhere-4711'],
    ['that it had before', token],
  ])('is in no outcome, also one %s', async (_whose, secret) => {
    const bench = await repeating();
    await bench.bridges.inspect('server');
    bench.configure({ env: { API_TOKEN: 'quite another one' } });
    const outcome = await call(bench, { how: 'say', say: secret });
    expect(outcome).toMatchObject({ kind: 'executed', answer: 'said •••' });
  });

  test('is not in what is quoted of an answer that proves nothing', async () => {
    const outcome = await repeated('at the quote', '^never$');
    expect(outcome.kind).toBe('unknown');
    expectNoSecret(outcome);
  });

  test('is there for the pattern that success is judged by', async () => {
    const outcome = await repeated('plain', '^sent with Tr0ub4dor');
    expect(outcome).toMatchObject({ kind: 'executed', answer: 'sent with •••' });
  });

  test('is digested in a tool as it was listed, and shown nowhere', async () => {
    const { bridges } = await repeating();
    const [listed, shown] = [
      await bridges.inspect('server'),
      await bridges.inspectToShow('server'),
    ];
    if (!listed.ok || !shown.ok) throw new Error('Not reached');
    expect(listed.value.tools[0]?.description).toBe(`Uses ${token}.`);
    expect(shown.value.tools[0]?.description).toBe('Uses •••.');
    expectNoSecret(shown);
    const offered = await bridges.inspectToOffer('server');
    expectNoSecret(offered);
    const digest = toolDigest(listed.value.tools[0]!);
    expect(offered).toMatchObject({ value: [{ offer: { value: { digest } } }] });
    // By it, somebody who knows all the rest could try out passwords.
    expect(JSON.stringify(shown)).not.toContain(listed.value.launch);
    expect(toolDigest(listed.value.tools[0]!)).not.toBe(toolDigest(shown.value.tools[0]!));
  });

  test('is not in what the server wrote besides, in pieces too, nor in why it cannot be reached', async () => {
    const { bridges } = await repeating({ MODE: 'refuses' });
    const inspected = await bridges.inspect('server');
    expect(inspected).toMatchObject({ ok: false, error: { code: 'bridge_unreachable' } });
    expectNoSecret(inspected);
    expect(bridges.diagnostics('server')).toEqual({
      stderr: 'starting with •••\n',
      noise: ['no message, but •••'],
    });
  });

  test('is not in the end of what the server wrote to stderr, where that is cut', async () => {
    const { bridges } = await repeating({ MODE: 'floods' });
    await bridges.inspect('server');
    const stderr = (): string => bridges.diagnostics('server')?.stderr ?? '';
    await until(() => stderr().endsWith('end\n'));
    expect(stderr().replace(/[•\s]+/gu, '')).toBe('end');
  });

  test('is not in the problem with a command that holds it', async () => {
    const { bridges, configure } = await repeating();
    configure({ command: `./no-such-${token}` });
    expectNoSecret(await bridges.inspect('server'));
  });

  test('cannot be guessed by what a note says: problems with its arguments are told as they are', async () => {
    const { bridges } = await repeating({ CARD_PIN: '7351' });
    await bridges.inspect('server');
    const guessed = { type: 'object', properties: {}, additionalProperties: false } as const;
    const tool = { name: 't', inputSchema: guessed };
    expect(bridges.argumentProblems(tool, { '7350 7351 7352': 1 }).join()).toContain('7351');
    const telling = { type: 'object', properties: { a: { const: '7351' } } } as const;
    const told = bridges.argumentProblems({ name: 't', inputSchema: telling }, { a: 'x' }).join();
    expect(told).not.toContain('7351');
    expect(told).toContain('do not match');
  });
});
