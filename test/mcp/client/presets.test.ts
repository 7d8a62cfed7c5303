import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../src/core/request/outcome.js';
import type { BridgeConfig } from '../../../src/core/settings/device-config.js';
import { presetFor } from '../../../src/mcp/client/presets.js';

function server(command: string, args: readonly string[] = []): BridgeConfig {
  return { alias: 'mail', transport: 'stdio', command, args, env: {}, timeLimitSeconds: 60 };
}

describe('the mail server is recognised', () => {
  test.each<[string, readonly string[]]>([
    ['mcp-mail-server', []],
    ['/usr/local/bin/mcp-mail-server', []],
    ['C:\\npm\\mcp-mail-server.cmd', []],
    ['npx', ['-y', 'mcp-mail-server']],
    ['npx', ['-y', 'mcp-mail-server@1.2.1']],
    ['node', ['/srv/node_modules/mcp-mail-server/dist/index.js']],
  ])('%s %j', (command, args) => {
    expect(presetFor(server(command, args))).toMatchObject([
      { actionType: 'email', tool: 'send_email', arguments: {}, budgetPerHour: null },
    ]);
  });

  test.each<[string, readonly string[]]>([
    ['node', ['server.js']],
    ['my-mcp-mail-server', []],
    ['npx', ['mcp-mail-server-2']],
    ['node', ['--note=mcp-mail-server is nice']],
  ])('and not in %s %j', (command, args) => {
    expect(presetFor(server(command, args))).toEqual([]);
  });

  test('and not in an address', () => {
    const url = 'https://example.com/mcp-mail-server';
    expect(
      presetFor({ alias: 'mail', transport: 'http', url, headers: {}, timeLimitSeconds: 1 }),
    ).toEqual([]);
  });
});

describe('an answer of the mail server means', () => {
  const sent = {
    messageId: '<1@example.com>',
    response: '250 2.0.0 OK: "queued" \\ as ABC',
    accepted: ['a@example.com', 'b@example.com'],
    rejected: [] as string[],
    sentFolderSaved: false,
    note: 'Email sent successfully (note: could not save to sent folder)',
  };
  const print = (value: object) => JSON.stringify(value, null, 2);
  const verdict = (text: string) => {
    const success = presetFor(server('mcp-mail-server'))[0]?.success ?? null;
    const result = { content: [{ type: 'text', text }] };
    return outcomeOf({ kind: 'result', result }, success).kind;
  };

  test.each([
    ['without a copy in the sent folder', sent],
    [
      'with one',
      { ...sent, sentFolderSaved: true, note: 'Email sent successfully and saved to sent folder' },
    ],
  ])('executed when the mail was sent, %s', (_, answer) => {
    expect(verdict(print(answer))).toBe('executed');
  });

  test.each([
    ['an error', 'Error: SMTP connection failed: connect ECONNREFUSED 127.0.0.1:25'],
    ['an error that quotes the subject', `Error: refused "${sent.note}"`],
    ['an error that quotes a whole success', `Error: Failed to send email: ${print(sent)}`],
    ['a success with an error behind it', `${print(sent)}\nError: but then`],
    ['some recipients refused', print({ ...sent, rejected: ['c@example.com'] })],
    ['nobody accepted', print({ ...sent, accepted: [] })],
    ['the note inside another field', print({ ...sent, note: 'x', response: sent.note })],
    ['a success on one line', JSON.stringify(sent)],
    ['nothing', ''],
  ])('unknown for %s', (_, text) => {
    expect(verdict(text)).toBe('unknown');
  });
});
