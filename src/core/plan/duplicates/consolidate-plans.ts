import { inlineText } from '../../text/inline-text.js';
import type { Edit } from '../../text/edit.js';
import { baseName } from '../../note/file-name.js';
import { lineEndOf } from '../../text/lines.js';
import { quoted } from '../../text/quote.js';
import { appendLog, endBlock } from '../edit-plan.js';
import { joinLogs, latestTime, saysAlready } from './join-logs.js';
import type { LogRecord, Plan, Step } from '../plan.js';

/** How the entry begins of a plan that went into another one. */
const duplicateOf = 'Duplicate of ';

/** Who decided which plan is kept. */
export type Decider = 'Human' | 'Countersign';

/** How the entry begins of a plan that another one went into. */
const consolidated = 'Consolidated ';
/** So many steps are named of a plan that a person let go. */
const mostNamed = 5;

/**
 * Edits that put the other's log into the kept plan's, with one entry that says what was consolidated; none
 * when that was done. `null`: the logs do not make one; then a person's choice adds the entry alone.
 *
 * @param onlyThere steps that are there, or done, in the other only
 */
export function joinPlans(
  kept: Plan,
  other: Plan,
  actor: Decider,
  onlyThere: readonly Step[] = [],
): readonly Edit[] | null {
  const entry = consolidatedEntry(kept, other, actor, onlyThere);
  const edits = joinLogs(kept, other, entry);
  if (edits !== null || actor === 'Countersign') return edits;
  return saysAlready(kept, entry) ? [] : appendLog(kept, [entry]);
}

/** It bears the latest time of both notes, not that of the clock: so every device writes the same bytes. */
function consolidatedEntry(
  kept: Plan,
  other: Plan,
  actor: Decider,
  onlyThere: readonly Step[],
): LogRecord {
  const isCopy = kept.taskId === other.taskId;
  const what = isCopy ? 'task_id' : 'source';
  const chosen = actor === 'Human' ? 'this one was chosen' : 'this one is the more complete';
  const named = onlyThere.slice(0, mostNamed).map(({ text }) => quoted(text));
  const more = onlyThere.length - named.length;
  const left = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return {
    at: latestTime([kept, other]),
    actor,
    action: `${consolidated}${isCopy ? other.path : `${other.taskId} (${other.path})`} into this plan`,
    rationale: `It has the same ${what}, and ${chosen}; the other lies in the archive, whole${left === '' ? '' : `. Only there: ${left}`}`,
  };
}

/** Whether another plan went into this one. */
export function isConsolidated({ log }: Plan): boolean {
  return log.some(({ action }) => action.startsWith(consolidated));
}

/**
 * Marks a plan as the duplicate of the kept one, before it goes to the archive: Cancelled, an entry in its
 * log, and a callout on top. No line is taken away. No edits when it is marked.
 */
export function markDuplicate(other: Plan, kept: Plan, actor: Decider): readonly Edit[] {
  if (isMarkedDuplicate(other)) return [];
  const lineEnd = lineEndOf(other.text);
  const link = `[[${baseName(kept.path)}]]`;
  const callout = [
    '',
    `> [!warning] Countersign: duplicate of ${kept.taskId}`,
    `> Kept: ${/^\[\[[\p{L}\p{N} ._()-]+\]\]$/u.test(link) ? link : inlineText(kept.path)}. Go on there; this note is only kept for what it says.`,
    '',
  ].join(lineEnd);
  const rationale = `Kept: ${kept.path}`;
  const at = latestTime([kept, other]);
  return [
    ...endBlock(other, 'Cancelled', {
      ...{ at, actor, action: `${duplicateOf}${kept.taskId}`, rationale },
    }),
    { at: other.frontMatter.bodyStart, remove: 0, insert: callout },
  ];
}

/** Whether a plan was marked, and only has to go to the archive. */
export function isMarkedDuplicate({ status, log }: Plan): boolean {
  return status === 'Cancelled' && log.some(({ action }) => action.startsWith(duplicateOf));
}
