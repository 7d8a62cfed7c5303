import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/json.js';
import { outcomeOf, type OutcomeKind } from '../../../src/core/request/outcome.js';

const verdict = (result: JsonObject): OutcomeKind =>
  outcomeOf({ kind: 'result', result }, null).kind;
const item = (text: string): JsonObject => ({ type: 'text', text });
const saying = (...texts: string[]): JsonObject => ({ content: texts.map(item) });
const json = (value: Json): string => JSON.stringify(value);

/** What servers answered without marking it as an error, and ways to write the same. */
const failures: Record<string, string[]> = {
  'a line that begins with the failure': [
    'Error',
    'Error: connect ECONNREFUSED 127.0.0.1:25',
    'ERROR -32603',
    'error executing tool send_message',
    'Errors occurred',
    'Failed to send the message',
    'Failure: 550 mailbox unavailable',
    'Failed login alert sent',
    'TypeError: fetch failed',
    'smtplib.SMTPAuthenticationError: (535)',
    'NotFoundException at line 3',
    'Traceback (most recent call last):\n  File "send.py"',
    'Unable to reach the server',
    'Could not send',
    'Couldn’t send',
    'Cannot find text channel ID: 5',
    'Error404',
  ],
  'marks before it': [
    '❌ Error: no such channel',
    '⚠️ **Error:** no such channel',
    '\n\n  \t# Failed\n',
    '\ufeffError: no',
    '\u200b\u2060Error: no',
    'Er\u200bror: no',
    '[ERROR] no',
    '<error>no</error>',
    '> _Failed_ to post',
    '"Error: no"',
    '```\nError: no\n```',
    `${' \n'.repeat(5_000)}Error: no`,
  ],
  'a failure among the first three words': [
    'fetch failed',
    'Request failed with status code 401',
    'An error occurred while sending',
    'Slack API error: channel_not_found',
    'send_email: failed',
    'Status: failed',
    'ℹ️ Error: no',
    'Message not sent',
  ],
  'a further line that begins with it': [
    'Sending …\nError: timed out',
    'Sending …\r\n  ❌ Failed',
    'Mail to Bob\n- **Status:** failed',
  ],
  'a field that names an error': [
    json({ error: 'fetch failed' }),
    json({ ok: false, error: 'channel_not_found' }),
    json({ Error: 'no' }),
    json({ error: {} }),
    json({ error: true }),
    json({ error: 'no such channel' }),
    json({ error: ', or so' }),
    json({ error: { code: 0 } }),
    json({ errors: [{ message: 'no' }], data: null }),
    json({ isError: true }),
    json({ error_code: 30_007, error_message: 'blocked' }),
    json({ errorMessage: 'no' }),
    json({ sent: 2, failed: 1 }),
    JSON.stringify({ data: { send: { error: 'no' } } }, null, 2),
    json([{ id: 1 }, { id: 2, error: 'no' }]),
    json({ error: 'x'.repeat(100_000) }),
  ],
  'a field that denies success': [
    json({ ok: false }),
    json({ success: false }),
    json({ success: 'false' }),
    json({ Success: 'False' }),
    json({ success: 0 }),
    json({ success: null }),
    json({ success: '' }),
    json({ sent: false, reason: 'quota' }),
    json({ isSuccess: false }),
    json({ data: { issueCreate: { success: false } } }),
    '{\n  "success" :\tfalse\n}',
    'ok: false\ndetail: no',
  ],
  'a field whose value begins with a failure': [
    json({ status: 'error', detail: 'no' }),
    json({ status: 'FAILED' }),
    json({ type: 'error' }),
    json({ message: 'Failed to send' }),
    json({ result: ['Error: no'] }),
    json({ status: 401, message: 'Bad credentials' }),
    json({ statusCode: '500' }),
  ],
  'fields in another dress': [
    'Answer: {"error":"no"}',
    '```json\n{"ok":false}\n```',
    '✅ {"error":"no"}',
    json({ content: json({ error: 'no' }) }),
    json({ body: json({ data: json({ ok: false }) }) }),
    "The server responded with: {'ok': False, 'error': 'channel_not_found'}",
    "{ ok: false, reason: 'no' }",
    '{"id":1}\n{"error":"no"}',
    '{"error":"cut of',
    '{success=false, id=1}',
  ],
};

/** Plain successes that such a rule may mistake for a failure. */
const successes = [
  '',
  'Sent',
  'Email sent successfully with ID: 18f',
  'Message successfully sent to channel ID: 5',
  'Email sent to error@example.com',
  'Email "Error: disk full" sent',
  "Ticket 'Failed payment' created",
  'Created the issue: Fix error in login',
  'Errors: 0',
  'Sent: 3, failed: 0',
  'Done without errors',
  'No errors',
  '3 sent, 0 failed',
  'Error-free run finished',
  'Failover is on',
  'Sent.\nSubject: Failed payment',
  json({ ok: true, channel: 'C1', ts: '1.2', message: { text: 'Error rate is up' } }),
  json({ success: true, error: null }),
  json({ success: true, error: '' }),
  json({ success: true, error: false, errors: [] }),
  json({ success: 'true', error: 'none' }),
  json({ error_code: null, error_message: null, status: 'queued' }),
  json({ errorCode: 0, code: 200, status: 201 }),
  json({ last_payment_error: 'card', id: 4_500 }),
  json({ id: 1, terror: 'x' }),
  json([]),
  JSON.stringify({ ok: true, error: null, errors: [], failed: 0 }, null, 2),
  "{'ok': True, 'error': None}",
  json({ body: json({ ok: true, error: null }) }),
];

test.each(Object.entries(failures).flatMap(([kind, texts]) => texts.map((text) => [kind, text])))(
  'an answer is unknown when it reports a failure: %s: %j [GATE-15]',
  (_kind, text = '') => {
    const outcome = outcomeOf({ kind: 'result', result: saying(text) }, null);
    expect(outcome).toMatchObject({
      kind: 'unknown',
      reason: expect.stringMatching(/That reads like a failure/) as string,
    });
  },
);

test.each(successes)(
  'an answer is executed when it only looks a little like a failure: %j',
  (text) => {
    expect(verdict(saying(text))).toBe('executed');
  },
);

test('each part of an answer is looked at', () => {
  expect(verdict(saying('Sent', 'Error: but then'))).toBe('unknown');
  expect(verdict({ content: [], structuredContent: { ok: false } })).toBe('unknown');
  expect(verdict({ structuredContent: { result: 'Error: no' } })).toBe('unknown');
  expect(verdict({ ...saying('Sent'), structuredContent: { error: 'no' } })).toBe('unknown');
  expect(verdict({ ...saying('Error: no'), structuredContent: { ok: true } })).toBe('unknown');
  expect(verdict({ content: [{ type: 'resource', resource: { text: 'Error: no' } }] })).toBe(
    'unknown',
  );
  expect(verdict({ ...saying('Sent'), structuredContent: { ok: true, error: null } })).toBe(
    'executed',
  );
});

test('the longest answers take no more than a moment', () => {
  const long = 1_400_000;
  // Marks, spaces and line ends are where such a search goes back again and again.
  const parts = [
    '\u2028',
    '😀',
    'ж',
    '\n',
    ' ',
    ',',
    '{',
    '"error" ',
    '\\',
    "'",
    'no ',
    '0 ',
    'a',
    'error',
    '[',
    'x: ',
    '",\\"',
  ];
  const texts = parts.map((part) => part.repeat(Math.ceil(long / part.length)));
  const deep = `${'{"a":'.repeat(long / 6)}0${'}'.repeat(long / 6)}`;
  for (const text of [...texts, deep]) {
    const before = performance.now();
    verdict(saying(text));
    expect(performance.now() - before, text.slice(0, 9)).toBeLessThan(10_000);
  }
}, 60_000);
