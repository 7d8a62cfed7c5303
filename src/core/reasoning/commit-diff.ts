import { showInvisible, showTemplates } from '../text/show-invisible.js';

/** The most characters of a diff that are kept. */
const longest = 20_000;
/** How many digits of a commit id are shown to people. */
const shortDigits = 12;

/** Whether a text is the full id of a git object. */
export function isFullId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(text);
}

/** The short form of a commit id. */
export function shortCommit(commit: string): string {
  return commit.slice(0, shortDigits);
}

/** The name of the note that keeps the diff of a commit for a plan. */
export function diffName(planId: string, commit: string): string {
  return `${planId}-diff-${shortCommit(commit)}`;
}

/**
 * The text of that note: the diff in a code block that no line of it can end. Invisible characters are made visible, and `<%` is escaped,
 * because Templater may run it in any new note.
 */
export function diffNote(
  planId: string,
  commit: string,
  { text, isCut }: { readonly text: string; readonly isCut: boolean },
): string {
  const shown = showTemplates(showInvisible(text));
  const isLonger = isCut || shown.length > longest;
  const kept = isLonger ? wholeLines(shown.slice(0, longest)) : shown;
  const runs = Array.from(kept.matchAll(/`+/gu), ([run]) => run.length);
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run + 1), 3));
  return [
    ...['---', 'type: commit_diff', `plan_id: ${planId}`, `commit: "${commit}"`, '---', ''],
    `What commit ${commit} changed, linked in [[${planId}]].${isLonger ? ' It is longer: only the beginning is kept here.' : ''}`,
    ...['', `${fence}diff`, kept.replace(/\n$/u, ''), fence, ''],
  ].join('\n');
}

function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n');
  return end > 0 ? text.slice(0, end) : text;
}
