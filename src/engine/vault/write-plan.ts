import { parsePlan } from '../../core/plan/parse-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import type { Result } from '../../core/errors.js';
import type { VaultContext } from './vault-context.js';

const attempts = 3;

/** Updates a plan note after recording the change as Countersign's own. */
export function writePlan(
  context: Pick<VaultContext, 'notes' | 'book'>,
  { taskId, path, text }: { readonly taskId: string; readonly path: string; readonly text: string },
  edit: (text: string) => string | null,
): Promise<Result<string>> {
  const { notes, book } = context;
  return book.planWrites.take(taskId, async () => {
    let seen: Result<string> = { ok: true, value: text };
    for (let attempt = 1; attempt <= attempts && seen.ok; attempt += 1) {
      const before = seen.value;
      const after = edit(before);
      if (after === null) break;
      await announce(context, taskId, path, before, after);
      let isWritten = false;
      const written = await notes.update(path, (now) => {
        isWritten = now === before;
        return isWritten ? after : null;
      });
      if (isWritten && written.ok) book.seen.noteWritten(taskId);
      if (isWritten || !written.ok) return written;
      book.seen.noteLost(taskId);
      seen = written;
    }
    return notes.update(path, (now) => {
      const after = edit(now);
      if (after !== null) void announce(context, taskId, path, now, after);
      return after;
    });
  });
}

/** Records a step that a person adds in Countersign. CALL BEFORE THE STEP IS WRITTEN. */
export function noteStepAdded(
  { book }: Pick<VaultContext, 'book'>,
  before: Plan,
  after: Plan,
  words: string,
): void {
  const seen = book.halted ? null : book.seen.announce(before, after);
  if (!seen) return;
  const detail = `Step added: ${words}`;
  void book.record(
    { kind: 'event', seen: [seen] },
    { actor: 'Human', event: 'step_added', plan_id: before.taskId, detail },
    { durable: false },
  );
}

async function announce(
  { book }: Pick<VaultContext, 'book'>,
  taskId: string,
  path: string,
  before: string,
  after: string,
): Promise<void> {
  if (book.halted || before === after) return;
  const from = parsePlan(before, path).plan;
  const to = parsePlan(after, path).plan;
  const seen = from?.taskId === taskId && to ? book.seen.announce(from, to) : null;
  if (!seen) return;
  await book.record(
    { kind: 'event', seen: [seen] },
    { actor: 'Countersign', event: 'plan_written', detail: `Writes the note of ${taskId}.` },
    { durable: false },
  );
}
