import { fail, ok, type Result } from '../../core/errors.js';
import { openRequest } from '../operations/withdraw.js';
import type { PeopleContext } from './people-context.js';

/**
 * Takes a request back from Approved to Pending: ends its hold, or answers “Run it?” with no. The
 * value is its path there. What was stamped before comes back under a new id, as after any such move.
 */
export async function undo(
  context: PeopleContext,
  { requestId: id }: { readonly requestId: string },
): Promise<Result<{ readonly path: string }>> {
  context.holds.drop(id);
  return context.turns.take(`request:${id}`, async () => {
    const open = openRequest(context, id);
    if (!open.ok) return open;
    if (open.value.place !== 'approved') {
      return fail(
        'request_not_open',
        `${id} does not lie in Approved.`,
        'There is nothing to undo.',
        {
          path: open.value.path,
        },
      );
    }
    const { planId } = open.value;
    const recorded = await context.book.record(
      { kind: 'taken_back', id },
      {
        actor: 'Human',
        event: 'taken_back',
        request_id: id,
        ...(planId === null ? {} : { plan_id: planId }),
        detail: 'Moved back to Pending in Countersign; it can be approved anew.',
      },
    );
    if (!recorded.ok) return recorded;
    const moved = await context.notes.moveInto(context.folders.pending, open.value.path);
    return moved.ok ? ok({ path: moved.value }) : moved;
  });
}
