import type { Alert } from '../../core/alert.js';
import { claimedText, staleClaimAlert } from '../../core/loop/task-alerts.js';
import { claimFolder } from '../../core/loop/task-folders.js';
import { readTaskNote } from '../../core/loop/task-note.js';
import type { TaskSummary } from '../../core/loop/task-summary.js';
import type { RecordedTask } from '../../core/loop/tasks.js';
import { baseName } from '../../core/note/file-name.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { quoted } from '../../core/text/quote.js';
import type { EngineContext } from '../context.js';

/** The note of a task in the folder of an agent that took it. */
export interface Claim {
  readonly path: string;
  /** The name of that folder; hidden characters are visible. */
  readonly agent: string;
}

/** After so long a claim is said to be stale. */
export const staleClaimMs = 24 * 3_600_000;

/** The notes that agents took, by the ids of their tasks. */
export async function claimedNotes({
  folders,
  notes,
}: Pick<EngineContext, 'folders' | 'notes'>): Promise<ReadonlyMap<string, Claim>> {
  const claims = new Map<string, Claim>();
  const folder = claimFolder(folders);
  // Whatever is wrong with a folder that only others use: then nothing is claimed.
  const files = await notes.list(folder, () => undefined).catch(() => []);
  for (const { path } of files) {
    const [agent = '', name] = path.slice(folder.length + 1).split('/');
    if (name === undefined || !path.endsWith('.md')) continue;
    const id = await idIn({ notes }, path);
    if (id !== null) claims.set(id, { path, agent: showInvisible(agent) });
  }
  return claims;
}

/** What is shown of a task that an agent took: last, for it is in somebody’s hands. */
export function claimedTask({ taskId, planId }: RecordedTask, { path, agent }: Claim): TaskSummary {
  return {
    ...{ taskId, path, planId, stage: 'ACT', isDirect: true, received: null },
    ...{ priority: 'low', title: claimedText(path, agent) },
  };
}

/** Puts on record who took a task; since when (ms since 1970). */
export async function recordClaim(
  { book }: Pick<EngineContext, 'book'>,
  { taskId, claim }: RecordedTask,
  { path, agent }: Claim,
): Promise<number> {
  if (claim?.by !== agent) {
    const fields = { actor: 'Outside', event: 'task_claimed', task_id: taskId, to: agent };
    const detail = `${agent} took ${quoted(baseName(path))}.`;
    await book.record({ kind: 'event' }, { ...fields, detail }, { durable: false });
  }
  return book.tasks.task(taskId)?.claim?.sinceMs ?? book.now();
}

/** What is to be said of a task that somebody took at `sinceMs`; `null`: nothing yet. */
export function staleClaim({ path, agent }: Claim, sinceMs: number, nowMs: number): Alert | null {
  return nowMs < sinceMs + staleClaimMs ? null : staleClaimAlert(path, agent);
}

/** The id of the task that the note at a path is of; `null`: of none. */
export async function idIn(
  { notes }: Pick<EngineContext, 'notes'>,
  path: string,
): Promise<string | null> {
  const text = await notes.read(path);
  return text.ok ? (readTaskNote(text.value, path)?.taskId ?? null) : null;
}
