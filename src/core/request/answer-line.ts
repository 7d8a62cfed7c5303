import type { Folders } from '../settings/device-config.js';

/** Says how a person answers a request. It is true whether or not moves are trusted. */
export function answerLine({ approved, rejected }: Pick<Folders, 'approved' | 'rejected'>): string {
  return `To run the action below, press Approve in Countersign, or read its card and drag this note to \`${approved}/\` in Obsidian. Any other move there only asks you, unless moves are trusted. To deny it, move this note to \`${rejected}/\`.`;
}

/** Older versions wrote the second form. */
const answerLines = [
  /^To run the action below, press Approve in Countersign, or read its card and drag this note to `[^`]*` in Obsidian\. Any other move there only asks you, unless moves are trusted\. To deny it, move this note to `[^`]*`\.$/,
  /^Press Approve in Countersign, or move this note to `[^`]*` to run the action below, or to `[^`]*` to deny it\.$/,
];

export function isAnswerLine(text: string): boolean {
  return answerLines.some((form) => form.test(text));
}
