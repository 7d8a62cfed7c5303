import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  claudeToken,
  codexToken,
  connected,
  openAgentBench,
  post,
  type AgentBench,
  type OfficialClient,
} from '../../../../support/mcp/agent-bench.js';
import { until } from '../../../../support/until.js';

let bench: AgentBench;
let client: OfficialClient;

describe.each(['2025-11-25', '2026-07-28'] as const)('the official client of %s', (era) => {
  beforeEach(async () => {
    bench = await openAgentBench();
    client = await connected(era, bench.url);
  });
  afterEach(async () => {
    await client.close();
    await bench.close();
  });

  test('finds tools, resources and a prompt [AGENT-3]', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'countersign', version: '9.9.9' });
    expect(client.getInstructions()).toBe('Say something.');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'wait', 'fail', 'throw']);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: 'countersign://mission', mimeType: 'text/plain' }]);
    expect(await client.readResource({ uri: 'countersign://mission' })).toMatchObject({
      contents: [{ text: 'The mission', mimeType: 'text/plain' }],
    });
    await expect(client.readResource({ uri: 'countersign://other' })).rejects.toThrow(
      'There is no such resource.',
    );
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'resume' }]);
    const given = { name: 'resume', arguments: { plan: 'p-1' } };
    expect(await client.getPrompt(given)).toMatchObject({
      messages: [{ role: 'user', content: { text: 'Go on with p-1.' } }],
    });
    await expect(client.getPrompt({ name: 'resume', arguments: {} })).rejects.toThrow(
      'The argument “plan” is missing.',
    );
  });

  test('gets the answer of a tool as text and as data', async () => {
    expect(await client.callTool({ name: 'echo', arguments: { text: 'Grüße 🚀' } })).toMatchObject({
      content: [{ type: 'text', text: '"Grüße 🚀"' }],
      structuredContent: { client: 'Claude', text: 'Grüße 🚀' },
    });
    expect(bench.heard).toContain('Claude');
    expect(await client.callTool({ name: 'fail' })).toMatchObject({
      isError: true,
      content: [{ text: 'It failed. Try another way.' }],
    });
  });

  test('learns what is wrong with its arguments, and no tool runs', async () => {
    expect(
      await client.callTool({ name: 'echo', arguments: { text: 1, times: 'two', more: true } }),
    ).toMatchObject({
      isError: true,
      content: [
        {
          text: 'The argument “text” must be text, not a number. The argument “times” must be a whole number, not text. The argument “more” is not allowed. Nothing was done.',
        },
      ],
    });
    expect(bench.calls).toEqual([]);
    await expect(client.callTool({ name: 'approve' })).rejects.toThrow('There is no tool approve.');
  });

  test('hears nothing of what a tool threw', async () => {
    const thrown = client.callTool({ name: 'throw' });
    await expect(thrown).rejects.toThrow('It may have been done');
    await expect(thrown).rejects.not.toThrow('a secret');
  });

  test('hears of progress, and a call that it cancels ends', async () => {
    const cancelled = new AbortController();
    const told: unknown[] = [];
    const call = client.callTool(
      { name: 'wait' },
      {
        signal: cancelled.signal,
        onprogress: ({ message }) => {
          told.push(message);
          cancelled.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    expect(told).toEqual(['It waits.']);
    await until('the wait ended', async () => (bench.waiting === 0 ? true : null));
    expect(await client.callTool({ name: 'echo', arguments: { text: 'again' } })).toMatchObject({
      content: [{ text: '"again"' }],
    });
  });
});

describe('more clients', () => {
  beforeEach(async () => {
    bench = await openAgentBench();
  });
  afterEach(() => bench.close());

  test('act each under its own name, whatever it says of itself', async () => {
    const [one, other] = await Promise.all([
      connected('2025-11-25', bench.url, claudeToken),
      connected('2026-07-28', bench.url, codexToken),
    ]);
    await one.callTool({ name: 'echo', arguments: { text: 'a' } });
    await other.callTool({ name: 'echo', arguments: { text: 'b' } });
    expect(bench.calls.map(({ client: name }) => name)).toEqual(['Claude', 'Codex']);
    await Promise.all([one.close(), other.close()]);
  });

  test('can’t cancel each other’s calls', async () => {
    const waiting = new AbortController();
    const call = fetchWait(waiting.signal);
    await until('it waits', async () => (bench.waiting === 1 ? true : null));
    const cancel = {
      ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
      params: { requestId: 7 },
    };
    const other = await post(bench.url, cancel, { authorization: `Bearer ${codexToken}` });
    expect(other.status).toBe(202);
    expect(bench.waiting).toBe(1);
    expect((await post(bench.url, cancel)).status).toBe(202);
    expect(await call).toMatchObject({ status: 202 });
    expect(bench.waiting).toBe(0);
  });

  test('that disconnect end only their own wait', async () => {
    const gone = new AbortController();
    const stays = new AbortController();
    const call = fetchWait(gone.signal);
    const other = fetchWait(stays.signal);
    await until('both wait', async () => (bench.waiting === 2 ? true : null));
    gone.abort();
    await expect(call).rejects.toThrow();
    await until('one waits', async () => (bench.waiting === 1 ? true : null));
    stays.abort();
    await expect(other).rejects.toThrow();
    await until('none waits', async () => (bench.waiting === 0 ? true : null));
  });
});

function fetchWait(signal: AbortSignal): Promise<Response> {
  return fetch(bench.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${claudeToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'wait' } }),
    signal,
  });
}
