import { expect, test } from 'vitest';
import { answerLine } from '../../../../../src/core/request/answer-line.js';
import { readDraft } from '../../../../../src/core/request/imports/read-draft.js';
import { readExternalRequest } from '../../../../../src/core/request/imports/external-request.js';

const steps = 'Move this file to `/Approved/` to execute.\nMove to `/Rejected/` to deny.';
const answer = answerLine({ approved: 'Approved', rejected: 'Rejected' });

test.each([
  ['only a letter', 'Dear A,\n\nhello.', 'Dear A,\n\nhello.'],
  ['instructions below', `Dear A,\n\nhello.\n\n${steps}`, 'Dear A,\n\nhello.'],
  ['instructions above', `${steps}\n\nDear A.`, 'Dear A.'],
  ['Countersign’s own instruction', `${answer}\n\nDear A.`, 'Dear A.'],
  ['a section of instructions', `Dear A.\n\n## To approve\n${steps}`, 'Dear A.'],
  ['a callout', `> [!todo] Waiting\n> Move this note to \`Approved/\`.\n\nDear A.`, 'Dear A.'],
  ['a draft', `# Approval request\nWhy.\n\n## Draft email\nDear A.\n\n## Notes\nx`, 'Dear A.'],
  ['nothing but instructions', steps, ''],
])('a note with %s has one letter [FR-009]', (_what, body, letter) => {
  expect(readDraft(body)).toMatchObject({ text: letter });
});

test.each([
  ['other headings', '## Letter\nDear A.\n\n## Notes\nx', '## Letter'],
  ['two drafts', '## Draft 1\nDear A.\n\n## Draft 2\nDear B.', '## Draft 2'],
  ['more below its draft', '## Draft\nDear A.\n\n## Price\n40', '## Price'],
])('a note with %s has more than one reading [GATE-18]', (_what, body, unclear) => {
  expect(readDraft(body)).toEqual({ unclear });
});

test('a letter that itself speaks of moving is not cut', () => {
  const letter = 'We move to approved suppliers.\n\nPlease move this file to the archive.';
  expect(readDraft(letter)).toEqual({ unclear: 'Please move this file to the archive.' });
});

const note = (properties: string, body: string) =>
  readExternalRequest(
    `---\naction_type: email\ntarget_recipient: a@example.com\n${properties}---\n${body}\n`,
    'Pending_Approval/x.md',
  );

test('a first line with the subject is the subject, where no property has one [FR-009]', () => {
  const read = note('', `## Draft\n**Subject:** Hello there\n\nDear A.\n\n${steps}`);
  expect(read?.problems).toEqual([]);
  expect(read?.arguments).toMatchObject({
    subject: { value: 'Hello there', key: null, how: 'guessed' },
    text: { value: 'Dear A.', how: 'guessed' },
  });
  const both = note('subject: Other\n', 'Subject: Hello\n\nDear A.');
  expect(both?.arguments).toMatchObject({
    subject: { value: 'Other' },
    text: { value: 'Subject: Hello\n\nDear A.' },
  });
});

test('a draft in a property stands beside instructions, and not beside another letter [GATE-18]', () => {
  expect(note('subject: Hello\ndraft: Dear A.\n', steps)?.problems).toEqual([]);
  expect(note('subject: Hello\ndraft: Dear A.\n', 'Dear B.')?.problems).toHaveLength(1);
  expect(note('subject: Hello\ndraft: true\n', 'Dear B.')?.problems).toEqual([]);
});
