import { describe, expect, test } from 'vitest';
import { linesOfSteps, stepsOfLines } from '../../../../src/core/task/brief-steps.js';
import { readText } from '../../../../src/core/task/read-item.js';

/** Steps in short: a gated one begins with ✋. */
function stepsOf(brief: string): string[] {
  return readText(brief).steps.map(({ text, gated }) => (gated ? `✋ ${text}` : text));
}

describe('a sentence', () => {
  test.each<[brief: string, steps: string[]]>([
    [
      'Generate an invoice for Client A, send it via email, and log the transaction',
      ['Generate an invoice for Client A', '✋ Send it via email', 'Log the transaction'],
    ],
    ['Generate and send invoice to Client A', ['✋ Generate and send invoice to Client A']],
    ['Write the invoice. Then send it!', ['Write the invoice', '✋ Send it']],
    ['Please write the report and then post it', ['Write the report', '✋ Post it']],
    ['read dashboard', ['Read dashboard']],
    [
      'Wash the car. Feed the dog. Water the plants.',
      ['Wash the car', 'Feed the dog', 'Water the plants'],
    ],
    [
      '**Book** the hotel for Anna. *Call* the plumber. Then log __the__ call_list.',
      ['✋ Book the hotel for Anna', '✋ Call the plumber', 'Log the call_list'],
    ],
    [
      'Pay <https://pay.example.com/x> 300 EUR. Then print the contracts and shred the copies.',
      ['✋ Pay <https://pay.example.com/x> 300 EUR', 'Print the contracts', 'Shred the copies'],
    ],
    [
      'Wire 5,000 EUR to DE893704. Remit [[Carl]] the rest. Donate 50 EUR. Wire transfer received.',
      ['✋ Wire 5,000 EUR to DE893704', '✋ Remit [[Carl]] the rest', '✋ Donate 50 EUR'],
    ],
    ['wax the floor, then trim our hedge', ['Wax the floor', 'Trim our hedge']],
    [
      'Iron the shirts\nMow the lawn and\nrake the leaves\nDust off all shelves',
      ['Iron the shirts', 'Mow the lawn', 'Rake the leaves', 'Dust off all shelves'],
    ],
    ['Client A asks for it. Sent the invoice. Behind the house is a dog. Sadly the car broke.', []],
    ['Friday the cook is ill.\nThanks for all the help.\nOnce the dog eats, all is well.', []],
    ['Mi prima podría venir el lunes.', []],
    ['Merci de votre réponse.', []],
    ['Kann sie morgen kommen?', []],
    ['Invite Anna, Ben, and Carl', ['✋ Invite Anna, Ben, and Carl']],
    ['Ask Dr. Smith, our lawyer, and the team', ['✋ Ask Dr. Smith, our lawyer, and the team']],
    ['Calculate $1,500.50 and check it', ['Calculate $1,500.50', 'Check it']],
    [
      'Bitte die Unterlagen für Frau Müller heraussuchen',
      ['Die Unterlagen für Frau Müller heraussuchen'],
    ],
    ['', []],
    [' \n ', []],
    ['...', []],
  ])('%j becomes %j', (brief, steps) => {
    expect(stepsOf(brief)).toEqual(steps);
  });
});

describe('a list', () => {
  test.each<[brief: string, steps: string[]]>([
    ['- tidy\n- send it', ['Tidy', '✋ Send it']],
    ['For Client A:\n\n1. [ ] tidy, sort and file\n2) [ ] pay', ['Tidy, sort and file', '✋ Pay']],
    ['- [x] tidy\n- [ ] sort', ['Sort']],
    ['* one\r\n* two\r\n', ['One', 'Two']],
    [
      '- **Call** the plumber\n- _Renew_ the passport',
      ['✋ Call the plumber', 'Renew the passport'],
    ],
    ['+ ✋ Ring the bell\n+ - [ ] x', ['✋ Ring the bell', '- [ ] x']],
    ['- ✋\ufe0f ring', ['✋ Ring']],
  ])('%j becomes %j', (brief, steps) => {
    expect(stepsOf(brief)).toEqual(steps);
  });
});

test('no step is empty, and megabytes are split in one pass', () => {
  for (const piece of ['a', ', and ', '- ', '. ', '\n', 'send, ']) {
    for (const { text } of readText(piece.repeat(200_000)).steps) expect(text.trim()).not.toBe('');
  }
});

describe('steps as lines that a person changes', () => {
  test('say the same as the steps they came from', () => {
    const steps = readText('Write the invoice, send it via email, then log it').steps;
    expect(linesOfSteps(steps)).toBe('Write the invoice\n✋ Send it via email\nLog it');
    expect(stepsOfLines(linesOfSteps(steps))).toEqual(steps);
  });

  test.each<[lines: string, steps: string]>([
    ['1. tidy\r\n\n- [ ] look\n  ', 'Tidy\nLook'],
    ['✋ ring the bell', '✋ Ring the bell'],
    ['send it via email', '✋ Send it via email'],
    ['✋\n \n', ''],
  ])('%j becomes %j', (lines, steps) => {
    expect(linesOfSteps(stepsOfLines(lines))).toBe(steps);
  });
});
