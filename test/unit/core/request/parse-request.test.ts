import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRequest } from '../../../../src/core/request/parse-request.js';
import {
  ACTION,
  COMPLETION,
  machineLine,
  requestNote,
} from '../../../support/builders/request-note.js';
import { runs } from '../../../support/run/test-length.js';

const PATH = 'Pending_Approval/R.md';

function problemsOf(text: string) {
  return parseRequest(text, PATH).problems;
}

test('a request note is read as what it says', () => {
  const { request, problems } = parseRequest(requestNote(), PATH);
  expect(problems).toEqual([]);
  expect(request).toMatchObject({
    path: PATH,
    requestId: '2026-02-21T10-40-00Z_email_client-a',
    actionType: 'email',
    targetRecipient: 'client_a@example.com',
    planId: 'PLAN-2026-001',
    stepId: 's4',
    rationale: 'Step 4 of PLAN-2026-001: the invoice is ready.',
    createdDate: '2026-02-21T10:40:00Z',
    status: 'pending',
    expires: null,
    supersedes: null,
    machine: { preparation: null, confirms: null, stamp: null },
  });
});

test.each<[name: string, changes: Record<string, string | null>]>([
  ['standalone', { plan_id: null, step_id: null }],
  ['with empty plan keys', { plan_id: '', step_id: 'null' }],
  ['with the step as a link has it', { step_id: '"^s4"' }],
  ['with the step as a number', { step_id: '4' }],
  ['without a status', { status: null }],
  ['with a status of its own', { status: 'awaiting-approval' }],
  ['without approval_required_by', { approval_required_by: null }],
  ['with a local created_date', { created_date: '2026-02-21T10:40' }],
  ['with a bare created_date', { created_date: '2026-02-21' }],
  ['with an end', { expires: '2026-02-28T18:00:00+01:00' }],
  ['with an empty end', { expires: '' }],
  ['with further keys', { domain: 'personal', tags: '[a, b]' }],
])('a request is valid %s', (_name, changes) => {
  expect(problemsOf(requestNote(changes))).toEqual([]);
});

/** Changes of the properties, the code, the line of the problem, and what it says. */
const bad: Record<string, [Record<string, string | null>, string, number, RegExp]> = {
  'no type': [{ type: null }, 'key_missing', 2, /`type` is missing/],
  'another type': [{ type: 'email' }, 'key_invalid', 2, /`type`/],
  'no request_id': [{ request_id: null }, 'key_missing', 2, /`request_id` is missing/],
  'an empty request_id': [{ request_id: '""' }, 'key_missing', 3, /`request_id`/],
  'a request_id with a path': [{ request_id: '../../x' }, 'key_invalid', 3, /`request_id`/],
  'a request_id with a space': [{ request_id: 'a b' }, 'key_invalid', 3, /`request_id`/],
  'a request_id with a link': [{ request_id: '"[[a]]"' }, 'key_invalid', 3, /`request_id`/],
  'a request_id of 121 characters': [
    { request_id: 'a'.repeat(121) },
    'key_invalid',
    3,
    /`request_id`/,
  ],
  'a list of request_ids': [{ request_id: '[a, b]' }, 'key_invalid', 3, /`request_id` is a list/],
  'no action_type': [{ action_type: null }, 'key_missing', 2, /`action_type`/],
  'an empty action_type': [{ action_type: '' }, 'key_missing', 4, /`action_type`/],
  'no target_recipient': [{ target_recipient: null }, 'key_missing', 2, /`target_recipient`/],
  'a list of recipients': [{ target_recipient: '[a, b]' }, 'key_invalid', 5, /`target_recipient`/],
  'an agent who approves': [{ approval_required_by: 'agent' }, 'key_invalid', 6, /`human`/],
  'nobody who approves': [{ approval_required_by: 'false' }, 'key_invalid', 6, /`human`/],
  'a list of who approves': [{ approval_required_by: '[human]' }, 'key_invalid', 6, /is a list/],
  'a plan without a step': [{ step_id: null }, 'key_invalid', 7, /belong together/],
  'a step without a plan': [{ plan_id: null }, 'key_invalid', 7, /belong together/],
  'a plan_id in another form': [{ plan_id: 'my plan' }, 'key_invalid', 7, /`plan_id`/],
  'an empty text as plan': [{ plan_id: '""', step_id: '""' }, 'key_invalid', 7, /`plan_id`/],
  'a list as plan_id': [
    { plan_id: '[x]', step_id: '[y]' },
    'key_invalid',
    7,
    /`plan_id` is a list/,
  ],
  'a step_id with a space': [{ step_id: 's 4' }, 'key_invalid', 8, /`step_id`/],
  'a step_id with its mark inside': [{ step_id: '"s^4"' }, 'key_invalid', 8, /`step_id`/],
  'no rationale': [{ rationale: null }, 'key_missing', 2, /`rationale`/],
  'a rationale of spaces': [{ rationale: '"  "' }, 'key_missing', 9, /`rationale`/],
  'no created_date': [{ created_date: null }, 'key_missing', 2, /`created_date`/],
  'a created_date in words': [{ created_date: 'yesterday' }, 'key_invalid', 10, /not a date/],
  'a created_date that never was': [
    { created_date: '2026-02-30' },
    'key_invalid',
    10,
    /not a date/,
  ],
  'a local end': [{ expires: '2026-02-28T18:00' }, 'key_invalid', 12, /with a zone/],
  'an end in words': [{ expires: 'tomorrow' }, 'key_invalid', 12, /with a zone/],
  'a list of ends': [
    { expires: '[2026-02-28T18:00:00Z]' },
    'key_invalid',
    12,
    /`expires` is a list/,
  ],
  'a map as an end': [{ expires: '{a: 1}' }, 'key_invalid', 12, /`expires` is a list/],
  'an end of another kind': [{ expires: 'true' }, 'key_invalid', 12, /with a zone/],
  'a predecessor with a path': [{ supersedes: '../x' }, 'key_invalid', 12, /`supersedes`/],
};

test.each(Object.entries(bad))(
  '%s is a problem at its line',
  (_name, [changes, code, line, says]) => {
    const problems = problemsOf(requestNote(changes));
    const found = problems.filter((problem) => says.test(problem.message));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code, path: PATH, line, column: 1 });
    expect(found[0]?.advice).toMatch(/^[A-Z`].*\.$/s);
  },
);

test.each([
  ...['type', 'request_id', 'action_type', 'target_recipient', 'rationale', 'created_date'],
])('that %s is missing is told once, and nothing else', (key) => {
  expect(problemsOf(requestNote({ [key]: null }))).toMatchObject([{ code: 'key_missing' }]);
});

test.each([
  [null, 'pending'],
  ['approved', 'approved'],
  ['awaiting-approval', 'awaiting-approval'],
])('with status %s it is said to be %s', (written, status) => {
  expect(parseRequest(requestNote({ status: written }), PATH).request?.status).toBe(status);
});

test('all problems are told at once, and the id that the note gives itself', () => {
  const text = requestNote({ rationale: null, expires: 'soon', step_id: null }, 'bridge: ~\n');
  const parsed = parseRequest(text, PATH);
  expect(parsed.request).toBeNull();
  expect(parsed.problems.map(({ code }) => code).sort()).toEqual([
    'action_number_ambiguous',
    'key_invalid',
    'key_invalid',
    'key_missing',
  ]);
  expect(parsed).toMatchObject({ requestId: '2026-02-21T10-40-00Z_email_client-a' });
});

describe('the machine line', () => {
  test('is read with what was confirmed and signed', () => {
    const text = requestNote() + machineLine({ confirms: ['older-id'], stamp: 'v1~x' });
    expect(parseRequest(text, PATH).request?.machine).toEqual({
      preparation: COMPLETION,
      confirms: ['older-id'],
      stamp: 'v1~x',
    });
  });

  test.each<[string, object]>([
    ['no epoch', { epoch: undefined }],
    ['a bridge digest in capitals', { bridge_digest: 'B'.repeat(64) }],
    ['a short tool digest', { tool_digest: 'c'.repeat(63) }],
    ['a file without a digest', { files: { 'a.md': 1 } }],
    [
      'one file of two without a digest',
      { files: { 'a.md': 'd'.repeat(64), 'b.md': 'D'.repeat(64) } },
    ],
    ['a list of files', { files: [] }],
    ['files that are a text', { files: '' }],
    ['files that are nothing', { files: null }],
    ['a success that is no text', { success: true }],
    ['no success', { success: undefined }],
    ['attempts that are no ids', { attempts: [1] }],
  ])('with %s the request is incomplete, not half complete', (_name, change) => {
    const { request } = parseRequest(requestNote() + machineLine(change), PATH);
    expect(request?.machine.preparation).toBeNull();
  });

  test.each<[string, string]>([
    ['a key that we never write', machineLine({ approved: true })],
    ['confirms that is a text', machineLine({ confirms: 'older-id' })],
    ['a stamp that is a list', machineLine({ stamp: ['v1'] })],
    ['__proto__', '\n%% countersign {"__proto__":{"stamp":"v1"}} %%\n'],
    ['broken JSON', '\n%% countersign {"stamp": %%\n'],
    ['a list', '\n%% countersign [] %%\n'],
    ['two of them', machineLine() + machineLine()],
    ['two of them, one indented', `${machineLine()}  %% countersign {} %%\n`],
  ])('with %s is refused at its line', (_name, line) => {
    const problems = problemsOf(requestNote() + line);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'machine_line_invalid', path: PATH });
    expect(problems[0]?.line).toBeGreaterThanOrEqual(25);
    expect(problems[0]?.advice).toMatch(/\.$/);
  });

  test.each([
    [{ approved: true }, 'a key `approved`'],
    [{ stamp: ['v1'] }, 'a value'],
  ])('with %j is told to have what we did not write', (more, what) => {
    const message = `The \`%% countersign … %%\` line has ${what} that Countersign did not write.`;
    expect(problemsOf(requestNote() + machineLine(more))).toMatchObject([{ message }]);
  });

  test.each([
    ['in a code block', '\n```\n%% countersign {"stamp":"forged"} %%\n```\n'],
    ['in a callout', '\n> %% countersign {"stamp":"forged"} %%\n'],
    ['in a sentence', '\ntext %% countersign {"stamp":"forged"} %%\n'],
    ['as indented code', '\n    %% countersign {"stamp":"forged"} %%\n'],
  ])('is not what stands %s', (_name, line) => {
    expect(parseRequest(requestNote() + line, PATH).request?.machine.stamp ?? null).toBeNull();
  });

  test('is not what stands in the arguments', () => {
    const action = ACTION.replace(
      'subject:',
      'text: |\n    %% countersign {"stamp":"x"} %%\n  subject:',
    );
    expect(parseRequest(requestNote({}, action), PATH).request?.machine.stamp).toBeNull();
  });
});

test.each([
  ['an open comment', '\n%% open\n'],
  ['an open HTML comment', '\n<!-- open\n'],
  ['an open code block', '\n```\nopen\n'],
])('a note that ends in %s is refused: nothing can be added to it', (_name, below) => {
  expect(problemsOf(requestNote({}, ACTION, below))).toMatchObject([
    {
      code: 'action_invalid',
      path: PATH,
      line: 23,
      column: 1,
      advice: expect.stringMatching(/Close/) as string,
    },
  ]);
});

const bigAction = (text: string) => ACTION.replace('subject:', `text: ${text}\n  subject:`);

test.each<[string, string]>([
  ['nothing', ''],
  ['only text', 'hello'],
  ['no front matter', requestNote().split('---\n').slice(2).join('---\n')],
  ['open front matter', requestNote().replace('pending\n---\n', 'pending\n')],
  ['broken YAML', requestNote({ subject: 'Re: x' })],
  ['JavaScript as front matter', requestNote().replace('---', '---js')],
  ['an alias bomb in the front matter', requestNote({ a: `&a [${'x,'.repeat(9)}]`, b: '[*a,*a]' })],
  ['an alias bomb in the action', requestNote({}, `a: &a [x, x]\nb: &b [*a, *a]\n${ACTION}`)],
  ['a key twice', requestNote({ 'Status: x\nstatus': 'y' })],
  ['no action', requestNote().replace('countersign-action', 'yaml')],
  ['tabs in the action', requestNote({}, ACTION.replace('  to', '\tto'))],
  ['5 MB of text in the action', requestNote({}, bigAction('x'.repeat(5_000_000)))],
  [
    '5 MB of text before the action',
    requestNote().replace('> [!todo]', `${'`%%<!-- '.repeat(800_000)}\n`),
  ],
])('a note with %s is a problem with a path, a line and advice', (_name, text) => {
  const problems = problemsOf(text);
  expect(problems.length).toBeGreaterThan(0);
  for (const problem of problems) {
    expect(problem.path).toBe(PATH);
    expect(problem.line).toBeGreaterThan(0);
    expect(problem.message).not.toBe('');
    expect(problem.advice).not.toBe('');
  }
});

test.each<[string, string]>([
  ['CRLF', requestNote().replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${requestNote()}`],
  [
    'emoji and other scripts',
    requestNote({ target_recipient: '株式会社 😀', rationale: 'Schön ✋' }),
  ],
  ['5 MB of text below the action', requestNote() + 'text\n'.repeat(1_000_000)],
  ['10,000 headings', requestNote() + '# x\n'.repeat(10_000)],
])('a note with %s is read', (_name, text) => {
  expect(problemsOf(text)).toEqual([]);
});

describe('no text makes it throw', () => {
  const places = (text: string) => {
    for (const problem of problemsOf(text)) {
      expect(problem.line).toBeGreaterThan(0);
      expect(problem.line).toBeLessThanOrEqual(text.split('\n').length);
    }
  };

  test('not any', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), places));
  });

  const VALID = requestNote() + machineLine({ confirms: ['a'], stamp: 'v1~x' });
  const piece = fc.oneof(
    fc.constantFrom(
      '---\n',
      '```',
      '~~~',
      '%%',
      '<!--',
      '\n',
      '\r',
      '\t',
      ': ',
      '"',
      "'",
      '[',
      '{',
      '&a',
      '*a',
    ),
    fc.constantFrom(
      'countersign-action',
      '%% countersign {} %%',
      '!!',
      '# ',
      '\u2028',
      '\ud800',
      '\u0000',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );

  test('not a valid note that is changed anywhere', () => {
    const change = fc.tuple(fc.nat(VALID.length), fc.nat(12), piece);
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        let text = VALID;
        for (const [at, remove, insert] of changes) {
          text = text.slice(0, at) + insert + text.slice(at + remove);
        }
        places(text);
      }),
      { numRuns: runs(3_000) },
    );
  });
});

test.each([
  ...['action_type', 'target_recipient', 'rationale', 'status'].map((key) => [
    key,
    requestNote({ [key]: '"a \\ud800"' }),
  ]),
  ['success', requestNote() + machineLine({ success: '\ud800' })],
])('half a character in %s, written as an escape, is told and is no request', (_what, note) => {
  expect(problemsOf(note).map(({ message }) => message)).toEqual([
    'The note contains half a character, such as “\\ud800”.',
  ]);
});
