import { showInvisible, showTemplates } from '../text/show-invisible.js';

/** So many characters of a diff are kept. */
const longest = 20_000;
/** So many digits of a commit name it to people. */
const shortDigits = 12;

/** Whether a text is the whole id of an object of a repository, as git writes it. */
export function isFullId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(text);
}

/** A commit as people name it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, shortDigits);
}

/** The name of the note that keeps what a commit changed, for a plan. */
export function diffName(planId: string, commit: string): string {
  return `${planId}-diff-${shortCommit(commit)}`;
}

/**
 * That note: the diff in a block that nothing in it can end. What is hidden is spelled out, and so is `<%`: Templater may
 * run what is behind it in any note that is made.
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
