import type { Step } from './plan.js';

/** A step as it was known when something about it was recorded. */
export interface RecordedStep {
  readonly stepId: string;
  /**
   * How it read then: when its action was prepared, then as a person saw it later. `null`: a record that
   * does not say it; the id alone counts.
   */
  readonly texts: readonly string[] | null;
}

/**
 * The step that a record means, as its plan has it now. Anybody can write an id onto another line: where
 * the line with the id reads otherwise, the only ✋ step counts that reads as recorded first, if it is
 * open; and the line with the id only if a person saw it read so. Otherwise none.
 */
export function findRecordedStep<S extends Pick<Step, 'id' | 'text' | 'gated' | 'done'>>(
  steps: readonly S[],
  { stepId, texts }: RecordedStep,
): S | null {
  const named = steps.find(({ id }) => id === stepId) ?? null;
  if (texts === null || named?.text === texts[0]) return named;
  // Ticked ones are counted, too: after a crash one of two that read alike may be ticked already.
  const [alike, second] = steps.filter(({ gated, text }) => gated && text === texts[0]);
  if (alike && !second && !alike.done) return alike;
  return named && texts.includes(named.text) ? named : null;
}
