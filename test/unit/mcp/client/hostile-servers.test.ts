import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { benchWith, isRunning, until } from '../../../support/mcp/bridge-bench.js';

const hostile = (mode: string, timeLimitSeconds = 10) =>
  benchWith('hostile-server.mjs', { mode, timeLimitSeconds });

describe('the report on a call to a server that', () => {
  test.each([
    ['dies before it does anything', 'dies_before_doing', { kind: 'lost' }, 0],
    ['does it and dies without an answer', 'dies_after_doing', { kind: 'lost' }, 1],
    ['answers and dies', 'answers_and_dies', { kind: 'result' }, 1],
    ['writes log lines to stdout around its answer', 'garbage_around', { kind: 'result' }, 1],
    ['floods stdout with what is no message', 'garbage_flood', { kind: 'lost' }, 1],
    ['sends a line without end', 'endless_line', { kind: 'lost' }, 1],
    ['answers 20 MB', 'huge', { kind: 'lost' }, 1],
    ['nests its answer 100,000 levels deep', 'deep', { kind: 'lost' }, 1],
    ['answers with a __proto__ key', 'proto', { kind: 'lost' }, 1],
    ['answers with a number beyond all numbers', 'infinite', { kind: 'lost' }, 1],
    [
      'answers something that is no tool result is what it answered',
      'no_result',
      { kind: 'result', result: { hello: 'there' } },
      1,
    ],
    ['reports an error of the tool', 'is_error', { kind: 'result', result: { isError: true } }, 1],
    ['answers −32601', 'rpc:-32601', { kind: 'rpc_error', code: -32601, message: 'refused' }, 1],
    ['answers −32602', 'rpc:-32602', { kind: 'rpc_error', code: -32602, message: 'refused' }, 1],
    ['answers −32603', 'rpc:-32603', { kind: 'rpc_error', code: -32603, message: 'refused' }, 1],
    ['answers −32022', 'rpc:-32022', { kind: 'rpc_error', code: -32022, message: 'refused' }, 1],
    ['answers −32020', 'rpc:-32020', { kind: 'rpc_error', code: -32020, message: 'refused' }, 1],
    [
      'asks the person by elicitation',
      'asks:elicitation/create',
      { kind: 'input_required', detail: 'elicitation/create: Really?' },
      1,
    ],
    [
      'asks for sampling',
      'asks:sampling/createMessage',
      { kind: 'input_required', detail: 'sampling/createMessage: Really?' },
      1,
    ],
    [
      'answers that input is required',
      'input_required',
      { kind: 'input_required', detail: 'input_required; elicitation/create: Really?' },
      1,
    ],
    [
      'answers that a URL has to be opened first',
      'rpc:-32042',
      { kind: 'input_required', detail: 'refused' },
      1,
    ],
    ['floods stderr', 'stderr_flood', { kind: 'result' }, 1],
    [
      'answers twice is its first answer',
      'twice',
      { kind: 'result', result: { content: [{ type: 'text', text: 'first' }] } },
      1,
    ],
    [
      'answers other ids first',
      'other_id',
      { kind: 'result', result: { content: [{ type: 'text', text: 'for you' }] } },
      1,
    ],
    [
      'sends its answer byte by byte keeps every character',
      'split_utf8',
      { kind: 'result', result: { content: [{ type: 'text', text: 'Grüße 🚀' }] } },
      1,
    ],
    [
      'breaks its own output schema is a result with a warning',
      'mismatch',
      {
        kind: 'result',
        outputMismatch: 'In the answer, “n” must be a number, not text.',
      },
      1,
    ],
  ])('%s', async (_, mode, report, times) => {
    const bench = await hostile(mode);
    expect(await bench.bridges.inspect('server')).toMatchObject({ ok: true });

    expect(await bench.record()).toMatchObject(report);

    expect(await bench.recorded()).toHaveLength(times);
    expect(bench.pids).toHaveLength(1);
    await bench.bridges.close();
    expect(await isRunning(bench.pids[0]!)).toBe(false);
  });

  test.each([
    ['never answers', 'hangs'],
    ['answers with half a message', 'garbage_answer'],
    ['reports progress for ever', 'progress'],
  ])('%s is a time-out after the configured limit, and it did it', async (_, mode) => {
    const bench = await hostile(mode, 0.3);
    await bench.bridges.inspect('server');

    expect(await bench.record()).toEqual({ kind: 'timeout', afterMs: 300 });

    expect(await bench.recorded()).toEqual(['once']);
    await bench.bridges.close();
    expect(await isRunning(bench.pids[0]!)).toBe(false);
  });

  test('answers after the limit is handed on once, as late', async () => {
    const bench = await hostile('late:400', 0.1);
    await bench.bridges.inspect('server');

    expect(await bench.record('slow')).toEqual({ kind: 'timeout', afterMs: 100 });
    await until(() => bench.late.length > 0);

    expect(bench.late).toEqual([
      {
        requestId: 'r-slow',
        report: { kind: 'result', result: { content: [{ type: 'text', text: 'done' }] } },
      },
    ]);
    expect(await bench.recorded()).toEqual(['slow']);
  });

  test('asks, is refused and goes on all the same: its answer is handed on as late', async () => {
    const bench = await hostile('asks:elicitation/create');
    await bench.bridges.inspect('server');

    expect(await bench.record()).toMatchObject({ kind: 'input_required' });
    await until(() => bench.late.length > 0);

    expect(bench.late).toMatchObject([{ requestId: 'r-once', report: { kind: 'result' } }]);
  });

  test('asks during one call, and another that is not sent yet does not end for that', async () => {
    const bench = await hostile('asks:elicitation/create');
    await bench.bridges.inspect('server');
    const look = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 200));

    const looking = bench.record('second', {}, undefined, look);
    await bench.record('first');
    expect(await bench.recorded()).toEqual(['first']);
    await looking;
    expect(await bench.recorded()).toEqual(['first', 'second']);
  });

  test('says that input is required has given no answer, late or not', async () => {
    const bench = await hostile('input_required');
    await bench.bridges.inspect('server');
    await bench.record();
    await bench.record('another');
    expect(bench.late).toEqual([]);
  });
});

test('a server that died after its tools were listed was not sent the call', async () => {
  const bench = await hostile('dies_after_listing');
  await bench.bridges.inspect('server');
  await until(() => bench.ended.length === 1);

  expect(await bench.record()).toEqual({
    kind: 'not_sent',
    detail: 'The server exited with code 0.',
  });
  expect(await bench.recorded()).toEqual([]);
  expect(bench.pids).toHaveLength(1);
});

test('a call that waits when everything is closed is reported as cancelled', async () => {
  const bench = await hostile('hangs');
  await bench.bridges.inspect('server');
  const report = bench.record();
  await until(async () => (await bench.recorded()).length === 1);

  await bench.bridges.close();

  expect(await report).toEqual({ kind: 'cancelled' });
});

test('no server learns more of us than name and version, and no capability', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const bench = await hostile('who');
  await bench.bridges.inspect('server');
  expect(await bench.record()).toMatchObject({
    result: {
      structuredContent: { clientInfo: { name: 'countersign', version }, capabilities: {} },
    },
  });
});

describe('no process is left of a server that', () => {
  test('ignores the end of its input and SIGTERM', async () => {
    const bench = await hostile('stubborn');
    await bench.bridges.inspect('server');
    await bench.bridges.close();
    expect(await isRunning(bench.pids[0]!)).toBe(false);
  });

  test('never answers the handshake', async () => {
    const bench = await benchWith('hostile-server.mjs', { mode: 'mute', connectLimitMs: 300 });
    expect(await bench.bridges.inspect('server')).toMatchObject({
      ok: false,
      error: {
        code: 'bridge_unreachable',
        message: 'The server "server" can’t be reached: the server did not answer within 0.3 s.',
      },
    });
    await bench.bridges.close();
    expect(await isRunning(bench.pids[0]!)).toBe(false);
  });

  test('is closed in the middle of the handshake', async () => {
    const bench = await hostile('mute');
    const inspection = bench.bridges.inspect('server');
    await until(() => bench.pids.length === 1);
    await bench.bridges.close();
    expect(await inspection).toMatchObject({ ok: false, error: { code: 'bridges_closed' } });
    expect(await isRunning(bench.pids[0]!)).toBe(false);
  });

  test('started another one that holds its pipes', async () => {
    const bench = await hostile('grandchild');
    await bench.bridges.inspect('server');
    expect(await bench.record()).toMatchObject({ kind: 'result' });
    const grandchild = Number(await readFile(bench.pidFile, 'utf8'));
    expect(await isRunning(grandchild)).toBe(true);

    await bench.bridges.close();

    expect(await isRunning(bench.pids[0]!)).toBe(false);
    await until(async () => !(await isRunning(grandchild)));
  });
});
