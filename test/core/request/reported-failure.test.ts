import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/json.js';
import { outcomeOf, type OutcomeKind } from '../../../src/core/request/outcome.js';
import { isShort } from '../../config/test-length.js';

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
    'Ｅｒｒｏｒ: no such channel',
    '{"\\u006fk":false}',
  ],
  'no work at all': [
    'Unknown tool: act',
    'Something went wrong. Please try again.',
    'MessageRejected: Email address is not verified.',
    'channel_not_found',
    'No email was sent',
    '0 emails sent',
    'Sent 0 of 1 emails',
    'There was an error sending',
    'Oops! Something happened',
    'Cancelled by user',
    'Your payment did not go through.',
    'Connection closed unexpectedly',
    '❌ Email',
    '2026-11-27 10:00:00 ERROR smtp: x',
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
    '<html><head><title>502 Bad Gateway</title></head>',
    json({ messages_sent: 0 }),
    json({ code: 'card_declined' }),
    'Too many requests',
    'Transaction reverted',
    'Missing required parameter: to',
    'Authentication required',
    'Login is required.',
    'Operation cancelled by user',
    'The call was aborted',
    'Dry run: message not sent',
    json({ accepted: false }),
    json({ posted: false }),
    json({ wasSuccessful: false }),
    json({ exitCode: 1, stdout: '' }),
    json({ exit_code: '127' }),
    json({ httpStatus: 500 }),
    json({ responseCode: 550 }),
    '0',
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
  'a sentence that denies it': [
    'Your card was declined.',
    'Your card was declined - no funds',
    'Update was rejected',
    'Unauthorized',
    'Unauthorised: bad token',
    'Forbidden',
    'Declined: insufficient funds',
    'Denied by policy',
    'The payment of 5 EUR was refused.',
    'Access denied for user joe',
    'Message to bob@example.com could not be delivered',
    'The email to Bob was not delivered',
    'Your transfer was not completed.',
    json({ email_sent: false }),
    'The request to the mail server timed out after 30 s',
    'Delivery to bob@example.com failed',
    'The mail to Bob bounced.',
    'connect ECONNREFUSED 127.0.0.1:25',
    'queryA ETIMEDOUT smtp.example.com',
    'Channel not found',
    'Rate limit exceeded',
    'Message wasn’t delivered',
    'Nothing was sent',
    'We were not able to send it',
    'Insufficient funds',
    json({ message: 'Your card was declined.' }),
    json({ detail: 'Access denied' }),
    json({ body: json({ detail: 'Access denied' }) }),
    'Access denied\nTry again',
    json({ result: 'Message could not be delivered' }),
  ],
  'a status of HTTP or SMTP at the start': [
    'HTTP 403',
    'Response code 503 (Service Unavailable)',
    'Status code: 403',
    'HTTP/1.1 500 oops',
    '401: bad token',
    '404 Not Found',
    '503 Service Unavailable',
    '550 5.1.1 <bob@example.com>: user unknown',
    '550-5.7.26 This mail has no valid sender',
    '452 Insufficient storage',
  ],
  'a field that names a refusal': [
    json({ status: 'rejected' }),
    json({ status: 'denied' }),
    json({ status: 'declined' }),
    json({ state: 'canceled' }),
    json({ status: 'cancelled' }),
    json({ result: 'bounced' }),
    json({ status: 'not_sent' }),
    json({ code: 'ECONNREFUSED' }),
    json({ accepted: [], rejected: ['bob@example.com'] }),
    json({ sent: 1, failedRecipients: ['bob@example.com'] }),
    json({ failure_reason: 'no funds' }),
    json({ reject_reason: 'spam' }),
    json({ userErrors: [{ message: 'no' }] }),
    json({ errs: ['no'] }),
    'Accepted: a@example.com\nRejected: b@example.com',
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
  'Sent',
  'message_sent',
  'MessageQueued: 12',
  'Cancelled the meeting',
  'Blocked time for the review',
  'Sent 2 of 2 emails',
  'No reply needed: sent',
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

/** What servers that people use answer after a success, in words that come close to a failure. */
const ordinary = [
  // Mail.
  '{\n  "messageId": "<1@example.com>",\n  "response": "250 2.0.0 Ok: queued as 4XYZ",\n  "accepted": [\n    "bob@example.com"\n  ],\n  "rejected": [],\n  "sentFolderSaved": true,\n  "note": "Email sent successfully"\n}',
  'Email sent to denied@example.com',
  'Email sent successfully! {"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}',
  'Draft created: Re: your card was declined',
  'Sent 1 email. Subject: Payment failed, rejected: none',
  '250 2.0.0 OK 1732390000 d9443c01a7336-2129dc',
  json({ id: '<2024.1@mg.example.com>', message: 'Queued. Thank you.' }),
  json({ sent: 1, failed: 0 }),
  json({ accepted: ['a@example.com'], rejected: [], rejectedErrors: [], envelopeTime: 401 }),
  // Chat.
  json({
    ok: true,
    channel: 'C1',
    ts: '1503435956.000247',
    message: { type: 'message', text: 'Deploy timed out, access denied', bot_id: 'B1' },
  }),
  json({ ok: true, result: { message_id: 5, chat: { id: 9 }, text: 'could not come' } }),
  json({ sid: 'SM1', status: 'queued', error_code: null, error_message: null, body: 'declined' }),
  'Message posted to #denied-payments',
  'Reply added to thread: the request was rejected',
  // Issue trackers.
  'Created issue: Fix timed out login',
  'Created ENG-12: Users are denied when the session timed out',
  'Issue ENG-404 opened: Forbidden is shown to guests',
  'Transitioned ENG-1 to Rejected',
  'Updated PROJ-500. Status: Done. Resolution: Cannot Reproduce',
  json({ id: 1, number: 404, state: 'open', title: 'Login was refused', body: 'Error: no' }),
  json({ success: true, issue: { identifier: 'ENG-1', state: { name: 'Canceled' } } }),
  json({ issues: [{ key: 'A-1' }], errors: [] }),
  json({ content: { path: 'a' }, commit: { message: 'Fix a request that timed out in login' } }),
  json({ data: { productUpdate: { product: { id: 1 }, userErrors: [] } } }),
  'Pull request 12 merged; 0 checks failed',
  // Calendars.
  json({
    status: 'confirmed',
    summary: 'Failed payments',
    attendees: [{ email: 'a@example.com', responseStatus: 'declined' }],
  }),
  'Event created: "Review of rejected requests", 3 June, 10:00',
  'Event declined',
  'Declined the invitation from Bob',
  'Declined “Lunch”, and told Bob',
  'Your invitation was declined; Bob was told',
  // Payments.
  'Payment sent. No errors.',
  'Paid 500.00 EUR to Bob',
  '500 EUR sent to Bob',
  json({
    id: 'pi_1',
    amount: 500,
    status: 'succeeded',
    cancellation_reason: null,
    last_payment_error: null,
    failure_code: null,
    failure_message: null,
  }),
  json({ id: 'O-1', status: 'COMPLETED', links: [] }),
  json({ transfer: { status: 'PENDING', rejectReason: '', failureCode: 0, canceled_at: null } }),
  // File systems and others.
  'Successfully wrote to /home/jane/failed.txt',
  'Successfully moved /a/denied to /b/rejected',
  'The lines are now in denied.log and rejected-mails.txt',
  '404 lines written to /a',
  '```diff\nIndex: /a/b.ts\n===\n--- /a/b.ts\toriginal\n+++ /a/b.ts\tmodified\n@@ -1,2 +1,2 @@\n-Error: old\n+Failed: new\n "error": 1\n\n```\n',
  json({ entities: [{ name: 'Bob', entityType: 'person', observations: ['was refused a loan'] }] }),
  json({ stdout: 'ok', stderr: '', exitCode: 0, timed_out: false }),
  'deployment.apps/web created',
  'INSERT 0 1',
  'The filter for denied requests is active',
];

test.each(ordinary)('an ordinary answer of a server is executed: %j [GATE-15]', (text) => {
  expect(outcomeOf({ kind: 'result', result: saying(text) }, null)).toMatchObject({
    kind: 'executed',
  });
});

test.each(
  Object.entries(failures).flatMap(([kind, texts]) =>
    texts.map((text) => [kind, text.slice(0, 80), text]),
  ),
)(
  'an answer is unknown when it reports a failure: %s: %j [GATE-15]',
  (_kind, _start, text = '') => {
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

test.each(['{}', ' {} ', '""'])('%j says nothing, not even that it succeeded', (text) => {
  expect(verdict(saying(text))).toBe('unknown');
});

test('each part of an answer is looked at', () => {
  expect(verdict(saying('Sent', 'Error: but then'))).toBe('unknown');
  expect(verdict({ content: [], structuredContent: { ok: false } })).toBe('unknown');
  expect(verdict({ structuredContent: { result: 'Error: no' } })).toBe('unknown');
  expect(verdict({ ...saying('Sent'), structuredContent: { error: 'no' } })).toBe('unknown');
  expect(verdict({ ...saying('Error: no'), structuredContent: { ok: true } })).toBe('unknown');
  expect(
    verdict({ content: [{ type: 'resource', resource: { uri: 'a:b', text: 'Error: no' } }] }),
  ).toBe('unknown');
  expect(verdict({ ...saying('Sent'), structuredContent: { ok: true, error: null } })).toBe(
    'executed',
  );
  const item = { type: 'text', text: 'ok' };
  expect(verdict({ content: [{ ...item, annotations: {}, _meta: {} }] })).toBe('executed');
  expect(verdict({ content: [{ ...item, isError: true, error: 'boom' }] })).toBe('unknown');
});

test.each(['false', 'False', ' None\n', 'null', '"no"'])(
  'an answer that is only %j is a no',
  (text) => {
    expect(verdict(saying(text))).toBe('unknown');
    expect(verdict({ ...saying('ok'), structuredContent: { result: false } })).toBe('unknown');
  },
);

test.each([
  [{ content: [] }],
  [saying('')],
  [saying(' ', '\n')],
  [{ content: [], structuredContent: {} }],
])('an answer that tells nothing is none: %j', (result) => {
  expect(verdict(result)).toBe('unknown');
});

// Without an end in sight, once: a mark could be part of a word, and of what is between words.
test.each([`a${'\u0301'.repeat(27)}`, 'ส่งข้อความของคุณเรียบร้อยแล้วและเราจะติดต่อกลับ '.repeat(9)])(
  'an answer with marks on its letters is read at once: %s',
  (text) => {
    expect(verdict(saying(text))).toBe('executed');
  },
  5_000,
);

test('an emoji before the words of a failure is no word', () => {
  expect(verdict(saying('Slack API ⚠️ error: not in channel'))).toBe('unknown');
});

// What takes the square of its length never ends here.
test('the longest answers are read', () => {
  const long = isShort ? 140_000 : 1_400_000;
  // Marks, spaces and line ends are where such a search goes back again and again.
  const parts = [
    '\u2028',
    '\u0301',
    'ก็ ',
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
    expect(['executed', 'unknown']).toContain(verdict(saying(text)));
  }
}, 60_000);
