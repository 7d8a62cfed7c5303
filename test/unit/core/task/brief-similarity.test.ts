import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  likenessTo,
  type DescribedWork,
  type Likeness,
} from '../../../../src/core/task/brief-similarity.js';

const work = (objective: string, sourceLink = '[[mail]]', context = ''): DescribedWork => ({
  objective,
  context,
  sourceLink,
});
const likenessOf = (here: DescribedWork, there: DescribedWork): Likeness => likenessTo(here)(there);
const kindOf = (a: string, b: string): string => likenessOf(work(a), work(b)).kind;

test.each([
  ['Send the January invoice to Client A.', 'send the january invoice to Client A'],
  ['Send the January invoice to Client A', 'Please send January invoice to Client A!'],
  ['Send the Jan invoice to Client A', 'Send the January invoice to Client A'],
  ['Pay Bob $1,500', 'pay Bob $1500'],
  ['Pay Bob $1,500.00', 'Pay Bob $1,500'],
  ['Pay Bob 500 dollars', 'Pay Bob 500 dollar'],
  ['Call Anna on Mon', 'Could you please call Anna on Monday?'],
  ['Call Anna on Monday. Thank you!', 'Call Anna on Monday'],
  ['Order 2.00 tons of 5% beer from Bob & Co.', 'Order 2 tons of 5% beer from Bob & Co'],
  ['Renew example.com before 2026-03-01', 'Please renew example.com before 2026-03-01, thanks'],
  ['Book three rooms in Rome', 'Book 3 rooms in Rome'],
  ['Write to client_a@example.com', 'write to Client_A@example.com'],
  ['Read https://x.org/Report for Anna', 'Read https://X.org/Report for Anna'],
  ['Ask Anna - today', 'Ask Anna, today'],
  ['Pay the invoice of 500,- to Anna', 'Pay the invoice of 500 to Anna'],
  ['Zahle 500 € an Müller', 'zahle 500 € an Müller.'],
  ['给客户A发送1月发票', '给客户A发送1月发票。'],
])('the same work: %j and %j [US1.3]', (a, b) => {
  expect(kindOf(a, b)).toBe('same');
});

test.each([
  ['Send the January invoice to Client A', 'Send the February invoice to Client A'],
  ['Send the January invoice to Client A', 'Send the January invoice to Client B'],
  ['send the january invoice to client a', 'send the january invoice to client b'],
  ['send the january invoice to client a', 'send the january invoice to client'],
  ['Send invoice of $1,500 to Client A', 'Send invoice of $2,500 to Client A'],
  ['Send invoice of $1,500 to Client A', 'Send invoice of €1,500 to Client A'],
  ['Send invoice of $1,500 to Client A', 'Send invoice to Client A'],
  ['Send invoice of 1.500 to Client A', 'Send invoice of 1500 to Client A'],
  ['Send the invoice for 1.000 EUR to Meyer', 'Send the invoice for 1 EUR to Meyer'],
  ['Order 2.000 units from Meyer', 'Order 2 units from Meyer'],
  ['Order .5 tons from Meyer', 'Order 5 tons from Meyer'],
  ['Order 10² tons from Meyer', 'Order 102 tons from Meyer'],
  ['Send the payment of ¥500 to Meyer', 'Send the payment of ₹500 to Meyer'],
  ['Send 5% of the shares to Anna', 'Send 5 of the shares to Anna'],
  ['Answer Anna with 👍 today', 'Answer Anna with 👎 today'],
  ['Book the course on C++ for Anna', 'Book the course on C# for Anna'],
  ['Set the limit of Anna to -500', 'Set the limit of Anna to 500'],
  ['Set the limit of Anna to −$500', 'Set the limit of Anna to $500'],
  ['Give Anna the grade B-', 'Give Anna the grade B'],
  ['Enter -20 for Anna, then 30-', 'Enter -20 for Anna, then 30'],
  ['Read https://x.org/Report for Anna', 'Read https://x.org/report for Anna'],
  ['Read www.x.org/Report for Anna', 'Read www.x.org/report for Anna'],
  ['Write to Berg & Meyer today', 'Write to Berg Meyer today'],
  ['Email the client Ruiz to thank Anna', 'Email the client Ruiz to Anna'],
  ['Tell Ruiz that we can pay Anna', 'Tell Ruiz that we pay Anna'],
  ['Invite Anna and Bob to Rome', 'Invite Anna Bob to Rome'],
  ['Generate and send the invoice for Client A', 'Generate, then send invoice for Client A.'],
  ['Water the plants & flowers', 'Water the plants & flowers'],
  ['Pay the May rent to Anna Berg', 'Refund the May rent to Anna Berg'],
  ['Send the contract to Anna Berg', 'Do not send the contract to Anna Berg'],
  ['Publish the newsletter of March today', "Don't publish the newsletter of March today"],
  ['Transfer $500 from Bob to Anna', 'Transfer $500 from Anna to Bob'],
  ['Transfer $500 from Bob to Anna', 'Transfer $500 to Bob from Anna'],
  ['Pay Bob on Monday, call Anna', 'Call Bob on Monday, pay Anna'],
  ['Move the meeting from Monday to Tuesday', 'Move the meeting from Tuesday to Monday'],
  ['Pay Anna $300 and Bob $500', 'Pay Anna $500 and Bob $300'],
  ['Send the report to Adam', 'Send the reports to Adam'],
  ['Send the report to Adam', 'Send the report to Adams'],
  ['Send the invoice for Client A', 'Send another invoice for Client A'],
  ['Send the invoice for Client A', 'Send the invoice for Client A again'],
  ['Send the invoice to Client A', 'Send the invoice to Client A and Bob'],
  ['send the website invoice to bob by email', 'send the website invoice to anna by email'],
  ['Renew example.com before 2026-03-01', 'Renew example.com before 2027-03-01'],
  ['Book three rooms in Rome', 'Book four rooms in Rome'],
  ['Write a letter to a@example.com', 'Write a letter to b@example.com'],
  ['File [[Offer-1]] for the board', 'File [[Offer-2]] for the board'],
  ['Prepare the weekly report for Berg', 'Prepare the monthly report for Berg'],
  ['Prepare the report for Q1', 'Prepare the report for Q2'],
  ['Approve the budget or ask Anna', 'Approve the budget and ask Anna'],
  ['Water the plants', 'Water the plants'],
  ['Send me the invoice', 'Please send me the invoice.'],
  ['Zahle 500 € an Müller', 'Zahle 500 € an Meier'],
  ['给客户A发送1月发票', '给客户A发送2月发票'],
])('for a person to say: %j and %j [US1.3]', (a, b) => {
  expect(kindOf(a, b)).toBe('unclear');
});

test.each([
  ['Send the January invoice to Client A', 'Water the plants'],
  ['Call Bob', 'Call Anna'],
  ['January invoice', 'February invoice'],
  ['Pay the rent', 'Write the report'],
  ['Prepare the trip to Rome', 'Prepare the audit of the warehouse'],
  ['', 'Pay the rent'],
  ['', ''],
  ['...', '!!!'],
  ['支付房租', '写报告'],
])('different work: %j and %j', (a, b) => {
  expect(kindOf(a, b)).toBe('different');
});

describe('what stands beside the objective', () => {
  const a = 'Send the invoice to Client A';

  test.each([
    ['a context of the same words', work(a, '[[mail]]', 'For March.'), 'same'],
    ['a context with another month', work(a, '[[mail]]', 'For April.'), 'unclear'],
    ['a context with other plain words', work(a, '[[mail]]', 'For the roof in March.'), 'unclear'],
    ['no context', work(a), 'unclear'],
    ['a mail of another id', work(a, '[[EMAIL_18c2f4a9b3d]]', 'For March.'), 'same'],
    ['a message of another person', work(a, '[[WHATSAPP_bob]]', 'For March.'), 'unclear'],
    ['a message of another day', work(a, '[[FILE_2026-03-21]]', 'For March.'), 'unclear'],
    ['a source that names what the text does', work(a, '[[Client-A]]', 'for March'), 'same'],
  ])('%s: %s', (_what, other, kind) => {
    expect(likenessOf(work(a, '[[mail]]', 'For March.'), other).kind).toBe(kind);
  });

  test('a plan’s objective within a long message is for a person to say', () => {
    const message = work(
      'Hi, it is me again.',
      '[[chat]]',
      'I wanted to ask whether you could send January’s invoice, the one for Client A of $1,500.',
    );
    expect(likenessOf(message, work('Send invoice for Client A of $1,500')).kind).toBe('unclear');
  });
});

test('it says how alike they are, and what differs', () => {
  const [january, february] = ['January', 'February'].map((month) =>
    work(`Send the ${month} invoice to Client A`),
  );
  if (!january || !february) throw new Error();
  expect(likenessOf(january, february)).toEqual({
    kind: 'unclear',
    percent: 80,
    onlyHere: ['january'],
    onlyThere: ['february'],
  });
});

describe('laws', () => {
  const words = fc.array(
    fc.constantFrom(
      ...['Send', 'the', 'invoice', 'to', 'Client', 'A', 'B', 'January', 'Feb', '$1,500', 'not'],
      ...['bob', 'Anna', 'please', 'report', '.', '\n', '[[x]]', '20', 'a'],
    ),
    { maxLength: 9 },
  );
  const text = words.map((list) => list.join(' '));
  const described = fc.record({
    objective: fc.oneof(text, fc.string({ unit: 'grapheme' })),
    context: text,
    sourceLink: fc.constantFrom('[[mail]]', '[[WHATSAPP_bob]]', 'https://x.com/1'),
  });

  test('which of two comes first changes nothing but what is here and there', () => {
    fc.assert(
      fc.property(described, described, (a, b) => {
        const [one, other] = [likenessOf(a, b), likenessOf(b, a)];
        expect(other).toEqual({ ...one, onlyHere: one.onlyThere, onlyThere: one.onlyHere });
      }),
    );
  });

  test('what differs in a name, a number or a time is never the same', () => {
    const facts = [
      ...['January', 'February', 'Bob', 'Anna', '$5', '$7', '12', 'Monday', 'never'],
      ...['5', '-5', '5%', '¥5', '5.000', '#5', '👍', '👎', 'thank', 'and'],
    ];
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...facts),
        fc.constantFrom(...facts),
        text,
        (before, one, other, after) => {
          fc.pre(one !== other);
          const said = (fact: string): DescribedWork => work(`Now ${before} ${fact} ${after}`);
          expect(likenessOf(said(one), said(other)).kind).not.toBe('same');
        },
      ),
    );
  });

  test('a description is like itself, or says nothing, and is the same only if it names something', () => {
    fc.assert(
      fc.property(described, (a) => {
        const { kind, percent } = likenessOf(a, a);
        expect(percent === 100 || kind === 'different').toBe(true);
      }),
    );
  });
});

test('what was not read to its end is never the same', () => {
  const long = work('Send it to Bob', '[[mail]]', 'so '.repeat(6_000));
  expect(likenessOf(long, long)).toMatchObject({ kind: 'unclear', percent: 100 });
});

test('megabytes are compared in one pass', () => {
  for (const piece of [
    'a ',
    '1,',
    '[[',
    'a@',
    "a'a",
    'Send. ',
    '客',
    '\n',
    '. can you ',
    '. thanks',
    '%',
  ]) {
    const long = work(piece.repeat(300_000), '[['.repeat(1000), piece.repeat(300_000));
    expect(likenessOf(long, long).percent).toBeGreaterThanOrEqual(0);
  }
});

test('a description that is compared with many is read once', () => {
  let reads = 0;
  const here: DescribedWork = {
    ...work('Send it to Bob'),
    get objective() {
      reads += 1;
      return 'Send it to Bob';
    },
  };
  const likeness = likenessTo(here);
  const read = reads;
  const others = ['Send it to Bob', 'Send it to Anna', 'Water the plants'].map((text) =>
    work(text),
  );
  expect(others.map((other) => likeness(other).kind)).toEqual(['same', 'unclear', 'different']);
  expect(reads).toBe(read);
});
