import { fail, ok, type Result } from '../../../core/errors.js';
import type { RecordNote } from '../../../core/reasoning/exchange/record-note.js';
import type { Actor, Operation } from '../shared/operation.js';
import { recordThenWrite } from '../shared/record-then-write.js';
import { ownRecordPath } from './read-record.js';
import { whyNoTrajectories } from './record-events.js';

export interface ImportRecordInput {
  readonly record: Pick<RecordNote, 'recordId' | 'format' | 'text' | 'detail'>;
  readonly actor: Actor;
}

export const importRecord: Operation<ImportRecordInput, string> = async (
  context,
  { record: { recordId, format, text, detail }, actor },
) => {
  const whyNot = format === 'trajectory' ? whyNoTrajectories(context) : ok(undefined);
  if (!whyNot.ok) return whyNot;
  const to = ownRecordPath(context, recordId);
  const known = (): Result<never> => {
    const message = `This file was imported before, as ${recordId}.`;
    return fail('note_exists', message, 'To import it again, remove that note first.');
  };
  if ((await context.notes.read(to)).ok) return known();
  const happening = { actor, event: 'decision_recorded', to, detail } as const;
  const written = await recordThenWrite(context, happening, () => context.notes.create(to, text));
  if (written.ok) return ok(to);
  return written.error.code === 'note_exists' ? known() : written;
};
