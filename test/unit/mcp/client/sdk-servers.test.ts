import { afterEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../../src/core/request/outcome/decide-outcome.js';
import { startServer, type Server } from '../../../support/outcomes/perform.js';
import { serverScript } from '../../../support/mcp/bridge-bench.js';

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

// Real peers: whoever writes a server most likely writes it with this SDK.
describe.each([
  ['stdio', 'legacy', 'counting-server.mjs'],
  ['stdio', 'modern', 'counting-server.mjs'],
  ['http', 'legacy', 'sdk-http-server.mjs'],
  ['http', 'modern', 'sdk-http-server.mjs'],
] as const)('a server on the official SDK over %s, %s era,', (transport, era, script) => {
  const inspected = async () => {
    const server = await startServer({
      transport,
      era,
      script: serverScript(script),
      form: 'json',
      mode: 'result',
    });
    open.push(server);
    return { ...server, inspection: await server.bridges.inspect('server') };
  };

  test('lists its tools, page by page the same each time', async () => {
    const { bridges, inspection } = await inspected();
    expect(inspection).toMatchObject({
      ok: true,
      value: { tools: [{ name: 'record', inputSchema: { required: ['text'] } }] },
    });
    const again = await bridges.inspect('server');
    expect(again).toEqual(inspection);
  });

  test('runs a call once, and its answer comes as it was given', async () => {
    const server = await inspected();
    const report = await server.call('Grüße 🚀');
    expect(report).toMatchObject({
      kind: 'result',
      result: { content: [{ type: 'text', text: 'Recorded Grüße 🚀' }] },
    });
    expect(report).not.toHaveProperty('outputMismatch');
    expect(report).not.toHaveProperty('result.resultType');
    expect(outcomeOf(report, null).kind).toBe('executed');
    expect(await server.done()).toEqual(['Grüße 🚀']);
  });

  test('answers several calls at a time, each its own', async () => {
    const server = await inspected();
    const texts = ['one', 'two', 'three', 'four', 'five'];
    const reports = await Promise.all(texts.map((text) => server.call(text)));
    expect(reports.map((report) => outcomeOf(report, null).answer)).toEqual(
      texts.map((text) => `Recorded ${text}`),
    );
    expect((await server.done()).sort()).toEqual([...texts].sort());
  });

  test('says of a tool that failed after it did something what leaves it unknown', async () => {
    const server = await inspected();
    const report = await server.call('fails');
    expect(report).toMatchObject({ kind: 'result', result: { isError: true } });
    expect(outcomeOf(report, null).kind).toBe('unknown');
    expect(await server.done()).toEqual(['fails']);
  });
});
