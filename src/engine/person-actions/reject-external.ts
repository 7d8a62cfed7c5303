import { fail, ok, type Result } from '../../core/errors.js';
import { trimEnd } from '../../core/text/trim-end.js';
import { inlineText } from '../../core/text/inline-text.js';
import { logRejection, recordRejection } from '../plans/incomplete-requests.js';
import { mayAct, type PersonContext } from './shared/person-context.js';

export interface RejectExternalInput {
  readonly path: string;
  readonly reason: string;
}

export async function rejectExternal(
  context: PersonContext,
  { path, reason }: RejectExternalInput,
): Promise<Result<{ readonly path: string }>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  return context.keyedQueue.take(`path:${path}`, async () => {
    await context.notes.refresh(path);
    const entry = context.index.entryAt(path);
    if (entry?.kind !== 'external' || entry.place === 'rejected') {
      const message = 'The note changed or moved since you looked at it.';
      return fail('note_changed', message, 'Nothing was rejected. Look at it again.', { path });
    }
    const words = trimEnd(inlineText(reason), '.');
    const why = words === '' ? 'Rejected in Countersign' : `Rejected: ${words}`;
    const { id: requestId, incomplete } = entry;
    const about = incomplete ?? { path, requestId, forStep: null };
    const recorded = await recordRejection(context, about, 'Human', why);
    if (!recorded.ok) return recorded;
    const logged = incomplete ? await logRejection(context, incomplete, 'Human', why) : recorded;
    if (!logged.ok) return logged;
    const moved = await context.notes.moveInto(context.folders.rejected, path);
    return moved.ok ? ok({ path: moved.value }) : moved;
  });
}
