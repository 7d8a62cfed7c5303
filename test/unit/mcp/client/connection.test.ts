import { expect, test } from 'vitest';
import { ok } from '../../../../src/core/errors.js';
import type { CallReport } from '../../../../src/core/request/outcome/call-report.js';
import { secretMask } from '../../../../src/core/secret-mask.js';
import { BridgeConnection } from '../../../../src/mcp/client/connection.js';
import { virtualClock } from '../../../support/memory/virtual-clock.js';
import { playedTransport } from './protocol/played-transport.js';

const limitMs = 60_000;
const hour = 60 * 60_000;

/** A connection whose one call passed its time limit and has no answer yet. */
async function overdue() {
  const clock = virtualClock();
  const server = playedTransport((message) =>
    'method' in message && message.method === 'server/discover'
      ? { result: { supportedVersions: ['2026-07-28'] } }
      : null,
  );
  const send = server.transport.send.bind(server.transport);
  server.transport.send = async (message, headers, whyNot) => {
    await whyNot?.();
    return send(message, headers);
  };
  const connection = new BridgeConnection({
    alias: 'mail',
    mask: secretMask([]),
    start: async () => ok(server.transport),
    advice: '',
    clock,
    connectLimitMs: 20_000,
  });
  await connection.opened;
  const late: CallReport[] = [];
  const calling = connection.call({
    tool: 'send',
    arguments: {},
    limitMs,
    whyNot: async () => null,
    onLateAnswer: (report) => late.push(report),
  });
  return { clock, server, connection, calling, late };
}

test('a retired connection waits for the late answer, hands it on, and then closes', async () => {
  const { clock, server, connection, calling, late } = await overdue();
  connection.retire();
  await clock.advance(limitMs);
  expect(await calling).toEqual({ kind: 'timeout', afterMs: limitMs });
  await clock.advance(20_000);
  expect(server.transport.closedBecause).toBeNull();
  server.say({ id: 2, result: { resultType: 'complete', content: [] } });
  await clock.advance(0);
  expect(late).toMatchObject([{ kind: 'result' }]);
  expect(server.transport.closedBecause).toBe('it was closed here');
  expect(clock.waiting).toBe(0);
  expect(server.methods()).toEqual(['server/discover', 'tools/call']);
});

test('a connection that is retired after the time limit waits as well, for an hour at most', async () => {
  const { clock, server, connection, late } = await overdue();
  await clock.advance(limitMs);
  connection.retire();
  await clock.advance(hour - 1);
  expect(server.transport.closedBecause).toBeNull();
  await clock.advance(1);
  expect(server.transport.closedBecause).toBe('it was closed here');
  expect([late, clock.waiting]).toEqual([[], 0]);
});

test('closing does not wait for a late answer, and leaves no timer', async () => {
  const { clock, server, connection } = await overdue();
  await clock.advance(limitMs);
  connection.retire();
  await connection.close();
  await clock.advance(0);
  expect(server.transport.closedBecause).toBe('it was closed here');
  expect(clock.waiting).toBe(0);
});
