import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../src/core/json.js';
import {
  buildReview,
  changesByOthers,
  compareCalls,
  compareRequests,
  type ReviewState,
} from '../../../../../src/core/request/review/build-review.js';
import type { StepSummary } from '../../../../../src/core/mission/summaries.js';
import {
  asNotHappened,
  asReturned,
  withStamp,
} from '../../../../../src/core/request/edit-request.js';
import { parseRequest } from '../../../../../src/core/request/parse-request.js';
import type { ActionRequest, Preparation } from '../../../../../src/core/request/request.js';
import type { Review } from '../../../../../src/core/request/review/review.js';
import { signedContent } from '../../../../../src/core/request/approval/signed-content.js';
import {
  callNote,
  machineLine,
  requestOf as requestIn,
} from '../../../../support/builders/request-note.js';

const completion = {
  epoch: 'e',
  bridge_digest: 'a'.repeat(64),
  tool_digest: 'b'.repeat(64),
  files: { 'Invoices/a.pdf': 'c'.repeat(64) },
  success: null,
  attempts: [],
};

function requestOf(args: Json, machine: object | null = completion) {
  const properties = { target_recipient: 'a@example.com', rationale: 'so' };
  const text = callNote(args, properties, machine ? machineLine(machine) : '');
  return requestIn(text, 'Pending_Approval/r-1.md');
}

/** Whatever JSON may hold: not all of it can be written in a note. */
function reviewOf(args: JsonObject, machine?: object | null): Review {
  const request = requestOf({}, machine);
  return buildReview({ ...request, call: { ...request.call, arguments: args } }, state);
}

const state: ReviewState = {
  folder: 'pending',
  blocked: null,
  attempts: [],
  asks: false,
  undoUntilMs: null,
};

test.each<[Json, string, string]>([
  ['100', 'text', '100'],
  [100, 'number', '100'],
  [true, 'true/false', 'true'],
  [null, 'nothing', 'null'],
  [['a'], 'list', '[\n  "a"\n]'],
  [{ a: 1 }, 'object', '{\n  "a": 1\n}'],
  ['', 'text', ''],
  ['a\u200bb', 'text', 'a‹U+200B›b'],
  [['a\u202eb'], 'list', '[\n  "a‹U+202E›b"\n]'],
])('the value %j is read as %s: %j', (value, kind, text) => {
  expect(reviewOf({ value }).arguments).toMatchObject([{ name: 'value', kind, text }]);
});

test('values that differ are read differently', () => {
  const json = fc.jsonValue({ depthSize: 'small' }) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(json, json, (a, b) => {
      const [x, y] = [reviewOf({ x: a }).arguments[0], reviewOf({ x: b }).arguments[0]];
      const looksAlike = x?.kind === y?.kind && x?.text === y?.text;
      expect(looksAlike).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
});

test('argument names that differ by what cannot be seen are read differently', () => {
  const names = reviewOf({ 'x\u200b': 1, 'x‹U+200B›': 2, x: 3 }).arguments.map(({ name }) => name);
  expect(new Set(names).size).toBe(3);
});

test.each<[args: JsonObject, recipient: string, isInCall: boolean]>([
  [{ to: 'a@example.com' }, 'a@example.com', true],
  [{ to: 'A@Example.com' }, ' a@example.COM ', true],
  [{ to: ['b@example.com', 'Ann <a@example.com>'], subject: 'x' }, 'a@example.com', true],
  [{ to: 'b@example.com', subject: 'x' }, 'a@example.com', false],
  [{}, 'a@example.com', false],
  [{ to: 'x, b@example.com; a@example.com' }, 'a@example.com', true],
  [{ to: 'Ann <a@example.com>' }, 'Ann <a@example.com>', true],
  [{ chat_id: 42, text: 'Hi' }, '42', true],
  [{ message: { to: [{ address: 'a@example.com' }] } }, 'a@example.com', true],
  [{ who: 'a@example.com', text: 'Hi' }, 'a@example.com', true],
  [{ user: 'a@example.com', text: 'Hi' }, 'a@example.com', false],
  // Only named in passing, in part, or beside whom it reaches.
  [{ to: 'b@example.com', text: 'As agreed with a@example.com.' }, 'a@example.com', false],
  [{ to: 'b@example.com', text: 'a@example.com' }, 'a@example.com', false],
  [{ who: 'b', text: 'a@example.com' }, 'a@example.com', false],
  [{ to: 'a@example.com.evil.example' }, 'a@example.com', false],
  [{ to: 'b@example.com' }, 'b', false],
  [{ to: 'b@example.com', cc: 'a@example.com' }, 'a@example.com', false],
  [{ who: 'b@example.com', cc: 'a@example.com' }, 'a@example.com', false],
  [{ to: 'b@example.com', email: 'a@example.com' }, 'a@example.com', false],
  [{ to: 'a@example.com <b@example.com>' }, 'a@example.com', false],
  [{ to: '"x, a@example.com, y" <b@example.com>' }, 'a@example.com', false],
  [{ to: 'b@example.com' }, 'a@example.com <b@example.com>', false],
  [{ who: 'a@example.com\nSent.' }, 'a@example.com\nSent.', false],
  [{ to: '' }, ' ', false],
])('whether %j reaches %j is told: %s', (args, targetRecipient, isInCall) => {
  const request = { ...requestOf(args), targetRecipient };
  expect(buildReview(request, state).recipientIsInCall).toBe(isInCall);
});

describe('the step that a request is for', () => {
  const step = { position: 4, text: 'Send\u200b it' } as StepSummary;
  const stepOf = (more: Partial<ReviewState>) =>
    buildReview(requestOf({}), { ...state, ...more }).step;

  test('is read with everything in it that cannot be seen', () => {
    const view = { position: 4, text: 'Send\u200b it', shown: 'Send‹U+200B› it', before: null };
    expect(stepOf({ step })).toEqual(view);
    expect(stepOf({ step, stepBefore: null })).toEqual(view);
    expect(stepOf({ step, stepBefore: 'Send\u200b it' })).toEqual(view);
    expect(stepOf({})).toBeNull();
    expect(stepOf({ step: null })).toBeNull();
  });

  test('is told as it read when the request was prepared, where that differs', () => {
    expect(stepOf({ step, stepBefore: 'Send it' })).toMatchObject({ before: 'Send it' });
    expect(stepOf({ step, stepBefore: 'Pay\u200b it' })).toMatchObject({
      before: 'Pay‹U+200B› it',
    });
  });
});

describe('of what an argument names', () => {
  const args = {
    files: ['/vault/Invoices/a.pdf', 'Invoices/b.pdf', '/tmp/\u200bx'],
    at: 'https://example.com/x',
    by: 'Me',
  };

  test('it is said whose content is pinned, and whose is not', () => {
    const notPinned = [
      { named: 'Invoices/b.pdf', how: 'relative' },
      { named: '/tmp/‹U+200B›x', how: 'full' },
    ];
    expect(reviewOf(args).arguments).toMatchObject([
      { name: 'files', files: ['Invoices/a.pdf'], notPinned },
      { name: 'at', files: [], notPinned: [{ named: 'https://example.com/x', how: 'address' }] },
      { name: 'by', files: [], notPinned: [] },
    ]);
  });

  test('nothing is said before the request is complete', () => {
    expect(reviewOf(args, null).arguments).toMatchObject([
      { files: [], notPinned: [] },
      { files: [], notPinned: [] },
      { files: [], notPinned: [] },
    ]);
  });

  const pinnedIn = (paths: readonly string[], names: string[]) => {
    const files = Object.fromEntries(paths.map((path) => [path, 'c'.repeat(64)]));
    return reviewOf({ names }, { ...completion, files }).arguments[0]?.files;
  };

  test.each<[why: string, paths: string[], names: string[], pinned: string[]]>([
    [
      'the vault is where all files lie',
      ['a.txt', 'b/a.txt'],
      ['/v/b/a.txt', '/v/a.txt'],
      ['b/a.txt', 'a.txt'],
    ],
    ['Windows has its own slashes', ['b/a.txt'], ['C:\\v\\b\\a.txt'], ['b/a.txt']],
    ['a name is said once', ['a.txt'], ['/v/a.txt', '/v/a.txt'], ['a.txt']],
    ['it may be either folder', ['a.txt'], ['/v/a.txt', '/other/a.txt'], []],
    ['no text names the file', ['a.txt'], ['a.txt', '/v/x/../a.txt ', '/v/ba.txt'], []],
    ['not all files lie in one folder', ['a.txt', 'b.txt'], ['/v/a.txt', '/other/b.txt'], []],
  ])('of pinned files, where %s, %j are those that %j name: %j', (_why, paths, names, pinned) => {
    expect(pinnedIn(paths, names)).toEqual(pinned);
  });

  test('a card with very many paths is there in time', () => {
    const many = Array.from({ length: 12_000 }, (_, at) => at.toString(36));
    const began = performance.now();
    pinnedIn(
      ['a', 'b'],
      many.map((folder) => `/${folder}/a`),
    );
    pinnedIn(
      many.slice(0, 1_500),
      many.map((name) => `/v/${name}`),
    );
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('a card with a very deep list in a text can be drawn', () => {
    const body = '['.repeat(20_000) + ']'.repeat(20_000);
    expect(reviewOf({ body }).arguments).toMatchObject([{ text: body, notPinned: [] }]);
  });
});

function completed(change: Partial<Preparation>) {
  return (request: ActionRequest): ActionRequest => ({
    ...request,
    machine: { ...request.machine, preparation: { ...completion, ...change } },
  });
}

describe('the difference of two texts of a request', () => {
  test('names the kinds of values that are no texts', () => {
    expect(compareRequests(requestOf({ x: 100 }), requestOf({ x: '100' }))).toEqual([
      { name: 'X', before: '100', after: '100', beforeKind: 'number' },
    ]);
    expect(compareRequests(requestOf({}), requestOf({ x: null }))).toEqual([
      { name: 'X', before: null, after: 'null', afterKind: 'nothing' },
    ]);
  });

  test.each([
    ['subject', 'Subject'],
    ['reply_to', 'Reply to'],
    ['replyTo', 'Argument replyTo'],
    ['Subject', 'Argument Subject'],
    ['plan', 'Argument plan'],
    ['argument_plan', 'Argument argument_plan'],
    ['request_id', 'Argument request_id'],
    ['sub\u200bject', 'Argument sub‹U+200B›ject'],
    ['', 'Argument '],
  ])('calls the argument “%s” “%s”', (argument, name) => {
    expect(compareRequests(requestOf({}), requestOf({ [argument]: 'a' }))).toMatchObject([
      { name },
    ]);
  });

  test('leaves no argument out whose name looks like another’s', () => {
    const before = requestOf({ 'x\u200b': 'a', 'x‹U+200B›': 'b' });
    const after = requestOf({ 'x\u200b': 'c', 'x‹U+200B›': 'd' });
    expect(compareRequests(before, after)).toHaveLength(2);
  });

  test.each<[string, (request: ActionRequest) => ActionRequest, string | null, string | null]>([
    ['To (in the note)', (it) => ({ ...it, targetRecipient: 'b' }), 'a@example.com', 'b'],
    ['Why', (it) => ({ ...it, rationale: 'no\u200bw' }), 'so', 'no‹U+200B›w'],
    ['Type', (it) => ({ ...it, actionType: 'other' }), 'email', 'other'],
    ['Plan', (it) => ({ ...it, planId: 'PLAN-2026-001' }), null, 'PLAN-2026-001'],
    ['Step', (it) => ({ ...it, stepId: 's4' }), null, 's4'],
    ['Expires', (it) => ({ ...it, expires: '2026-03-01' }), null, '2026-03-01'],
    ['Request id', (it) => ({ ...it, requestId: 'r-2' }), 'r-1', 'r-2'],
    ['The server’s command or address', completed({ bridge_digest: 'x' }), 'a'.repeat(64), 'x'],
    ['The tool’s description or inputs', completed({ tool_digest: 'x' }), 'b'.repeat(64), 'x'],
    ['Attached files', completed({ files: {} }), `{"Invoices/a.pdf":"${'c'.repeat(64)}"}`, '{}'],
    ['What counts as success', completed({ success: '^ok' }), null, '^ok'],
    ['Earlier attempts', completed({ attempts: ['r-0', 'r-9'] }), null, 'r-0, r-9'],
    ['Server', (it) => ({ ...it, call: { ...it.call, bridge: 'bank' } }), 'email', 'bank'],
    ['Tool', (it) => ({ ...it, call: { ...it.call, tool: 'pay' } }), 'send_email', 'pay'],
  ])('names what else differs: %s', (name, change, before, after) => {
    const request = requestOf({ x: 1 });
    const isFingerprint = name.includes('address') || name.includes('inputs');
    const more = isFingerprint ? { isFingerprint } : {};
    expect(compareRequests(request, change(request))).toEqual([{ name, before, after, ...more }]);
    expect(compareRequests(change(request), request)).toEqual([
      { name, before: after, after: before, ...more },
    ]);
  });

  test('tells what became part of it when it was completed', () => {
    const changes = compareRequests(requestOf({}, null), requestOf({}));
    expect(changes).toEqual([
      {
        name: 'The server’s command or address',
        before: null,
        after: 'a'.repeat(64),
        isFingerprint: true,
      },
      {
        name: 'The tool’s description or inputs',
        before: null,
        after: 'b'.repeat(64),
        isFingerprint: true,
      },
      {
        name: 'Attached files',
        before: null,
        after: `{"Invoices/a.pdf":"${'c'.repeat(64)}"}`,
      },
    ]);
  });

  test.each<
    [what: string, before: string[], after: string[], from: string | null, to: string | null]
  >([
    ['a line in the middle', ['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd'], 'b', 'x'],
    ['the first line', ['a', 'b'], ['x', 'b'], 'a', 'x'],
    ['a line more', ['a', 'c', 'd'], ['a', 'b\u200b', 'c', 'd'], null, 'b‹U+200B›'],
    ['a line less', ['a', 'b', 'c'], ['a', 'c'], 'b', null],
    ['a line that is there once more', ['a', 'a', 'b'], ['a', 'a', 'a', 'b'], null, 'a'],
    [
      'two lines, and what is between them',
      ['a', 'b', 'c', 'd'],
      ['x', 'b', 'y', 'd'],
      'a\nb\nc',
      'x\nb\ny',
    ],
  ])('shows of the other text what differs: %s', (_what, before, after, from, to) => {
    const below = (lines: readonly string[]) => {
      const text = `${requestOf({}).text}${lines.join('\n')}\n`;
      return { ...requestOf({}), text };
    };
    expect(compareRequests(below(before), below(after))).toEqual([
      { name: 'Other text in the note', before: from, after: to },
    ]);
  });

  test.each<[what: string, confirms: string[] | null]>([
    ['a stamp', null],
    ['a stamp and what was confirmed', ['r-0']],
  ])('is none for %s alone', (_what, confirms) => {
    const before = requestOf({ x: 'a' });
    const { request } = parseRequest(withStamp(before, 'v1~d~t~h~s', confirms), before.path);
    if (!request) throw new Error('no request');
    expect(request.machine).toMatchObject({ stamp: 'v1~d~t~h~s', confirms });
    expect(compareRequests(before, request)).toEqual([]);
  });

  test('is none for what was confirmed alone', () => {
    const confirmed = requestOf({}, { ...completion, confirms: ['r-0'] });
    expect(compareRequests(requestOf({}), confirmed)).toEqual([]);
  });

  test('is none when only a person’s own stamp came or went, and everything else otherwise', () => {
    const before = requestOf({ x: 'a' });
    const stamped = withStamp(before, 'v1~d~t~h~s', ['r-0']);
    const after = parseRequest(stamped, before.path).request;
    if (!after) throw new Error('no request');
    expect(after.machine.stamp).not.toBeNull();
    expect(compareRequests(before, after)).toEqual([]);
    expect(compareRequests(after, before)).toEqual([]);
    const more = parseRequest(`${stamped}A line more.\n`, before.path).request;
    if (!more) throw new Error('no request');
    expect(compareRequests(before, more)).toEqual([
      { name: 'Other text in the note', before: null, after: 'A line more.' },
    ]);
  });
});

test('arguments that differ only in Unicode normalisation are two things, and look it', () => {
  const [whole, pieces] = ['caf\u00e9@example.com', 'cafe\u0301@example.com'] as const;
  const [a, b] = [requestOf({ to: whole }), requestOf({ to: pieces })];
  expect(signedContent(a, 'v')?.digest).not.toBe(signedContent(b, 'v')?.digest);
  expect(compareRequests(a, b)).toEqual([
    {
      name: 'To',
      before: 'caf‹U+00E9›@example.com',
      after: 'cafe‹U+0301›@example.com',
    },
  ]);
});

test.each<[before: Json, after: Json, change: object]>([
  ['Grüße', 'Grüß', { before: 'Grüße', after: 'Grüß' }],
  ['é', 'e', { before: 'é', after: 'e' }],
  ['[\n  "é"\n]', ['é'], { before: '[\n  "é"\n]', after: '[\n  "é"\n]', afterKind: 'list' }],
])('where %j becomes %j, both are told as they are written', (before, after, change) => {
  expect(compareRequests(requestOf({ x: before }), requestOf({ x: after }))).toEqual([
    { name: 'X', ...change },
  ]);
});

test('of two calls only what is called is compared', () => {
  const call = { bridge: 'email', tool: 'send_email', arguments: { to: 'a', n: 1 } };
  expect(compareCalls(call, { ...call })).toEqual([]);
  expect(
    compareCalls(call, { bridge: 'mail', tool: 'send', arguments: { to: 'b', n: 1 } }),
  ).toEqual([
    { name: 'Server', before: 'email', after: 'mail' },
    { name: 'Tool', before: 'send_email', after: 'send' },
    { name: 'To', before: 'a', after: 'b' },
  ]);
});

test('an argument that was taken away is told as one', () => {
  expect(compareRequests(requestOf({ x: 'a' }), requestOf({}))).toMatchObject([
    { name: 'X', before: 'a', after: null },
  ]);
});

describe('of what changed since a person looked, they read again', () => {
  const at = '2026-02-21T11:00:00Z';
  const reread = (text: string) => {
    const { request } = parseRequest(text, 'Pending_Approval/r-1.md');
    if (!request) throw new Error('no request');
    return request;
  };
  const before = requestOf({ to: 'a@example.com' });
  const back = reread(
    asReturned(before, { successor: 'r-1-raaaa', status: 'not_executed', reason: 'Down.', at }),
  );
  const attempted = { ...completion, attempts: ['r-1'] };
  const backWithAttempt = { ...back, machine: { ...back.machine, preparation: attempted } };
  const answered = reread(asNotHappened(before, { attemptId: 'r-0', at }));
  const names = (after: typeof before, own: Parameters<typeof changesByOthers>[1]) =>
    changesByOthers(compareRequests(before, after), own).map(({ name }) => name);

  test('no id and no attempt that the executor added when it came back', () => {
    const cameBack = { cameBack: true, wasAnswered: false };
    expect(names(back, cameBack)).toEqual([]);
    expect(names(backWithAttempt, cameBack)).toEqual([]);
  });

  test('the id all the same where nothing says that it came back', () => {
    const unrelated = { cameBack: false, wasAnswered: false };
    expect(names(back, unrelated)).toEqual(['Request id']);
    expect(names(backWithAttempt, unrelated)).toEqual(['Request id', 'Earlier attempts']);
  });

  test('no words that their own answer put around the call', () => {
    expect(names(answered, { cameBack: false, wasAnswered: true })).toEqual([]);
    expect(names(answered, { cameBack: false, wasAnswered: false })).toEqual([
      'Other text in the note',
    ]);
  });

  test('what another hand changed, and not what is ours', () => {
    const other = requestOf({ to: 'evil@example.org' });
    const after = { ...other, requestId: back.requestId };
    expect(names(after, { cameBack: true, wasAnswered: true })).toEqual(['To']);
  });
});
