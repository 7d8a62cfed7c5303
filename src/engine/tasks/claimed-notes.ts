import type { Alert } from '../../core/alert.js';
import { claimedText, staleClaimAlert, tookText } from '../../core/loop/task-alerts.js';
import { claimFolder } from '../../core/loop/task-folders.js';
import { readTaskNote } from '../../core/loop/task-note.js';
import type { TaskSummary } from '../../core/loop/task-summary.js';
import type { RecordedTask } from '../../core/loop/tasks.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import type { EngineContext } from '../context.js';

/** A task note in an agent's folder. The agent moved it there to take the task. */
export interface Claim {
  readonly path: string;
  readonly agent: string;
}

export const staleClaimMs = 24 * 3_600_000;

export async function claimedNotes({
  folders,
  notes,
}: Pick<EngineContext, 'folders' | 'notes'>): Promise<ReadonlyMap<string, Claim>> {
  const claims = new Map<string, Claim>();
  const folder = claimFolder(folders);
  const files = await notes.list(folder, () => undefined).catch(() => []);
  for (const { path } of files) {
    const [agent = '', name] = path.slice(folder.length + 1).split('/');
    if (name === undefined || !path.endsWith('.md')) continue;
    const id = await idIn({ notes }, path);
    if (id !== null) claims.set(id, { path, agent: showInvisible(agent) });
  }
  return claims;
}

export function claimedTask({ taskId, planId }: RecordedTask, { path, agent }: Claim): TaskSummary {
  return {
    ...{ taskId, path, planId, stage: 'ACT', isDirect: true, received: null },
    ...{ priority: 'low', title: claimedText(path, agent) },
  };
}

/** Records which agent took a task. Returns when it took the task (ms since 1970). */
export async function recordClaim(
  { book }: Pick<EngineContext, 'book'>,
  { taskId, claim }: RecordedTask,
  { path, agent }: Claim,
): Promise<number> {
  if (claim?.by !== agent) {
    const fields = { actor: 'Outside', event: 'task_claimed', task_id: taskId, to: agent };
    const detail = `${tookText(path, agent)}.`;
    await book.record({ kind: 'event' }, { ...fields, detail }, { durable: false });
  }
  return book.tasks.task(taskId)?.claim?.sinceMs ?? book.now();
}

export function staleClaim({ path, agent }: Claim, sinceMs: number, nowMs: number): Alert | null {
  return nowMs < sinceMs + staleClaimMs ? null : staleClaimAlert(path, agent);
}

export async function idIn(
  { notes }: Pick<EngineContext, 'notes'>,
  path: string,
): Promise<string | null> {
  const text = await notes.read(path);
  return text.ok ? (readTaskNote(text.value, path)?.taskId ?? null) : null;
}
