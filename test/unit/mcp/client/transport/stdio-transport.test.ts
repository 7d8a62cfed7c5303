import { describe, expect, test } from 'vitest';
import type {
  ChildProcessHandle,
  ChildProcessListeners,
} from '../../../../../src/mcp/client/transport/child-processes.js';
import { defaultTransportLimits } from '../../../../../src/mcp/client/protocol/server-transport.js';
import { StdioTransport } from '../../../../../src/mcp/client/transport/stdio-transport.js';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;

/** A transport over a child that exists only here. */
function transportWith(limits: Partial<typeof defaultTransportLimits> = {}) {
  const state = { alive: true, written: [] as string[], killed: 0 };
  let listeners: ChildProcessListeners | null = null;
  const child: ChildProcessHandle = {
    pid: 1,
    listen: (given) => (listeners = given),
    write: (text) => {
      if (state.alive) state.written.push(text);
      return state.alive;
    },
    stderrTail: () => '',
    kill: () => {
      state.killed += 1;
      return Promise.resolve();
    },
  };
  const transport = new StdioTransport(child, { ...defaultTransportLimits, ...limits });
  transport.start();
  const say = (text: string) => listeners?.stdout(new TextEncoder().encode(text));
  return { transport, state, say, end: () => listeners?.end({ code: null, signal: 'SIGKILL' }) };
}

test('a message is handed over in one write', async () => {
  const { transport, state } = transportWith();
  expect(await transport.send(ping)).toBeNull();
  expect(state.written).toEqual([`${JSON.stringify(ping)}\n`]);
});

test('a message for a child that is gone was not sent', async () => {
  const { transport, state } = transportWith();
  state.alive = false;
  expect(await transport.send(ping)).toEqual({ kind: 'not_sent', detail: 'The server is gone.' });
});

test('what is given up while the last look is taken is not written', async () => {
  const { transport, state } = transportWith();
  let decide: (kept: string | null) => void = () => undefined;
  const sending = transport.send(ping, {}, () => new Promise((resolve) => (decide = resolve)));
  expect(transport.unsend(1, 'No time.')).toBe(true);
  decide(null);
  expect(await sending).toMatchObject({ kind: 'not_sent' });
  expect(state.written).toEqual([]);
  expect(transport.unsend(1, 'No time.')).toBe(false);
  expect(await transport.send(ping, {}, async () => null)).toBeNull();
  expect(transport.unsend(1, 'No time.')).toBe(false);
});

test('nothing is handed over once the connection has ended', async () => {
  const { transport, state, end } = transportWith();
  end();
  expect(await transport.send(ping)).toMatchObject({ kind: 'not_sent' });
  expect(state.written).toEqual([]);
  expect(transport.closedBecause).toBe('the server was ended by SIGKILL');
});

describe('what is no message', () => {
  test('is ignored, and the newest of it kept', async () => {
    const { transport, say } = transportWith();
    for (let n = 0; n < 30; n += 1) say(`line ${n}\n`);
    expect(transport.closedBecause).toBeNull();
    expect(transport.noise).toHaveLength(20);
    expect(transport.noise.at(-1)).toBe('line 29');
  });

  test.each([
    ['too many lines', { noiseLines: 3 }],
    ['too long', { noiseLength: 3 }],
  ])('ends the connection and the child when it is %s', async (_, limits) => {
    const { transport, state, say } = transportWith(limits);
    say('a\nb\nc\n');
    expect(transport.closedBecause).toBeNull();
    say('d\n');
    expect(transport.closedBecause).toBe('the server wrote too much to stdout that is not MCP');
    expect(state.killed).toBe(1);
  });

  test('starts counting anew with each message', () => {
    const { transport, say } = transportWith({ noiseLines: 2 });
    for (let n = 0; n < 5; n += 1) say(`a\nb\n${JSON.stringify(ping)}\n`);
    expect(transport.closedBecause).toBeNull();
  });
});

test('after a message that is too long nothing of the same chunk is read', async () => {
  const { transport, say } = transportWith({ messageBytes: 60 });
  const seen: unknown[] = [];
  transport.onmessage = (message) => seen.push(message);
  say(`${JSON.stringify(ping)}\n${'x'.repeat(61)}\n${JSON.stringify(ping)}\n`);
  say(`${JSON.stringify(ping)}\n`);
  expect(seen).toEqual([ping]);
  expect(transport.closedBecause).toBe('the server sent a message of more than 60 bytes');
});

test('an answer that cannot be used ends its own call, and another message that cannot be used nothing', () => {
  const { transport, say } = transportWith();
  const seen: unknown[] = [];
  transport.onmessage = (message) => seen.push(message);
  say('{"jsonrpc":"2.0","id":2,"result":{"n":1e400}}\n');
  expect(seen).toEqual([{ jsonrpc: '2.0', id: 2 }]);
  expect(transport.closedBecause).toBeNull();
  say('{"jsonrpc":"2.0","id":3,"method":"ping","params":{"n":1e400}}\n');
  expect(seen).toHaveLength(1);
  expect(transport.noise).toHaveLength(1);
  expect(transport.closedBecause).toBeNull();
});
