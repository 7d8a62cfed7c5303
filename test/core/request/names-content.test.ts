import { expect, test } from 'vitest';
import { namesContent } from '../../../src/core/request/names-content.js';

test.each([
  'https://example.com/invoice',
  'file:///home/a/b',
  '/home/a/invoice.pdf',
  '~/invoice',
  './notes',
  '../up',
  'C:\\Users\\a\\invoice.pdf',
  '\\\\server\\share',
  'invoice.pdf',
  'Invoices/January invoice.pdf',
  `/${'a'.repeat(1_023)}`,
])('%j reads like the name of a content', (text) => {
  expect(namesContent(text)).toBe(true);
});

test.each([
  '',
  'A letter',
  'It is built with Node.js',
  'client_a@example.com',
  '100.50',
  'at 5 p.m',
  'https://example.com\nand more',
  `/${'long/'.repeat(300)}`,
  'mailto:someone@example.com',
])('%j does not', (text) => {
  expect(namesContent(text)).toBe(false);
});
