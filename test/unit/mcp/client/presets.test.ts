import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../../src/core/request/outcome/decide-outcome.js';
import type { BridgeConfig } from '../../../../src/core/settings/device-config.js';
import { presetFor } from '../../../../src/mcp/client/presets.js';

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

  test.each<[string, readonly string[]]>([
    ['npx', ['-y', '@gongrzhe/server-gmail-autoauth-mcp']],
    ['npx', ['-y', '@modelcontextprotocol/server-slack@2025.4.25']],
    ['node', ['/srv/node_modules/@modelcontextprotocol/server-slack/dist/index.js']],
    ['C:\\npm\\mcp-server-slack.cmd', []],
    ['npx', ['@zencoderai/slack-mcp-server@latest']],
    ['npx', ['resend-mcp']],
    ['npx', ['mcp-discord@1.3.4']],
  ])('and others: %s %j', (command, args) => {
    expect(presetFor(server(command, args))).toHaveLength(1);
  });

  test('but not a package of the same name in another scope', () => {
    expect(presetFor(server('npx', ['@somebody/server-slack']))).toEqual([]);
    expect(presetFor(server('npx', ['server-gmail-autoauth-mcp']))).toEqual([]);
  });

  test('and not in an address', () => {
    const url = 'https://example.com/mcp-mail-server';
    expect(
      presetFor({ alias: 'mail', transport: 'http', url, headers: {}, timeLimitSeconds: 1 }),
    ).toEqual([]);
  });
});

/** Real answers, from the source of each server or by calling it. */
const answers: readonly [name: string, tool: string, sent: string[], failed: string[]][] = [
  [
    '@gongrzhe/server-gmail-autoauth-mcp',
    'send_email',
    ['Email sent successfully with ID: 18f2c0a1b2c3d4e5'],
    [
      'Error: request to https://gmail.googleapis.com/gmail/v1/users/me/messages/send failed, reason: getaddrinfo ENOTFOUND gmail.googleapis.com',
      'Error: Email sent successfully with ID: 18f2c0a1b2c3d4e5',
      'Email sent successfully with ID: undefined',
      'Email draft created successfully with ID: r-18f2c0a1',
    ],
  ],
  [
    'resend-mcp',
    'send-email',
    ['Email sent successfully! {"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}'],
    [
      'Email failed to send: {"statusCode":403,"name":"validation_error","message":"no"}',
      'Email sent successfully! null',
      'Email sent successfully! {}',
    ],
  ],
  ...['@modelcontextprotocol/server-slack', '@zencoderai/slack-mcp-server'].map(
    (name): [string, string, string[], string[]] => [
      name,
      'slack_post_message',
      ['{"ok":true,"channel":"C1","ts":"1503435956.000247","message":{"text":"\\"ok\\":false"}}'],
      [
        '{"error":"fetch failed"}',
        '{"ok":false,"error":"channel_not_found"}',
        '{"ok":false,"error":"invalid_arguments","response_metadata":{"messages":["{\\"ok\\":true,"]}}',
      ],
    ],
  ),
  [
    'mcp-discord',
    'discord_send',
    ['Message successfully sent to channel ID: 1234567890'],
    [
      'Discord client not logged in.',
      'Cannot find text channel ID: 1234567890',
      'This channel type does not support sending messages',
      'Discord API Error: Unknown Message',
    ],
  ],
];

test.each(answers)(
  'of the real answers of %s only a success counts',
  (name, tool, sent, failed) => {
    const [preset] = presetFor(server('npx', [name]));
    expect(preset?.tool).toBe(tool);
    const verdictOn = (text: string): string => {
      const result = { content: [{ type: 'text', text }] };
      return outcomeOf({ kind: 'result', result }, preset?.success ?? null).kind;
    };
    expect(sent.map(verdictOn)).toEqual(sent.map(() => 'executed'));
    expect(failed.map(verdictOn)).toEqual(failed.map(() => 'unknown'));
  },
);

test.each([
  '{"ok":false,"error":"channel_not_found"}',
  'Error: the channel is archived',
  '{"error":"fetch failed"}',
])('a success of Slack with a failure behind it is unknown: %s [GATE-15]', (failure) => {
  const [preset] = presetFor(server('npx', ['mcp-server-slack']));
  const posted = '{"ok":true,"channel":"C1","ts":"1.2","message":{"text":"Hi"}}';
  const item = (text: string) => ({ type: 'text', text });
  for (const result of [
    { content: [item(posted), item(failure)] },
    { content: [item(`${posted}\n${failure}`)] },
    { content: [item(posted)], structuredContent: { error: 'fetch failed' } },
  ]) {
    expect(outcomeOf({ kind: 'result', result }, preset?.success ?? null).kind).toBe('unknown');
  }
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
