import { inlineText } from '../../text/inline-text.js';
import type { Edit } from '../../text/edit.js';
import { baseName } from '../../note/file-name.js';
import { lineEndOf } from '../../text/lines.js';
import { quoted } from '../../text/quote.js';
import { appendLog, endBlock } from '../edit-plan.js';
import { joinLogs, latestTime, saysAlready } from './join-logs.js';
import type { LogRecord, Plan, Step } from '../plan.js';

const duplicateOf = 'Duplicate of ';

export type Decider = 'Human' | 'Countersign';

const consolidated = 'Consolidated ';
const mostNamed = 5;

/** Returns the edits that merge `other` into `kept`. Null if only a person can merge them. */
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

function consolidatedEntry(
  kept: Plan,
  other: Plan,
  actor: Decider,
  onlyThere: readonly Step[],
): LogRecord {
  const isCopy = kept.taskId === other.taskId;
  const what = isCopy ? 'task_id' : 'source';
  const chosen = actor === 'Human' ? 'this one was chosen' : 'all that it says is also here';
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

export function isConsolidated({ log }: Plan): boolean {
  return log.some(({ action }) => action.startsWith(consolidated));
}

export function markDuplicate(other: Plan, kept: Plan, actor: Decider): readonly Edit[] {
  if (isMarkedDuplicate(other)) return [];
  const lineEnd = lineEndOf(other.text);
  const link = `[[${baseName(kept.path)}]]`;
  const callout = [
    '',
    `> [!warning] Countersign: duplicate of ${kept.taskId}`,
    `> Kept: ${/^\[\[[\p{L}\p{N} ._()-]+\]\]$/u.test(link) ? link : inlineText(kept.path)}. Continue there; this note is kept only as a record.`,
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

export function isMarkedDuplicate({ status, log }: Plan): boolean {
  return status === 'Cancelled' && log.some(({ action }) => action.startsWith(duplicateOf));
}
