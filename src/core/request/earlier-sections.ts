import { inlineText } from '../text/inline-text.js';
import { showHidden } from '../text/text-line.js';
import {
  formatEditedPart,
  happenedSection,
  lateSection,
  type LateNotice,
  type OutcomeNotice,
  type WordNotice,
} from './outcome-section.js';

/** Sections of notes in the form that older versions wrote. */
export const earlierForms = {
  outcome: outcomeSection,
  happened: (notice: WordNotice): string[] =>
    happenedSection(notice, (sent) => ['Sent:', '', ...indented(sent), '']),
  late: (notice: LateNotice): string[] => lateSection(notice, answerLines),
};

function outcomeSection(notice: OutcomeNotice): string[] {
  return [
    '## Outcome',
    `- ${notice.at} · attempt \`${notice.attemptId}\` · **${notice.outcome.kind.replace('_', ' ')}**`,
    `- ${inlineText(notice.outcome.reason)}`,
    ...(notice.edited === undefined ? [] : [`- ${formatEditedPart(notice.edited, 'executed')}`]),
    ...(notice.outcome.warning === undefined ? [] : [`- ${inlineText(notice.outcome.warning)}`]),
    '',
    'Sent:',
    '',
    ...indented(notice.sent),
    '',
    ...answerLines(notice.outcome.answer),
  ];
}

function answerLines(answer: string): string[] {
  return answer === ''
    ? ['The server said nothing.', '']
    : ['The server said:', '', ...indented(answer), ''];
}

/** Indents untrusted text, so that it is not read as Markdown. */
function indented(text: string): string[] {
  return showHidden(text)
    .replace(/`{3,}|~{3,}/g, "'''")
    .split(/\r\n|\r|\n/)
    .map((line) => `    ${line}`);
}
