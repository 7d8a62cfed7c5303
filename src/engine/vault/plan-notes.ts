import { quotedPath } from '../../core/text/quote.js';
import { applyEdits, type Edit } from '../../core/text/edit.js';
import { isoSeconds } from '../../core/time.js';
import { appendLog } from '../../core/plan/edit-plan.js';
import { parsePlan } from '../../core/plan/parse-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import { fail, ok, type Result } from '../../core/errors.js';
import { unreadNotes } from './index/unread-notes.js';
import type { VaultContext } from './vault-context.js';
import { writePlan } from './write-plan.js';
import { trimEnd } from '../../core/text/trim-end.js';

/** `book` is null on a device without a ledger. */
export interface PlanPlaces extends Pick<VaultContext, 'index' | 'folders' | 'notes'> {
  readonly book: Pick<VaultContext['book'], 'plannedIds'> | null;
}

/** Reads a plan note from the disk, even if the plan was archived. */
export async function readPlan(
  { index, folders, notes, book }: PlanPlaces,
  planId: string,
): Promise<Result<Plan>> {
  const [path, second] = index.planPaths(planId);
  if (second !== undefined) {
    return fail(
      'plan_duplicate',
      `Two notes have the id ${planId}: ${quotedPath(path ?? '')} and ${quotedPath(second)}.`,
      'Keep one of them, or give the other its own `task_id`, like `PLAN-2026-010`.',
      { path: second },
    );
  }
  const filed = book?.plannedIds.archivedPath(planId) ?? null;
  const candidates =
    path === undefined
      ? [
          `${folders.donePlans}/${planId}.md`,
          `${folders.archive}/${planId}.md`,
          ...(filed === null ? [] : [filed]),
        ]
      : [path];
  for (const candidate of candidates) {
    const text = await notes.read(candidate);
    if (!text.ok) {
      if (text.error.code === 'note_missing') continue;
      return text;
    }
    const { plan, problems } = parsePlan(text.value, candidate);
    // The file name proves nothing, because anybody can put another plan's text there.
    if (plan ? plan.taskId !== planId : candidate === filed) continue;
    if (plan) return ok(plan);
    const [problem] = problems;
    if (problem) return { ok: false, error: problem };
  }
  const unread = index.unread.hiding(folders.plans);
  if (unread) return { ok: false, error: unread };
  const mayBe = unreadNotes(index, 'plan')(planId);
  if (mayBe !== null) {
    return fail(
      'plan_missing',
      `The plan ${planId} can’t be found. Its note may be ${quotedPath(mayBe)}, which can’t be read.`,
      'Repair that note, or check the id.',
      { path: mayBe },
    );
  }
  return fail(
    'plan_missing',
    `There is no plan ${planId}.`,
    'Look for it in the archive or in the trash.',
  );
}

export async function planText(
  context: Parameters<typeof readPlan>[0],
  planId: string,
): Promise<string | null> {
  const plan = await readPlan(context, planId);
  return plan.ok ? plan.value.text : null;
}

/** Edits a plan note; null from `decide` changes nothing. */
export async function editPlan(
  context: VaultContext,
  planId: string,
  decide: (plan: Plan) => readonly Edit[] | null,
): Promise<Result<Plan>> {
  const found = await readPlan(context, planId);
  if (!found.ok) return found;
  const { path } = found.value;
  const written = await writePlan(context, found.value, (text) => {
    const { plan } = parsePlan(text, path);
    const edits = plan && plan.taskId === planId ? decide(plan) : null;
    return edits === null || edits.length === 0 ? null : applyEdits(text, edits);
  });
  if (!written.ok) return written;
  const { plan, problems } = parsePlan(written.value, path);
  const [problem] = problems;
  return plan
    ? ok(plan)
    : { ok: false, error: problem ?? found.value.warnings[0] ?? unreadable(path) };
}

function unreadable(path: string) {
  return fail('plan_missing', 'The plan changed while it was being written.', 'Check the note.', {
    path,
  }).error;
}

function requestToken(requestId: string): string {
  return `(request ${requestId})`;
}

export interface RequestLogEntry {
  readonly action: string;
  readonly step: string;
  readonly rationale: string;
  readonly requestId: string;
  readonly actor?: string;
}

export function logOnce(plan: Plan, entry: RequestLogEntry, nowMs: number): Edit[] {
  const token = requestToken(entry.requestId);
  const known = plan.log.some(
    ({ action, rationale }) => action.startsWith(`${entry.action} `) && rationale.includes(token),
  );
  if (known) return [];
  const rationale = `${trimEnd(entry.rationale, '. \t\r\n')} ${token}`;
  const { actor = 'Countersign', step } = entry;
  const action = `${entry.action} ${step}`;
  return appendLog(plan, [{ at: isoSeconds(nowMs), actor, action, rationale }]);
}

/** Fails when anybody but a person works on a plan that waits for approval; null otherwise. */
export function awaitsPerson(
  { book, index }: Pick<VaultContext, 'book' | 'index'>,
  { taskId, path }: Plan,
  actor: string,
): Result<never> | null {
  // Anybody can move the note, so the ledger is asked as well.
  const waits = index.awaitsApproval(taskId) || book.planApprovals.of(taskId)?.is === 'waits';
  if (actor === 'Human' || !waits) return null;
  return fail(
    'plan_not_started',
    `${taskId} waits for a person’s approval.`,
    'Work on it once a person has approved it.',
    { path },
  );
}

/** Fails if the plan has ended (R7.1); null if it has not. */
export function hadEnded(
  { book }: Pick<VaultContext, 'book'>,
  { taskId, path }: Plan,
): Result<never> | null {
  if (!book.plannedIds.isEnded(taskId)) return null;
  const advice = `A person can reopen it: “Reopen plan” in the panel, once its note is back in the plans folder, or \`countersign start-plan ${taskId}\`.`;
  return fail('plan_finished', `${taskId} had ended.`, advice, { path });
}
