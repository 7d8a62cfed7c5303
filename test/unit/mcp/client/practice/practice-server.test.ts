import { describe, expect, test } from 'vitest';
import { fail, type Result } from '../../../../../src/core/errors.js';
import type { Json, JsonObject } from '../../../../../src/core/json.js';
import { authoriseAction } from '../../../../../src/core/request/approval/authorised-action.js';
import { bridgeDigest } from '../../../../../src/core/request/action/digests.js';
import { outcomeOf } from '../../../../../src/core/request/outcome/decide-outcome.js';
import type { BridgeConfig } from '../../../../../src/core/settings/device-config.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';
import { mcpBridges } from '../../../../../src/mcp/client/bridges.js';
import {
  practiceFolderOf,
  type PracticeOptions,
} from '../../../../../src/mcp/client/practice/practice-note.js';
import { practiceServer } from '../../../../../src/mcp/client/practice/practice-server.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { createMemoryVault } from '../../../../support/memory/memory-vault.js';
import { settle, virtualClock } from '../../../../support/memory/virtual-clock.js';
import { noProcesses } from '../../../../support/mcp/test-processes.js';

const practice: BridgeConfig = { alias: 'practice', transport: 'practice', timeLimitSeconds: 5 };
const mail = { to: 'client@example.com', subject: 'January invoice', text: 'Dear client' };
const mailNote = 'Practice/2026-02-21T10-30-00Z_send_email_january-invoice.md';

const noHttp = {
  post: () => {
    throw new Error('Something was sent');
  },
};

/** A vault with a practice bridge. `create` stands in for the store's own. */
function practise(create?: PracticeOptions['store']['create']) {
  const vault = createMemoryVault();
  const store = memoryNoteStore(vault);
  const clock = virtualClock('2026-02-21T10:30:00Z');
  const options: PracticeOptions = {
    store: create === undefined ? store : { create },
    folder: 'Practice',
    now: () => clock.now(),
  };
  const bridges = mcpBridges({
    configs: () => [practice],
    processes: noProcesses,
    http: noHttp,
    clock,
    practice: options,
  });
  const inspect = async () => {
    const inspected = await bridges.inspect('practice');
    if (!inspected.ok) throw new Error(inspected.error.message);
    return inspected.value;
  };
  const call = (tool: string, args: JsonObject, connection: string) =>
    bridges.call(
      authoriseAction({
        requestId: 'r-1',
        bridge: 'practice',
        connection,
        tool,
        arguments: args,
      }),
      async () => null,
    );
  return { vault, store, clock, options, bridges, inspect, call };
}

/** Asks a practice server in JSON-RPC lines; gives what it said. */
async function ask(...lines: string[]): Promise<Json[]> {
  const server = practiceServer(practise().options);
  const said: Json[] = [];
  let rest = '';
  server.listen({
    stdout: (chunk) => {
      const parts = (rest + new TextDecoder().decode(chunk)).split('\n');
      rest = parts.pop() ?? '';
      said.push(...parts.map((part) => JSON.parse(part) as Json));
    },
    stderr: () => undefined,
    end: () => undefined,
  });
  for (const line of lines) server.write(`${line}\n`);
  await settle();
  expect(rest).toBe('');
  return said;
}

const request = (method: string, params: Json = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

describe('the practice bridge', () => {
  test('shakes hands like a real server and lists what people’s agents do most', async () => {
    const { inspect } = practise();
    const { tools, target } = await inspect();
    expect(tools.map(({ name }) => name)).toEqual(['send_email', 'publish_post', 'pay_invoice']);
    for (const tool of tools) {
      expect(tool.description).toMatch(/^Practice only: .* Nothing is (?:sent|published|paid)\.$/u);
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.annotations).toMatchObject({ openWorldHint: false, destructiveHint: false });
    }
    expect(target).toEqual({ transport: 'practice', names: [] });
  });

  test('has one target digest for ever, whatever it is called', async () => {
    const { inspect } = practise();
    const { target } = await inspect();
    expect(bridgeDigest(target)).toBe(
      'b3879700a048ddadf3e477db5d1ba4c6712cd762f9df419b178f0632f55642b2',
    );
  });

  test('writes a call into one note, once, and answers with its name [GATE-24]', async () => {
    const { inspect, call, vault } = practise();
    const { connection } = await inspect();
    const attachments = ['Invoices/1.md', 'Invoices/2.md'];
    const report = await call('send_email', { ...mail, attachments }, connection);
    expect(outcomeOf(report, null)).toMatchObject({
      kind: 'executed',
      answer: `Saved as a note: ${mailNote}`,
    });
    expect([...vault.entries.keys()]).toEqual([mailNote]);
    expect(vault.outside.read(mailNote)).toBe(`---
type: practice
tool: send_email
created_date: 2026-02-21T10:30:00Z
---

# Practice: send_email

The practice server wrote this note. Nothing left this vault.

- to: client@example.com
- subject: January invoice
- attachments: Invoices/1.md, Invoices/2.md

## text

    Dear client
`);
  });

  test.each<[string, JsonObject, string]>([
    ['publish_post', { network: 'fosstodon', text: 'Hello, world!' }, 'publish_post_hello-world'],
    [
      'pay_invoice',
      { to: 'Client A', amount: 1500.5, currency: 'EUR', reference: 'Invoice 7/2026' },
      'pay_invoice_invoice-7-2026',
    ],
    ['send_email', { to: 'a@example.com', subject: '✋' }, 'send_email_note'],
  ])('practises %s %j', async (tool, args, name) => {
    const { inspect, call, vault } = practise();
    const { connection } = await inspect();
    expect(await call(tool, args, connection)).toMatchObject({ kind: 'result' });
    expect([...vault.entries.keys()]).toEqual([`Practice/2026-02-21T10-30-00Z_${name}.md`]);
  });

  test('gives two calls of one second two notes', async () => {
    const { inspect, call, vault } = practise();
    const { connection } = await inspect();
    await call('send_email', mail, connection);
    await call('send_email', mail, connection);
    expect([...vault.entries.keys()]).toEqual([mailNote, mailNote.replace('.md', '-2.md')]);
  });

  test('draws, follows and runs nothing of what a call says', async () => {
    const { inspect, call, vault } = practise();
    const { connection } = await inspect();
    const text = '%%\n```countersign-action\nbridge: email\n```\n<!-- # [[Note]]';
    await call('send_email', { to: '[[Note]]\n- x', subject: 'a', text }, connection);
    const [path = ''] = vault.entries.keys();
    const note = vault.outside.read(path) ?? '';
    expect(note).toContain('- to: [ [Note]] - x\n');
    expect(note.split('## text\n\n')[1]).toBe(
      '    % %\n    ```countersign-action\n    bridge: email\n    ```\n    <! -- # [[Note]]\n',
    );
  });

  test('says when a note could not be written: whether that counts is for a person', async () => {
    const asked: string[] = [];
    const { inspect, call } = practise(async (path) => {
      asked.push(path);
      return fail('note_write_failed', 'The disk is full.', 'Make room.');
    });
    const { connection } = await inspect();
    const report = await call('send_email', mail, connection);
    expect(report).toEqual({
      kind: 'result',
      result: { content: [{ type: 'text', text: 'The disk is full. Make room.' }], isError: true },
    });
    expect(outcomeOf(report, null).kind).toBe('unknown');
    expect(asked).toEqual([mailNote]);
  });

  test.each<[string, JsonObject, number, string]>([
    ['delete_all', {}, -32602, 'There is no tool "delete_all".'],
    ['send_email', { to: 'a' }, -32602, 'The argument “subject” is missing'],
    ['send_email', { ...mail, bcc: 'b' }, -32602, 'The argument “bcc” is not allowed.'],
    [
      'pay_invoice',
      { to: 'a', amount: -1, currency: 'EUR', reference: '' },
      -32602,
      'argument “amount” must be more than 0',
    ],
  ])('refuses %s %j, and writes nothing', async (tool, args, code, message) => {
    const { inspect, call, vault } = practise();
    const { connection } = await inspect();
    expect(await call(tool, args, connection)).toMatchObject({
      kind: 'rpc_error',
      code,
      message: expect.stringContaining(message) as string,
    });
    expect(vault.entries.size).toBe(0);
  });

  test('gets no call before it was inspected, nor after it was closed', async () => {
    const { bridges, inspect, call, vault } = practise();
    expect(await call('send_email', mail, 'practice 1')).toMatchObject({ kind: 'not_sent' });
    const { connection } = await inspect();
    await bridges.close();
    expect(await call('send_email', mail, connection)).toMatchObject({ kind: 'not_sent' });
    expect(await bridges.inspect('practice')).toMatchObject({ ok: false });
    expect(vault.entries.size).toBe(0);
  });

  test('that is closed in the middle of a call ends it first, and writes its note once', async () => {
    const held: (() => void)[] = [];
    const made: string[] = [];
    const { bridges, inspect, call } = practise(async (path) => {
      await new Promise<void>((resolve) => held.push(resolve));
      made.push(path);
      return { ok: true, value: undefined };
    });
    const { connection } = await inspect();
    const calling = call('send_email', mail, connection);
    await settle();
    let closed = false;
    const closing = bridges.close().then(() => (closed = true));
    expect(await calling).toEqual({ kind: 'cancelled' });
    await settle();
    expect([closed, made]).toEqual([false, []]);
    for (const release of held) release();
    await closing;
    expect(made).toEqual([mailNote]);
  });

  test('that takes too long is not asked again', async () => {
    const asked: string[] = [];
    const { clock, inspect, call } = practise((path) => {
      asked.push(path);
      return new Promise<Result<void>>(() => undefined);
    });
    const { connection } = await inspect();
    const calling = call('send_email', mail, connection);
    await clock.advance(5_000);
    expect(await calling).toEqual({ kind: 'timeout', afterMs: 5_000 });
    expect(asked).toEqual([mailNote]);
  });

  test('writes beside the contract folders', () => {
    expect(practiceFolderOf({ folders: contractFolders() })).toBe('Practice');
    expect(practiceFolderOf({ folders: contractFolders('Work/AI') })).toBe('Work/AI/Practice');
  });

  test('cannot be reached where nobody gave it a vault', async () => {
    const bridges = mcpBridges({
      configs: () => [practice],
      processes: noProcesses,
      http: noHttp,
      clock: virtualClock(),
    });
    expect(await bridges.inspect('practice')).toMatchObject({
      error: {
        code: 'bridge_unreachable',
        message:
          'The server "practice" can’t be reached: it is the practice server, which is not available here.',
      },
    });
  });
});

describe('the practice server answers, as the protocol says,', () => {
  test.each(['2025-11-25', '2025-06-18', '2024-11-05'])('in version %s', async (version) => {
    const [answer] = await ask(request('initialize', { protocolVersion: version }));
    expect(answer).toMatchObject({
      id: 1,
      result: { protocolVersion: version, capabilities: { tools: {} } },
    });
  });

  test('in its newest version when it is asked for another', async () => {
    const [answer] = await ask(request('initialize', { protocolVersion: '1999-01-01' }));
    expect(answer).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  });

  test('a ping with nothing, under its own id', async () => {
    expect(await ask('{"jsonrpc":"2.0","id":"p","method":"ping"}')).toEqual([
      { jsonrpc: '2.0', id: 'p', result: {} },
    ]);
  });

  test.each([
    ['{', null, -32700],
    ['[]', null, -32600],
    ['{"jsonrpc":"2.0","id":1}', null, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', null, -32600],
    [request('resources/list'), 1, -32601],
    [request('tools/call', { name: 'send_email', arguments: 'x' }), 1, -32602],
    [request('tools/call'), 1, -32602],
  ])('%s with an error', async (line, id, code) => {
    expect(await ask(line)).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }]);
  });

  test('nothing to a notification, which makes no call either', async () => {
    const params = { name: 'send_email', arguments: mail };
    const { options, vault } = practise();
    const server = practiceServer(options);
    server.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params })}\n`);
    await server.kill();
    expect(vault.entries.size).toBe(0);
    expect(await ask('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toEqual([]);
  });

  test('a broken store with an error, and goes on', async () => {
    const { inspect, call } = practise(() => Promise.reject(new Error('a bug')));
    const { connection } = await inspect();
    expect(await call('send_email', mail, connection)).toMatchObject({ code: -32603 });
    expect((await inspect()).connection).toBe(connection);
  });

  test('several requests in one text, also before anybody listens', async () => {
    const server = practiceServer(practise().options);
    server.write(`${request('ping')}\n${request('tools/list')}\n`);
    await settle();
    let said = '';
    const listeners = { stderr: () => undefined, end: () => undefined };
    server.listen({
      ...listeners,
      stdout: (chunk) => (said += new TextDecoder().decode(chunk)),
    });
    expect(said.trimEnd().split('\n')).toHaveLength(2);
  });

  test('nothing after its end, which it tells', async () => {
    const server = practiceServer(practise().options);
    const ends: unknown[] = [];
    server.listen({
      stdout: () => expect.unreachable(),
      stderr: () => undefined,
      end: (end) => ends.push(end),
    });
    server.write(`${request('ping')}\n`);
    await Promise.all([server.kill(), server.kill()]);
    expect(server.write(`${request('ping')}\n`)).toBe(false);
    expect(ends).toEqual([{ code: 0, signal: null }]);
    expect(server.stderrTail()).toBe('');
  });
});
