import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../src/core/json.js';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import {
  answerLimit,
  outcomeOf,
  type OutcomeKind,
} from '../../../../../src/core/request/outcome/decide-outcome.js';
import {
  answerText,
  isSilent,
  partsOf,
} from '../../../../../src/core/request/outcome/tool-result.js';

const said = (text: string, more: JsonObject = {}): CallReport => ({
  kind: 'result',
  result: { content: [{ type: 'text', text }], ...more },
});
const rpc = (code: number): CallReport => ({ kind: 'rpc_error', code, message: 'The message.' });
const http = (status: number): CallReport => ({ kind: 'http_status', status, detail: 'The body.' });

/** What happened, the verdict, and a part of the reason; row by row the table of the gate's design. */
const rows: Record<string, [report: CallReport, kind: OutcomeKind, reason: RegExp]> = {
  'a result': [said('Email sent'), 'executed', /^The server reports success/],
  'a result with isError: false': [said('ok', { isError: false }), 'executed', /reports success/],
  'a result without content': [
    { kind: 'result', result: { content: [] } },
    'unknown',
    /said nothing/,
  ],
  ...malformed(),
  ...beside(),
  'a result with isError: true': [said('closed', { isError: true }), 'unknown', /does not prove/],
  'a result with isError: "true"': [
    said('closed', { isError: 'true' }),
    'unknown',
    /does not prove/,
  ],
  'a result with isError: null': [said('closed', { isError: null }), 'unknown', /does not prove/],
  'a result whose second line reads like a failure': [
    said('Transfer of $900 to Ann was accepted for processing.\nStatus: declined'),
    'unknown',
    /^It said: “Transfer of \$900 .* processing\. Status: declined” That reads like a failure/,
  ],
  'a result whose long line ends like a failure': [
    said(`Payment of $900 to Ann received. ${'Thank you. '.repeat(20)}Payment failed: no cover.`),
    'unknown',
    /^Its answer reads like a failure.* It begins: “Payment of \$900 to Ann received\..* …”/,
  ],
  'a result that reads like a failure': [
    said('{"error":"fetch failed"}'),
    'unknown',
    /^It said: “\{"error":"fetch failed"\}” That reads like a failure/,
  ],
  'a result that is a text': [{ kind: 'result', result: 'done' }, 'unknown', /not a tool result/],
  'a result that is a list': [{ kind: 'result', result: [] }, 'unknown', /not a tool result/],
  'a result that is null': [{ kind: 'result', result: null }, 'unknown', /not a tool result/],
  'a result that is empty': [{ kind: 'result', result: {} }, 'unknown', /not a tool result/],
  'a result whose content is a text': [
    { kind: 'result', result: { content: 'done' } },
    'unknown',
    /not a tool result/,
  ],
  'a result with structured content alone': [
    { kind: 'result', result: { structuredContent: { id: 1 } } },
    'executed',
    /reports success/,
  ],
  'a task that was only accepted': [
    { kind: 'result', result: { task: { taskId: '1', status: 'working' } } },
    'unknown',
    /not a tool result/,
  ],
  'a task that was only accepted, whatever it says': [
    said('Email sent', { task: { taskId: '1', status: 'working' } }),
    'unknown',
    /not a tool result/,
  ],
  'a result that wants input': [
    said('Which account?', { resultType: 'input_required' }),
    'unknown',
    /not a tool result/,
  ],
  'a result said to be complete': [said('ok', { resultType: 'complete' }), 'executed', /success/],
  'JSON-RPC -32601': [rpc(-32601), 'unknown', /error -32601\. It probably did not run/],
  'JSON-RPC -32602': [rpc(-32602), 'unknown', /error -32602\. It probably did not run/],
  'JSON-RPC -32022': [rpc(-32022), 'unknown', /error -32022\.$/],
  'JSON-RPC -32603': [rpc(-32603), 'unknown', /error -32603\.$/],
  'JSON-RPC -32020': [rpc(-32020), 'unknown', /error -32020\.$/],
  'JSON-RPC -32600': [rpc(-32600), 'unknown', /error -32600\.$/],
  'JSON-RPC -32700': [rpc(-32700), 'unknown', /error -32700\.$/],
  'JSON-RPC -32601 after a refused question': [
    { kind: 'rpc_error', code: -32601, message: 'Method not found', refused: true },
    'unknown',
    /error -32601\. It asked .* so the tool may have begun\.$/,
  ],
  'JSON-RPC 0': [rpc(0), 'unknown', /error 0\.$/],
  'JSON-RPC 32601': [rpc(32601), 'unknown', /error 32601\.$/],
  'HTTP 401': [http(401), 'not_executed', /HTTP 401/],
  'HTTP 403': [http(403), 'not_executed', /HTTP 403/],
  'HTTP 404': [http(404), 'not_executed', /HTTP 404/],
  'HTTP 405': [http(405), 'not_executed', /HTTP 405/],
  'HTTP 413': [http(413), 'not_executed', /HTTP 413/],
  'HTTP 415': [http(415), 'not_executed', /HTTP 415/],
  'HTTP 429': [http(429), 'not_executed', /HTTP 429/],
  'HTTP 500': [http(500), 'unknown', /HTTP 500/],
  'HTTP 502': [http(502), 'unknown', /HTTP 502/],
  'HTTP 503': [http(503), 'unknown', /HTTP 503/],
  'HTTP 504': [http(504), 'unknown', /HTTP 504/],
  'HTTP 301': [http(301), 'unknown', /HTTP 301/],
  'HTTP 307': [http(307), 'unknown', /HTTP 307/],
  'HTTP 400': [http(400), 'unknown', /HTTP 400/],
  'HTTP 202': [http(202), 'unknown', /HTTP 202/],
  'HTTP 204': [http(204), 'unknown', /HTTP 204/],
  'HTTP 200 without a message in it': [http(200), 'unknown', /HTTP 200/],
  'HTTP 408': [http(408), 'unknown', /HTTP 408/],
  'HTTP 410': [http(410), 'unknown', /HTTP 410/],
  'HTTP 499': [http(499), 'unknown', /HTTP 499/],
  'a refused connection': [
    { kind: 'not_sent', detail: 'ECONNREFUSED' },
    'not_executed',
    /could not be called\. ECONNREFUSED\.$/,
  ],
  'a broken connection': [
    { kind: 'lost', detail: 'ECONNRESET' },
    'unknown',
    /^No usable answer came\. ECONNRESET\.$/,
  ],
  'a time-out': [{ kind: 'timeout', afterMs: 30_000 }, 'unknown', /within 30 s/],
  'a cancelled call': [{ kind: 'cancelled' }, 'unknown', /cancelled after/],
  'a server that asks': [
    { kind: 'input_required', detail: 'Your PIN?' },
    'unknown',
    /asked for input/,
  ],
};

test.each(Object.entries(rows))(
  '%s: the outcome is as the table says [GATE-15]',
  (_name, [report, kind, reason]) => {
    const outcome = outcomeOf(report, null);
    expect(outcome.kind).toBe(kind);
    expect(outcome.reason).toMatch(reason);
    expect(outcome.reason).toMatch(/\.$/);
    expect(outcome.warning).toBeUndefined();
  },
);

describe('the success pattern', () => {
  const failure = 'Error: connect ECONNREFUSED 127.0.0.1:25';

  test.each<[pattern: string, text: string, kind: OutcomeKind]>([
    ['^Email sent', 'Email sent to a@example.com', 'executed'],
    ['^Email sent', failure, 'unknown'],
    ['^(?!Error)', failure, 'unknown'],
    ['^(?!Error)', '', 'executed'],
    ['sent', 'Email sent', 'executed'],
    ['SENT', 'Email sent', 'unknown'],
    ['sent', 'Email was not sent: mailbox full', 'unknown'],
    ['success', '{"success": false}', 'unknown'],
    ['processed', 'Your payment was not processed', 'unknown'],
    ['^\\p{L}+$', 'Größe', 'executed'],
    ['(', 'anything', 'unknown'],
    ['', 'anything', 'executed'],
    ['^Failed login alert sent$', 'Failed login alert sent', 'executed'],
    ['alert sent$', 'Failed login alert sent', 'unknown'],
    ['^Message sent', 'Message sent\nError: delivery failed: 550 user unknown', 'unknown'],
    ['^\\{"ok":true,', '{"ok":true,"error":"channel_not_found"}', 'unknown'],
  ])('%s on %j: %s', (pattern, text, kind) => {
    expect(outcomeOf(said(text), pattern).kind).toBe(kind);
  });

  test('an answer that reads like a success is none when the tool reports an error', () => {
    expect(outcomeOf(said('Email sent', { isError: true }), '^Email sent').kind).toBe('unknown');
  });

  test('it confirms its own words, also where they are repeated, and no other part', () => {
    const text = 'Failed login alert sent';
    const verdict = (more: JsonObject): OutcomeKind =>
      outcomeOf(said(text, more), '^Failed login alert sent$').kind;
    expect(verdict({ structuredContent: { result: text } })).toBe('executed');
    expect(verdict({ structuredContent: { result: 'Failed', sent: true } })).toBe('unknown');
    expect(verdict({ error: 'no' })).toBe('unknown');
    const content = [text, 'Error: the second was not sent'].map((part) => ({
      type: 'text',
      text: part,
    }));
    expect(outcomeOf({ kind: 'result', result: { content } }, 'login alert sent').kind).toBe(
      'unknown',
    );
    const both = JSON.stringify({ ok: true, message: 'Failed login' });
    const repeated = said(both, { structuredContent: { message: 'Failed login', ok: true } });
    expect(outcomeOf(repeated, '^\\{"ok":true,"message":"Failed login"').kind).toBe('unknown');
    const same = said(both, { structuredContent: JSON.parse(both) as JsonObject });
    expect(outcomeOf(same, '^\\{"ok":true,"message":"Failed login"').kind).toBe('executed');
    const other = { content: [], structuredContent: { result: 'Later' } };
    expect(outcomeOf({ kind: 'result', result: other }, '^$').kind).toBe('unknown');
    for (const structuredContent of [undefined, { result: null }]) {
      const result = { content: [], ...(structuredContent && { structuredContent }) };
      expect(outcomeOf({ kind: 'result', result }, '^$').kind).toBe('executed');
      expect(outcomeOf({ kind: 'result', result: { ...result, error: 'a' } }, '^$').kind).toBe(
        'unknown',
      );
    }
  });

  test.each<[string, JsonObject]>([
    ['unseen characters', { content: [{ type: 'text', text: '\u200b\u2060\u3164\u2800' }] }],
    ['an empty image', { content: [{ type: 'image', data: '', mimeType: 'image/png' }] }],
    ['an empty resource', { content: [{ type: 'resource', resource: { uri: 'a:b', text: '' } }] }],
    ['an empty link', { content: [{ type: 'resource_link', uri: '', name: '' }] }],
    ['nothing, as Python’s SDK writes it', { content: [], structuredContent: { result: null } }],
    ['an empty structure', { content: [], structuredContent: { data: [null, ''] } }],
  ])('%s says nothing', (_what, result) => {
    expect(outcomeOf({ kind: 'result', result }, null)).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('said nothing') as string,
    });
  });

  test('a text that is nested too deeply to be compared is judged by its words', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const item = (text: string) => ({ type: 'text', text });
    for (const [text, kind] of [
      [deep, 'executed'],
      [`${deep}\nError: no`, 'unknown'],
    ] as const) {
      const report: CallReport = {
        kind: 'result',
        result: { content: [item('Sent'), item(text)] },
      };
      expect(outcomeOf(report, '^Sent').kind).toBe(kind);
    }
  });

  test('the text of an item is read beside its resource, and what MCP does not know of both', () => {
    const resource = { uri: 'a:b', text: 'OK' };
    for (const item of [
      { type: 'text', text: 'Error: card declined', resource },
      { type: 'resource', resource: { ...resource, error: 'card declined' } },
      { type: 'resource_link', uri: 'a:b', name: 'Error: card declined' },
      { type: 'resource_link', uri: 'a:b', name: 'receipt', description: 'Failed: no funds' },
    ]) {
      expect(outcomeOf({ kind: 'result', result: { content: [item] } }, null).kind).toBe('unknown');
    }
  });

  test.each([
    ['', 'It said nothing.'],
    ['Error: no\nat send', 'It said: “Error: no”'],
    ['Error: no”. Paid: “x', 'It said: “Error: no". Paid: "x”'],
    ['\n\n  Error: no\n\nat send\n', 'It said: “Error: no”'],
    ['x'.repeat(160), `It said: “${'x'.repeat(160)}”`],
    ['x'.repeat(161), `It said: “${'x'.repeat(160)} …”`],
    [`😀${'x'.repeat(157)}😀y`, `It said: “😀${'x'.repeat(157)} …”`],
  ])('what does not match it is told: %j', (text, told) => {
    expect(outcomeOf(said(text), '^Email sent').reason).toBe(
      `The server did not confirm it. ${told}`,
    );
  });

  test('it sees the whole answer, also what is cut from the note', () => {
    expect(outcomeOf(said(`${'x'.repeat(9_000)} sent`), 'sent$').kind).toBe('executed');
  });
});

test('an answer that does not match the output schema is executed, with a warning [GATE-15]', () => {
  const report: CallReport = {
    kind: 'result',
    result: { content: [], structuredContent: { a: 1 } },
    outputMismatch: '`id` is missing\u202e %%. ”Sent“',
  };
  expect(outcomeOf(report, null)).toMatchObject({
    kind: 'executed',
    warning:
      'The answer does not match the tool\'s output schema: “`id` is missing‹U+202E› %%. "Sent"”',
  });
});

describe('what the server said', () => {
  test.each<[string, CallReport, string]>([
    [
      'its texts in order',
      {
        kind: 'result',
        result: {
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      },
      'a\nb',
    ],
    [
      'other content by its type',
      {
        kind: 'result',
        result: { content: [{ type: 'image', data: 'x', mimeType: 'image/png' }] },
      },
      '[image]',
    ],
    [
      'what reports a failure beside the texts',
      said('Sent', { error: 'no' }),
      '{"error":"no"}\nSent',
    ],
    [
      'structured content when there is no text',
      { kind: 'result', result: { structuredContent: { id: 1 } } },
      '{"id":1}',
    ],
    [
      'structured content beside no content',
      { kind: 'result', result: { content: [], structuredContent: { error: 'no' } } },
      '{"error":"no"}',
    ],
    ['the message of an error', rpc(-32603), 'The message.'],
    ['the body of an HTTP answer', http(500), 'The body.'],
    ['why nothing was sent', { kind: 'not_sent', detail: 'ENOENT' }, 'ENOENT'],
    ['the question', { kind: 'input_required', detail: 'Your PIN?' }, 'Your PIN?'],
    ['nothing after a time-out', { kind: 'timeout', afterMs: 1 }, ''],
    ['what was no result', { kind: 'result', result: [1] }, '[1]'],
  ])('is kept: %s', (_name, report, answer) => {
    expect(outcomeOf(report, null).answer).toBe(answer);
  });

  test.each([
    ['a\u0000b', 'a<U+0000>b'],
    ['a\u001b[31mb', 'a<U+001B>[31mb'],
    ['a\r\nb\tc', 'a<U+000D>\nb\tc'],
    ['a\u0085b\u007f', 'a<U+0085>b<U+007F>'],
    ['a\u2028b\u2029', 'a<U+2028>b<U+2029>'],
    ['moc.x@a\u202e', 'moc.x@a<U+202E>'],
    ['a\u2066b\u2069', 'a<U+2066>b<U+2069>'],
    ['a\u200bb\ufeff\u00ad', 'a<U+200B>b<U+FEFF><U+00AD>'],
    ['a\u061cb', 'a<U+061C>b'],
    ['hidden\u{e0041}', 'hidden<U+E0041>'],
    ['half \ud83d', 'half <U+D83D>'],
    ['Zoë 😀 日本 ✋', 'Zoë 😀 日本 ✋'],
  ])('shows what cannot be seen in %j', (text, shown) => {
    expect(outcomeOf(said(text), null).answer).toBe(shown);
  });

  test('is cut at 4,000 characters, never through one', () => {
    expect(answerLimit).toBe(4_000);
    expect(outcomeOf(said('x'.repeat(4_000)), null).answer).toBe('x'.repeat(4_000));
    expect(outcomeOf(said('x'.repeat(4_001)), null).answer).toBe(`${'x'.repeat(4_000)} … (cut)`);
    expect(outcomeOf(said(`${'x'.repeat(3_999)}😀y`), null).answer).toBe(
      `${'x'.repeat(3_999)} … (cut)`,
    );
    expect(outcomeOf(said(`😀${'x'.repeat(3_997)}😀y`), null).answer).toBe(
      `😀${'x'.repeat(3_997)} … (cut)`,
    );
    expect(outcomeOf(rpcSaying('y'.repeat(9_000)), null).answer).toHaveLength(4_008);
  });

  test.each<[unknownShown: Json, reason: RegExp, answer: string]>([
    [
      { content: [{ type: 'text', text: 'Error: ***' }] },
      /^It said: “Error: \*\*\*”/,
      'Error: ***',
    ],
    ['***', /^Its answer reads like a failure, which does not prove that nothing happened\.$/, ''],
  ])('is told as %j, and judged as it was said', (shown, reason, answer) => {
    const outcome = outcomeOf({ ...said('Error: secret'), shown } as CallReport, null);
    expect(outcome).toMatchObject({ kind: 'unknown', answer });
    expect(outcome.reason).toMatch(reason);
  });

  test('is never undefined, whatever the result holds', () => {
    const results: JsonObject[] = [
      {},
      { content: null },
      { content: [null] },
      { structuredContent: null },
    ];
    for (const result of results) expect(typeof answerText(result)).toBe('string');
    expect(answerText({ content: [{ type: 7 }] })).toBe('[content]');
    expect(partsOf({ content: ['no'] })).toEqual(['"no"', '', '']);
    expect(isSilent({ content: [''] })).toBe(false);
  });
});

function rpcSaying(message: string): CallReport {
  return { kind: 'rpc_error', code: -32603, message };
}

/** What MCP does not know as the result of a tool. */
function malformed(): typeof rows {
  const results: Record<string, JsonObject> = {
    'content of an unknown type': { content: [{ type: 'error', error: 'no' }] },
    'content that is no object': { content: ['Sent'] },
    'a text item without a text': { content: [{ type: 'text', text: 7 }] },
    'an image without data': { content: [{ type: 'image', mimeType: 'image/png' }] },
    'a resource without a text': { content: [{ type: 'resource', resource: { uri: 'a:b' } }] },
    'structured content that is null': { content: [], structuredContent: null },
    'a result of the year 2024': { content: [], toolResult: { sent: true } },
  };
  return Object.fromEntries(
    Object.entries(results).map(([name, result]) => [
      `a result with ${name}`,
      [{ kind: 'result', result }, 'unknown', /not a tool result/],
    ]),
  );
}

/** Fields beside the content, as servers of their own making send them. */
function beside(): typeof rows {
  const fields: JsonObject[] = [
    { is_error: true },
    { error: { code: 5 } },
    { success: false },
    { ok: false },
    { status: 'error' },
  ];
  return Object.fromEntries(
    fields.map((field) => [
      `a result with ${JSON.stringify(field)} beside its content`,
      [said('Sent', field), 'unknown', /^It said: “\{.*That reads like a failure/],
    ]),
  );
}

test('a result of any shape has a verdict', () => {
  const shapes: Json[] = [0, true, '', [[]], {}, { isError: [] }, { content: { type: 'text' } }];
  for (const result of shapes) {
    expect(['executed', 'unknown']).toContain(outcomeOf({ kind: 'result', result }, null).kind);
  }
});
