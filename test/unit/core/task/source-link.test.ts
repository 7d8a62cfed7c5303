import { describe, expect, test } from 'vitest';
import { linkTo, namesOf, sourceKey } from '../../../../src/core/task/source-link.js';

describe('sourceKey', () => {
  test.each([
    ['[[EMAIL_client-a]]', 'email_client-a'],
    ['[[Inbox/EMAIL_client-a.md|the mail]]', 'inbox/email_client-a'],
    ['[[Brief#Amount]]', 'brief'],
    ['Inbox/Brief.md', 'inbox/brief'],
    ['  Brief  ', 'brief'],
    ['https://x.example/README.md', 'https://x.example/readme.md'],
    ['[[broken', '[[broken'],
    ['Inbox/Re:  invoice\u00a0 2 .md', 'inbox/re: invoice 2'],
    ['[[ Inbox / invoice ]]', 'inbox/invoice'],
  ])('of %s is %s', (source, key) => {
    expect(sourceKey(source)).toBe(key);
  });
});

test('a note has its whole path for a name, and each end of it', () => {
  expect(namesOf('Needs_Action/Client/Brief.md')).toEqual([
    'needs_action/client/brief',
    'client/brief',
    'brief',
  ]);
});

describe('linkTo', () => {
  test.each([
    ['Inbox/Brief.md', true, '[[Brief]]'],
    ['Inbox/Brief.md', false, '[[Inbox/Brief]]'],
    ['Inbox/Brief #2.md', true, 'Inbox/Brief #2.md'],
    ['Inbox/a]] b.md', false, 'Inbox/a]] b.md'],
    ['Inbox/x|y.md', true, 'Inbox/x|y.md'],
    ['Inbox/Re  invoice .md', true, '[[Re  invoice ]]'],
    ['Inbox/x.md.md', true, 'Inbox/x.md.md'],
  ])('%s (alone: %s) is %s', (path, isAlone, link) => {
    expect(linkTo(path, isAlone)).toBe(link);
    expect(namesOf(path)).toContain(sourceKey(link));
  });
});
