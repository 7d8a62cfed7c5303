import { fail, ok, type Result } from '../../../core/errors.js';
import { baseName } from '../../../core/note/file-name.js';
import { withProperties } from '../../../core/loop/task-note.js';
import { quoted, quotedPath } from '../../../core/text/quote.js';
import { treatmentKey, treatmentOf, type Treatment } from '../../../core/task/chosen-treatment.js';
import { acceptItem } from '../../tasks/accept-task.js';
import type { Operation, OperationContext } from '../shared/operation.js';
import { recordThenWrite } from '../shared/record-then-write.js';

export interface RememberedTreatment {
  readonly remembered: boolean;
}

export const keepAsTask: Operation<{ readonly path: string }, RememberedTreatment> = async (
  context,
  { path },
) => {
  await acceptItem(context, path);
  return rememberTreatment(context, path, 'task');
};

/** Records what a person chose for an item instead of the suggestion (R8.2). */
export async function rememberTreatment(
  context: OperationContext,
  path: string,
  treatment: Treatment,
): Promise<Result<RememberedTreatment>> {
  const place = context.index.placeOf(path);
  if (place !== 'inbox' && place !== 'needsAction') {
    return fail(
      'path_not_allowed',
      `${quotedPath(path)} isn’t a task note.`,
      'Only notes in the inbox folders can be kept as simple tasks.',
      { path },
    );
  }
  const note = await context.notes.read(path);
  if (!note.ok) return note;
  const properties = { [treatmentKey]: treatment };
  if (withProperties(note.value, path, properties) === note.value) return ok({ remembered: true });
  const written = await recordThenWrite(
    context,
    {
      actor: 'Human',
      event: 'suggestion_overridden',
      from: path,
      detail: `You kept ${quoted(baseName(path))} as a ${treatment}. Its words suggested otherwise.`,
    },
    () => context.notes.update(path, (text) => withProperties(text, path, properties)),
  );
  if (written.ok) context.lookAgain(`path:${path}`);
  return written.ok ? ok({ remembered: treatmentOf(written.value, path) === treatment }) : written;
}
