import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/json.js';
import {
  buildReview,
  changesByOthers,
  compareRequests,
} from '../../../src/core/request/build-review.js';
import { asNotHappened, asReturned, withStamp } from '../../../src/core/request/edit-request.js';
import { parseRequest } from '../../../src/core/request/parse-request.js';
import type { Review } from '../../../src/core/request/review.js';
import { signedContent } from '../../../src/core/request/signed-content.js';

const completion = {
  epoch: 'e',
  bridge_digest: 'a'.repeat(64),
  tool_digest: 'b'.repeat(64),
  files: { 'Invoices/a.pdf': 'c'.repeat(64) },
  success: null,
  attempts: [],
};

function requestOf(args: Json, machine: object | null = completion) {
  const line = machine ? `\n%% countersign ${JSON.stringify(machine)} %%\n` : '';
  const text = `---\ntype: approval_request\nrequest_id: r-1\naction_type: email\ntarget_recipient: a@example.com\nrationale: so\ncreated_date: 2026-02-21T10:40:00Z\nstatus: pending\n---\n\n\`\`\`countersign-action\nbridge: email\ntool: send_email\narguments: ${JSON.stringify(args)}\n\`\`\`\n${line}`;
  const { request } = parseRequest(text, 'Pending_Approval/r-1.md');
  if (!request) throw new Error('no request');
  return request;
}

/** Whatever JSON may hold: not all of it can be written in a note. */
function reviewOf(args: JsonObject, machine?: object | null): Review {
  const request = requestOf({}, machine);
  const call = { ...request.call, arguments: args };
  const state = {
    place: 'pending',
    blocked: null,
    attempts: [],
    asks: false,
    heldUntilMs: null,
    vaultPathOf: (text: string) => text.replace(/^\/vault\//, ''),
  } as const;
  return buildReview({ ...request, call }, state);
}

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

describe('of what an argument names', () => {
  const args = {
    files: ['/vault/Invoices/a.pdf', 'Invoices/b.pdf'],
    at: 'https://example.com/x',
    by: 'Me',
  };

  test('it is said whose content is pinned, and whose is not', () => {
    expect(reviewOf(args).arguments).toMatchObject([
      { name: 'files', files: ['Invoices/a.pdf'], notPinned: ['Invoices/b.pdf'] },
      { name: 'at', files: [], notPinned: ['https://example.com/x'] },
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
});

describe('the difference of two texts of a request', () => {
  test('names the kinds of values that are no texts', () => {
    expect(compareRequests(requestOf({ x: 100 }), requestOf({ x: '100' }))).toEqual([
      { name: 'argument x', before: '100', after: '100', beforeKind: 'number' },
    ]);
    expect(compareRequests(requestOf({}), requestOf({ x: null }))).toEqual([
      { name: 'argument x', before: null, after: 'null', afterKind: 'nothing' },
    ]);
  });

  test('leaves no argument out whose name looks like another’s', () => {
    const before = requestOf({ 'x\u200b': 'a', 'x‹U+200B›': 'b' });
    const after = requestOf({ 'x\u200b': 'c', 'x‹U+200B›': 'd' });
    expect(compareRequests(before, after)).toHaveLength(2);
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
      { name: 'the note’s other text', before: null, after: 'A line more.' },
    ]);
  });
});

test('arguments that differ only in Unicode normalisation are two things, and look it', () => {
  const [whole, pieces] = ['caf\u00e9@example.com', 'cafe\u0301@example.com'] as const;
  const [a, b] = [requestOf({ to: whole }), requestOf({ to: pieces })];
  expect(signedContent(a, 'v')?.digest).not.toBe(signedContent(b, 'v')?.digest);
  expect(compareRequests(a, b)).toEqual([
    {
      name: 'argument to',
      before: 'caf‹U+00E9›@example.com',
      after: 'cafe‹U+0301›@example.com',
    },
  ]);
});

test('an argument that was taken away is told as one', () => {
  expect(compareRequests(requestOf({ x: 'a' }), requestOf({}))).toMatchObject([
    { name: 'argument x', before: 'a', after: null },
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
  const backWithAttempt = { ...back, machine: { ...back.machine, completion: attempted } };
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
    expect(names(back, unrelated)).toEqual(['request id']);
    expect(names(backWithAttempt, unrelated)).toEqual(['request id', 'earlier attempts']);
  });

  test('no words that their own answer put around the call', () => {
    expect(names(answered, { cameBack: false, wasAnswered: true })).toEqual([]);
    expect(names(answered, { cameBack: false, wasAnswered: false })).toEqual([
      'the note’s other text',
    ]);
  });

  test('all of it as soon as another hand changed anything', () => {
    const other = requestOf({ to: 'evil@example.org' });
    const after = { ...other, requestId: back.requestId };
    expect(names(after, { cameBack: true, wasAnswered: true })).toEqual([
      'request id',
      'argument to',
    ]);
  });
});
