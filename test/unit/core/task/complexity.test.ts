import { describe, expect, test } from 'vitest';
import { allMatched, evaluateComplexity } from '../../../../src/core/task/complexity.js';
import {
  defaultComplexityKeywords,
  wordGroups,
  type ComplexityKeywords,
} from '../../../../src/core/policy/keywords.js';
import { readText } from '../../../../src/core/task/read-item.js';

function evaluate(brief: string, words?: ComplexityKeywords) {
  return evaluateComplexity(readText(brief), words);
}

const none = { priority: [], multiStep: [], externalAction: [], dependency: [], stakeholders: [] };

describe('the examples of the Silver research', () => {
  test('an invoice to generate and send is complex [R8.1]', () => {
    const evaluation = evaluate('Generate and send invoice to Client A');
    expect(evaluation).toMatchObject({
      complex: true,
      matched: {
        ...none,
        multiStep: ['invoice', 'client'],
        externalAction: ['send'],
        stakeholders: ['client'],
      },
      simple: [],
    });
    expect(evaluation.reasons).toEqual([
      'Suggested because it mentions “invoice”, “client” and “send”.',
    ]);
    expect(allMatched(evaluation.matched)).toEqual(['invoice', 'client', 'send']);
  });

  test('a word is not named beside one that begins with it', () => {
    expect(evaluate('The payment for Client A').reasons).toEqual([
      'Suggested because it mentions “payment” and “client”.',
    ]);
  });

  test('to show the dashboard is simple [R8.1]', () => {
    expect(evaluate('Show me the dashboard')).toEqual({
      complex: false,
      matched: none,
      simple: ['show'],
      reasons: ['It only asks you to show.'],
    });
  });

  test('a meeting with three team members is complex [R8.1]', () => {
    expect(evaluate('Schedule meeting with 3 team members')).toMatchObject({
      complex: true,
      matched: { multiStep: ['schedule'], stakeholders: ['team'] },
    });
  });
});

describe('the examples of the Silver spec', () => {
  test('an invoice to generate, send by mail and log is complex [R8.1]', () => {
    const brief = 'Generate an invoice for Client A, send it via email, and log the transaction';
    expect(evaluate(brief)).toMatchObject({
      complex: true,
      matched: { multiStep: ['invoice', 'client'], externalAction: ['send', 'email'] },
    });
  });

  test('to read the dashboard is simple [R8.1]', () => {
    expect(evaluate('read dashboard')).toMatchObject({
      complex: false,
      simple: ['read'],
    });
  });
});

test('the words are those of the research, in its five groups and its simple verbs [R8.1]', () => {
  expect(wordGroups).toEqual([
    'priority',
    'multiStep',
    'externalAction',
    'dependency',
    'stakeholders',
  ]);
  expect(defaultComplexityKeywords).toEqual({
    priority: ['#high', 'urgent', 'asap', 'critical'],
    multiStep: [
      ...['invoice', 'payment', 'client', 'project', 'campaign', 'report', 'audit', 'schedule'],
      ...['coordinate', 'async'],
    ],
    externalAction: ['send', 'post', 'publish', 'email', 'message', 'call', 'pay', 'submit'],
    dependency: ['after', 'once', 'then', 'require', 'depend', 'pipeline', 'sequence'],
    stakeholders: ['client', 'team', 'manager', 'approval', 'sign-off'],
    simple: ['read', 'show', 'display', 'summarize', 'what is', 'how many'],
  });
});

const allWords = wordGroups.flatMap((group) =>
  defaultComplexityKeywords[group].map((word) => [group, word] as const),
);

test.each(allWords)(
  '%s: one word, "%s", is enough, in any case and among other words [R8.1]',
  (group, word) => {
    for (const brief of [
      word,
      word.toUpperCase(),
      `Look: ${word}!`,
      `the "${word}", please`,
      `x\n${word}\ny`,
    ]) {
      const evaluation = evaluate(brief);
      expect(evaluation.complex).toBe(true);
      expect(evaluation.matched[group]).toContain(word);
    }
  },
);

test.each([
  ['What is the status of the note?', 'what is'],
  ['How many notes are in Knowledge?', 'how many'],
  ['Summarize this note', 'summarize'],
  ['Display the table', 'display'],
  ['WHAT IS this', 'what is'],
])('%s is simple', (brief, verb) => {
  expect(evaluate(brief)).toMatchObject({ complex: false, simple: [verb] });
});

test('a simple verb does not outweigh a word of the groups: in doubt a plan [R8.1]', () => {
  expect(evaluate('Show me the client report').complex).toBe(true);
  expect(evaluate('Read this and then file it').complex).toBe(true);
});

test.each([
  ['invoices', 'invoice'],
  ['invoiced', 'invoice'],
  ['invoicing', 'invoice'],
  ['clients', 'client'],
  ['client’s', 'client'],
  ['sending', 'send'],
  ['submitted', 'submit'],
  ['submitting', 'submit'],
  ['publishes', 'publish'],
  ['published', 'publish'],
  ['scheduling', 'schedule'],
  ['coordinated', 'coordinate'],
  ['messaging', 'message'],
  ['urgently', 'urgent'],
  ['requirements', 'require'],
  ['dependency', 'depend'],
  ['dependencies', 'depend'],
  ['dependent', 'depend'],
  ['approvals', 'approval'],
  ['sign off', 'sign-off'],
  ['payments', 'payment'],
])('%s is a form of %s [R8.1]', (form, word) => {
  expect(allMatched(evaluate(form).matched)).toContain(word);
});

test.each([
  ...['afternoon', 'postpone', 'recall', 'sender', 'teammate', 'reporter', 'callous', 'strengthen'],
  ...['high', '#highlands', 'Bpayx', 'auditorium', 'Teambesprechung', 'éemail', 'email2'],
])('%s is another word', (word) => {
  expect(evaluate(word).complex).toBe(false);
});

test.each([
  ['an address', 'Show what info@client-payments.com wrote'],
  ['a link', 'Read https://example.com/invoice/send?then=pay'],
  ['code', 'Display the value of `sendEmail(client)` and `pay`'],
  ['a code block', 'Show this:\n```\nsend invoice\nthen pay\n```\n'],
])('words within %s do not count', (_name, brief) => {
  expect(evaluate(brief)).toMatchObject({ complex: false, matched: none });
});

test('a list of two or more items is complex, one item is not', () => {
  expect(evaluate('- water the plants\n- feed the cat').reasons).toEqual([
    'Contains a list of 2 items.',
  ]);
  expect(evaluate('1. tidy\n2) sort\n* file\r\n+ rest').complex).toBe(true);
  expect(evaluate('- water the plants').complex).toBe(false);
});

test('several things to do in one sentence are complex, several things to look at are not', () => {
  expect(evaluate('Update the table and check the totals').reasons).toEqual([
    'Contains 2 separate tasks.',
  ]);
  expect(evaluate('Read the note and summarize it').complex).toBe(false);
  expect(evaluate('Find the note and show it').complex).toBe(false);
});

test('other words take the place of the defaults', () => {
  const words = {
    ...defaultComplexityKeywords,
    multiStep: ['Rechnung', 'c++ (x)'],
    externalAction: [],
  };
  expect(evaluate('Die Rechnung schreiben', words).matched.multiStep).toEqual(['Rechnung']);
  expect(evaluate('port c++ (x)', words).matched.multiStep).toEqual(['c++ (x)']);
  expect(evaluate('send', words).complex).toBe(false);
});

test.each([
  '',
  '   \n\t ',
  'Bitte die Unterlagen für Frau Müller heraussuchen',
  '請把報告準備好',
  '😀✋🇩🇪',
  '\u0000\ud800',
  '((([[[\\',
])('any text has an answer with a reason: %j', (brief) => {
  const evaluation = evaluate(brief);
  expect(evaluation.complex).toBe(false);
  expect(evaluation.reasons).toHaveLength(1);
});

test('megabytes are evaluated in one pass', () => {
  for (const piece of ['a', '\n', '`', 'a@', 'https://', '- ', ', and ', 'x.']) {
    expect(typeof evaluate(piece.repeat(1_000_000)).complex).toBe('boolean');
  }
});
