import { expect, test } from 'vitest';
import {
  namedContents,
  namesContent,
} from '../../../../../src/core/request/review/content-reference.js';

test.each([
  ['https://example.com/invoice', 'address'],
  ['file:///home/a/b', 'address'],
  ['file:/home/a/b', 'address'],
  ['/home/a/invoice.pdf', 'full'],
  ['~/invoice', 'full'],
  ['~bob/invoice', 'full'],
  ['$HOME/invoice', 'full'],
  ['${HOME}/invoice', 'full'],
  ['%USERPROFILE%\\invoice', 'full'],
  ['C:\\Users\\a\\invoice.pdf', 'full'],
  ['\\\\server\\share', 'full'],
  ['%2Fhome%2Fa', 'full'],
  ['@/home/a', 'full'],
  ['"/home/a"', 'full'],
  [`/${'long/'.repeat(3_000)}`, 'full'],
  ['/home/100%', 'full'],
  ['./notes', 'relative'],
  ['../up', 'relative'],
  ['L/../up', 'relative'],
  ['up/..', 'relative'],
  ['invoice.pdf', 'relative'],
  ['@invoice.pdf', 'relative'],
  ['invoice.pdf ', 'relative'],
  ['invoice.pdf\n', 'relative'],
  ['Invoices/January invoice.pdf', 'relative'],
  ['Invoices/me@home.pdf', 'relative'],
  ['Invoices%2Fa.pdf', 'relative'],
  ['a.pdf,b.pdf', 'relative'],
])('%j reads like the name of a content: %s', (text, how) => {
  expect(namesContent(text)).toBe(how);
});

test.each([
  '',
  ' ',
  'A letter',
  'It is built with Node.js',
  'client_a@example.com',
  '@someone',
  'a@example.com,b@example.com',
  '100.50',
  'at 5 p.m',
  'and/or',
  'Europe/Berlin',
  'https://example.com\nand more',
  '/home/a\nand more',
  `${'long'.repeat(1_025)}.pdf`,
  'mailto:someone@example.com',
])('%j does not', (text) => {
  expect(namesContent(text)).toBeNull();
});

test.each(['file', 'file_path', 'filePath', 'attachments', 'image-path'])(
  'whatever stands in an argument %s names a file',
  (argument) => {
    expect([...namedContents(argument, ['LICENSE', ''])]).toEqual([['LICENSE', 'relative']]);
  },
);

test.each(['profile', 'pathology', 'subject', 'attachment_note_id'.replace('attachment_', '')])(
  'a word in an argument %s does not',
  (argument) => {
    expect([...namedContents(argument, 'LICENSE')]).toEqual([]);
  },
);

test('names are found in lists, objects, keys, lines of files and JSON in a text, each once', () => {
  const value = {
    '/home/key': true,
    inside: [['/home/list', '/home/list'], { deeper: '/home/deep' }, 5, null],
    json: '["/home/json", {"file": "LICENSE"}]',
    broken: '[/home/broken.txt',
    files: 'a.pdf\r\nLICENSE\n/home/line',
    text: 'a.pdf\n/home/line-of-a-letter',
  };
  expect([...namedContents('x', value).keys()]).toEqual([
    ...['/home/key', '/home/list', '/home/deep', '/home/json', 'LICENSE', '[/home/broken.txt'],
    ...['a.pdf', '/home/line'],
  ]);
});
