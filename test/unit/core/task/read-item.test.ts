import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readItem } from '../../../../src/core/task/read-item.js';

const folder = join(import.meta.dirname, '../../../support/golden/items');

/** What is read of an item, as a person would note it down. */
function summaryOf(name: string): string {
  const path = join(folder, name);
  const { title, steps, isForReading } = readItem(readFileSync(path, 'utf8'), name);
  const lines = steps.map(({ text, gated }) => `- ${gated ? '✋ ' : ''}${text}`);
  const found = isForReading ? ['(for reading)'] : ['(no steps)'];
  return [`## ${name}`, title, ...(lines.length > 0 ? lines : found), ''].join('\n');
}

test('items as people keep them get the title and the steps that a reader would give them', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const expected = readFileSync(join(folder, 'expected.txt'), 'utf8');
  expect(names.sort().map(summaryOf).join('\n')).toBe(expected);
});

test.each<[what: string, note: string, path: string, title: string]>([
  ['a subject in the properties', '---\nSubject: "AW: Re: Offer"\n---\nHi', 'a.md', 'Offer'],
  ['a subject above the text', 'From: Tom\nSubject: Offer\n\nHi', 'a.md', 'Offer'],
  ['a heading', '# Trip to Rome\n\nWe go in May.', 'a.md', 'Trip to Rome'],
  ['a name that says something', 'We go in May.', 'Inbox/Trip to Rome.md', 'Trip to Rome'],
  ['what is asked', 'Please book the trip.', 'Inbox/Trip to Rome.md', 'Please book the trip.'],
  [
    'what is said, under a name that says nothing',
    'We go in May.',
    '2026-02-21.md',
    'We go in May.',
  ],
  ['its name, where nothing else is said', '', 'Inbox/2026-02-21.md', '2026-02-21'],
])('the title of an item is %s', (_what, note, path, title) => {
  expect(readItem(note, path).title).toBe(title);
});

test('megabytes are read in one pass', () => {
  for (const piece of [
    ' ',
    ' \n',
    '|',
    '. ',
    '<p>|',
    '<div ',
    '> ',
    'On Mon ',
    '- ',
    'please ',
    'Hi ',
    '&amp;',
    '[',
    'a@b ',
  ]) {
    expect(readItem(piece.repeat(300_000), 'a.md').title.length).toBeLessThan(300);
  }
});

test.each(['<!--', '<title></title'])(
  'many HTML emails with %s that is never closed are read in one pass',
  (piece) => {
    const note = `<p>Write the report.</p>${piece.repeat(65_000 / piece.length)}`;
    for (let count = 0; count < 20; count += 1) {
      expect(readItem(note, 'a.md').text).toContain('Write the report.');
    }
  },
  6_000,
);

test.each([
  ['<p>Send <!-- not -->it.<!-- <p> --></p>', 'Send it.'],
  ['<title>No</title ><p>Send it.</p><TITLE x="1">No</Title>', 'Send it.'],
  ['<p>Send it.</p><!-- now', 'Send it. <!-- now'],
])('of the HTML %s only what is seen is read', (html, text) => {
  expect(readItem(html, 'a.md').text.replace(/\s+/gu, ' ')).toBe(text);
});
