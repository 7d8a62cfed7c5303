import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerLine } from '../../../../src/core/request/answer-line.js';
import {
  asArchived,
  asExecuted,
  asHappened,
  asNotHappened,
  asReturned,
  tellsOutcome,
  withPreparation,
  withLateAnswer,
  withStatus,
  type ReturnNotice,
} from '../../../../src/core/request/edit-request.js';
import type { OutcomeNotice } from '../../../../src/core/request/outcome-section.js';
import type { ActionRequest } from '../../../../src/core/request/request.js';
import {
  COMPLETION,
  machineLine,
  requestNote,
  requestOf,
} from '../../../support/builders/request-note.js';
import { runs } from '../../../support/run/test-length.js';

const AT = '2026-02-21T12:00:00Z';
const SENT =
  '{"arguments":{"to":"client_a@example.com"},"bridge":"email","tool":"send_email","v":1}';

const executed: OutcomeNotice = {
  attemptId: '2026-02-21T10-40-00Z_email_client-a',
  sent: SENT,
  outcome: { kind: 'executed', reason: 'The server reports success.', answer: 'Email sent\nid 42' },
  at: AT,
};
const unknown: OutcomeNotice = {
  ...executed,
  outcome: {
    kind: 'unknown',
    reason: 'The server did not answer within 30 s.',
    answer: '',
    warning: 'Look into your outbox.',
  },
};
const returned: ReturnNotice = {
  successor: '2026-02-21T10-40-00Z_email_client-a-rabcd',
  status: 'pending',
  reason: 'Not run. The tool changed since you approved.',
  at: AT,
};

/** What is done to `given.md` in each folder of `test/support/golden/request`. */
const told = ['Not run. The file changed since you approved.'];
const edits: Record<string, (request: ActionRequest) => string> = {
  completed: (request) => withPreparation(request, COMPLETION),
  'completed-again': (request) => withPreparation(request, COMPLETION),
  returned: (request) => asReturned(request, returned),
  'returned-again': (request) => asReturned(request, { ...returned, successor: 'x-rcccc' }, told),
  'returned-unknown': (request) =>
    asReturned(request, { ...returned, status: 'outcome_unknown', outcome: unknown }, told),
  executed: (request) => asExecuted(request, executed),
  'executed-edited': (request) => asExecuted(request, { ...executed, edited: 'block' }),
  'returned-edited': (request) =>
    asReturned(request, {
      ...returned,
      status: 'outcome_unknown',
      reason: 'It may have happened: check before approving again.',
      outcome: { ...unknown, edited: 'properties' },
    }),
  'executed-after-return': (request) => asExecuted(request, executed, told),
  archived: (request) => asArchived(request, 'withdrawn', 'Step 4 was marked done outside.', AT),
  rejected: (request) => asArchived(request, 'rejected', 'Too early.', AT),
  expired: (request) => withStatus(request, 'expired'),
};

const GOLDEN = join(import.meta.dirname, '../../../support/golden/request');

test('each golden pair is tested', () => {
  expect(readdirSync(GOLDEN).sort()).toEqual(Object.keys(edits).sort());
});

test.each(Object.entries(edits))('golden: %s', (name, edit) => {
  const read = (file: string) => readFileSync(join(GOLDEN, name, file), 'utf8');
  const after = edit(requestOf(read('given.md')));
  expect(after).toBe(read('expected.md'));
  requestOf(after);
});

const whole = requestNote() + machineLine({ confirms: ['older'], stamp: 'v1~x' });

describe('a returned request', () => {
  test('has a new id, names the old one, and has neither stamp nor confirmation', () => {
    const after = requestOf(asReturned(requestOf(whole), returned));
    expect(after).toMatchObject({
      requestId: '2026-02-21T10-40-00Z_email_client-a-rabcd',
      supersedes: '2026-02-21T10-40-00Z_email_client-a',
      status: 'pending',
      machine: { preparation: COMPLETION, confirms: null, stamp: null },
    });
    expect(after.text).not.toMatch(/v1~x|older/);
    expect(after.call).toEqual(requestOf(whole).call);
  });

  test('says the reason on top', () => {
    expect(asReturned(requestOf(whole), returned)).toContain(
      'status: pending\nsupersedes: 2026-02-21T10-40-00Z_email_client-a\n---\n' +
        '> [!warning] Countersign: Not run. The tool changed since you approved.\n> 2026-02-21T12:00:00Z\n\n' +
        '> [!todo] Waiting for you\n',
    );
  });

  test('twice says only the last reason', () => {
    const once = requestOf(asReturned(requestOf(whole), returned));
    const twice = asReturned(once, { ...returned, successor: 'x-rbbbb', reason: 'Expired.' }, [
      returned.reason,
    ]);
    expect(twice.match(/\[!warning\]/g)).toHaveLength(1);
    expect(twice).toContain('> [!warning] Countersign: Expired.\n');
    expect(requestOf(twice)).toMatchObject({
      requestId: 'x-rbbbb',
      supersedes: returned.successor,
    });
    expect(twice.length - once.text.length).toBeLessThan(20);
  });

  test('without a machine line gets none', () => {
    expect(asReturned(requestOf(requestNote()), returned)).not.toContain('%% countersign');
  });

  test('keeps no stamp either when it is incomplete', () => {
    const line = `\n%% countersign ${JSON.stringify({ confirms: ['older'], stamp: 'v1~x' })} %%\n`;
    const after = asReturned(requestOf(requestNote() + line), returned);
    expect(after).not.toMatch(/v1~x|older/);
    expect(requestOf(after).machine).toEqual({ preparation: null, confirms: null, stamp: null });
  });
});

describe('on a person’s word', () => {
  const status = (note: string, value: string) =>
    note.replace('status: pending', `status: ${value}`);
  const happened = status(whole, 'executed').replace(
    '> [!todo] Waiting for you\n',
    '> [!success] Executed, on your word\n> On 2026-02-21 at 12:00 UTC. No server confirmed it.\n',
  );
  const said =
    '## Outcome\n- 2026-02-21T12:00:00Z · attempt `a` · **a person says that it happened**\n' +
    '- No server confirmed it: for the ledger, the outcome of that attempt stays unknown.\n';
  const changed = '- This note was changed after that person had looked at it.\n';

  test.each([
    [
      'what was sent',
      { sent: '{"v":1}' },
      '\n> [!info]- For checking\n> The call as it was signed\n> ```json\n> {"v":1}\n> ```\n\n',
    ],
    ['nothing of a call that another ledger made', {}, '\n'],
    ['that the note was changed meanwhile', { isChanged: true }, `${changed}\n`],
  ])('a filed note says so, and %s [GATE-3]', (_what, more, section) => {
    const after = asHappened(requestOf(whole), { attemptId: 'a', at: AT, ...more });
    expect(after).toBe(happened.replace('\n%% countersign', `\n${said}${section}%% countersign`));
    requestOf(after);
  });

  test('a note whose call did not happen waits like any other [GATE-3]', () => {
    const doubted = status(whole, 'outcome_unknown');
    const words = 'You said that a did not happen. Approving it runs it again.';
    expect(asNotHappened(requestOf(doubted), { attemptId: 'a', at: AT })).toBe(
      whole.replace('> [!todo]', `> [!warning] Countersign: ${words}\n> ${AT}\n\n> [!todo]`),
    );
  });
});

test('a note whose call may have happened says what to do first, until that is answered [GATE-3]', () => {
  const notice = { successor: 'b', reason: 'It may have happened.', at: AT };
  const returned = asReturned(requestOf(whole), { ...notice, status: 'outcome_unknown' });
  expect(returned).toContain('Check with the recipient or the service');
  expect(returned).not.toContain('Press Approve');
  const answered = asNotHappened(requestOf(returned), { attemptId: 'a', at: AT }, [notice.reason]);
  expect(answered).not.toMatch(/Check with the recipient|It may have happened/);
  expect(answered).toContain('Approving it runs it again.');
});

describe('an outcome', () => {
  const told = asExecuted(requestOf(whole), executed);

  test.each([
    ['as it was written', told, true],
    ['with other line ends', told.replaceAll('\n', '\r\n'), true],
    [
      'where a comment hides it',
      told.replace('## Outcome', '%%\n## Outcome').replace('\n%% c', '\n%%\n%% c'),
      false,
    ],
    [
      'where its heading alone is left',
      told.replace('- The server reports', '- Anna reports'),
      false,
    ],
  ])('is told where it is seen: %s [GATE-4]', (_how, text, isTold) => {
    expect(tellsOutcome(requestOf(text), executed)).toBe(isTold);
  });
});

test('a late answer is written once', () => {
  const notice = { attemptId: 'x', reason: 'It succeeded.', answer: 'Email sent', at: AT };
  const told = withLateAnswer(requestOf(requestNote()), notice) ?? '';
  expect(told).toContain('**late answer**');
  expect(withLateAnswer(requestOf(told), notice)).toBeNull();
});

test('the outcome of a note without a line end starts a line of its own', () => {
  const note = requestNote({}, undefined, 'My last word');
  expect(asExecuted(requestOf(note), executed)).toContain('\nMy last word\n## Outcome\n');
});

test.each([
  'Press Approve in Countersign, or move this note to `Work/Approved/` to run the action below, or to `Work/Rejected/` to deny it.',
  answerLine({ approved: 'Work/Approved', rejected: 'Work/Rejected' }),
])('how to answer is taken out with its callout after the call, in each form: %s', (line) => {
  const note = whole.replace('Waiting for you\n', `Waiting for you\n> ${line}\n`);
  expect(note).toContain(line);
  expect(asExecuted(requestOf(note), executed)).toBe(asExecuted(requestOf(whole), executed));
  const more = note.replace(line, `${line} Please.`);
  expect(asExecuted(requestOf(more), executed)).toContain('\n> '.concat(line, ' Please.\n'));
});

describe('a person’s own text', () => {
  test('in our callouts stays', () => {
    const note = whole.replace('Waiting for you\n', 'Waiting for you\n> I asked the bank: fine.\n');
    const after = asExecuted(requestOf(asReturned(requestOf(note), returned)), executed);
    expect(after).toContain('> I asked the bank: fine.\n');
    expect(after).not.toContain('Waiting for you');
  });

  test('between the properties and the callout stays where it is', () => {
    const note = whole.replace('---\n> [!todo]', '---\n\nMy note.\n\n> [!todo]');
    const after = asReturned(requestOf(note), returned);
    expect(after).toContain('> 2026-02-21T12:00:00Z\n\nMy note.\n\n> [!todo] Waiting for you\n');
  });

  test.each(['', '  '])(
    'an empty line (%j) around our callout neither doubles it nor adds up',
    (empty) => {
      const note = whole.replace('---\n> [!todo]', `---\n${empty}\n> [!todo]`);
      const once = asReturned(requestOf(note), returned);
      const spaced = once.replace(`> ${AT}\n\n`, `> ${AT}\n${empty}\n`);
      const twice = asReturned(requestOf(spaced), { ...returned, successor: 'x-rbbbb' }, [
        returned.reason,
      ]);
      expect(twice.match(/> \[!/g)).toHaveLength(2);
      expect(twice).toContain(`> ${AT}\n\n> [!todo]`);
      expect(
        asExecuted(requestOf(twice), executed, [returned.reason]).match(/> \[!(?!quote|info)/g),
      ).toHaveLength(1);
    },
  );

  const banner = (words: string) =>
    requestOf(
      whole.replace('> [!todo]', `> [!warning] Countersign: ${words}\n> ${AT}\n\n> [!todo]`),
    );

  test.each([
    ['behind the reason', `${returned.reason} Ask Bob!`, '> … Ask Bob!'],
    ['within the reason', 'Not run. Ask Bob!', '> … Not run. Ask Bob!'],
    ['in place of the reason', '[!todo] Ask Bob!', '> … [!todo] Ask Bob!'],
    [
      'behind an answer',
      `You said that ${returned.successor} did not happen. Approving it runs it again. Ask Bob!`,
      `> … You said that ${returned.successor} did not happen. Approving it runs it again. Ask Bob!`,
    ],
  ])('%s of a callout is kept below the new one [GATE-4]', (_where, words, kept) => {
    const told = [returned.reason];
    for (const after of [
      asReturned(banner(words), { ...returned, reason: 'Expired.' }, told),
      asExecuted(banner(words), executed, told),
      asHappened(banner(words), { attemptId: 'a', at: AT }, told),
      asNotHappened(banner(words), { attemptId: 'a', at: AT }, told),
      asArchived(banner(words), 'rejected', 'Too early.', AT, told),
    ]) {
      expect(after).toContain(`\n\n${kept}\n\n`);
      expect(after.match(/Ask Bob/g)).toHaveLength(1);
      requestOf(after);
    }
  });

  test.each([
    'Too early.',
    `${returned.reason} This note was edited after it was approved. What may have been sent is the call under Outcome, not the block of this note. Approving it again runs the block as it is now.`,
    'You said that 2026-02-21_older did not happen. Approving it runs it again.',
  ])('is not what Countersign itself wrote there: %s', (words) => {
    const note = banner(words);
    const machine = {
      ...note.machine,
      preparation: { ...COMPLETION, attempts: ['2026-02-21_older'] },
    };
    const after = asArchived({ ...note, machine }, 'rejected', 'Too early.', AT, [returned.reason]);
    expect(after).not.toContain('> …');
  });

  test('on the first line of our callout keeps the whole of it, spaces behind it do not', () => {
    const worded = whole.replace('Waiting for you', 'Waiting for you, Anna');
    expect(asExecuted(requestOf(worded), executed)).toContain('> [!todo] Waiting for you, Anna\n');
    const spaced = whole.replace('Waiting for you', 'Waiting for you  ');
    expect(asExecuted(requestOf(spaced), executed)).not.toContain('[!todo]');
  });
});

describe('whatever else stands in the note', () => {
  const piece = fc.constantFrom(
    ...[
      '## Mine\n',
      '- [ ] ask\n',
      'text\n',
      '\n',
      '%% a comment %%\n',
      '> a quote\n',
      '```js\n%%\n```\n',
    ],
    ...['<b>bold</b>\n', '\ttabs\n', 'trailing  \n', '日本 😀\n', '1. one\n', '$$x$$\n', '---\n'],
  );
  const noteArbitrary = fc
    .record({
      above: fc.array(fc.constantFrom('text\n', '\n', '> a quote\n', '日本\n', '%% c %%\n'), {
        maxLength: 4,
      }),
      below: fc
        .tuple(fc.array(piece, { maxLength: 8 }), fc.constantFrom([], ['without a line end']))
        .map(([lines, last]) => [...lines, ...last]),
      keys: fc.array(
        fc.constantFrom('tags: [a, b]', 'domain: "x" # why', 'n:   1', 'aliases:\n  - y'),
        {
          maxLength: 1,
        },
      ),
      machine: fc.boolean(),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\ufeff'),
    })
    .map(({ above, below, keys, machine, lineEnd, mark }) => {
      const [head = '', rest = ''] = requestNote({}, undefined, `\n${below.join('')}`).split(
        '> [!todo]',
      );
      const properties = head.replace(/---\n$/, `${keys.map((key) => `${key}\n`).join('')}---\n`);
      const end = below.join('').endsWith('\n') || below.length === 0 ? '' : '\n';
      const body = `${properties}${above.join('')}> [!todo]${rest}${machine ? end + machineLine() : ''}`;
      return { text: mark + body.replaceAll('\n', lineEnd), above, below, keys, lineEnd, mark };
    });

  test.each(Object.entries(edits))('stays byte for byte: %s [HOST-3]', (_name, edit) => {
    fc.assert(
      fc.property(noteArbitrary, ({ text, above, below, keys, lineEnd, mark }) => {
        const after = edit(requestOf(text));
        const native = (pieces: readonly string[]) => pieces.join('').replaceAll('\n', lineEnd);
        expect(after.startsWith(`${mark}---`)).toBe(true);
        expect(after).toContain(native(below));
        expect(after).toContain(native(above).trimStart());
        for (const key of keys) expect(after).toContain(native([`${key}\n`]));
        if (lineEnd === '\r\n') expect(after).not.toMatch(/[^\r]\n/);
        else expect(after).not.toContain('\r');
        expect(requestOf(after).call).toEqual(requestOf(text).call);
      }),
      { numRuns: runs(200) },
    );
  });

  test('completing changes nothing but the machine line', () => {
    fc.assert(
      fc.property(noteArbitrary, ({ text }) => {
        const after = withPreparation(requestOf(text), { ...COMPLETION, epoch: 'e-bbbbbbbbbb' });
        const without = (note: string) =>
          note.replace(/\s*%% countersign \{.*\} %%\r?\n$/, '').trimEnd();
        expect(without(after)).toBe(without(text));
        expect(requestOf(after).machine.preparation?.epoch).toBe('e-bbbbbbbbbb');
        expect(
          withPreparation(requestOf(after), requestOf(after).machine.preparation ?? COMPLETION),
        ).toBe(after);
      }),
    );
  });
});
