import { fail, ok, type Result } from '../errors.js';
import { lineEndOf } from '../text/lines.js';
import { nextStepId } from './edit-plan.js';
import { escapeLine } from '../text/text-line.js';
import { parsePlan } from './parse-plan.js';
import type { Step } from './plan.js';

export interface AddedStep {
  readonly at: number;
  readonly insert: string;
}

const marker = /^(\s*)(?:(\d{1,9})([.)])|([-*+]))/;

/**
 * Returns the text of a new step, and the offset where to insert it into a plan.
 * @param behind the position of the step that comes before; by default the last step
 */
export function addedStep(
  text: string,
  path: string,
  step: { readonly text: string; readonly gated: boolean },
  /** Block ids that the new step must not get, because records name them. */
  named: readonly string[],
  behind?: number,
): Result<AddedStep> {
  const { plan, problems } = parsePlan(text, path);
  const last = behind === undefined ? plan?.steps.at(-1) : plan?.steps[behind - 1];
  if (!plan || !last) {
    const [error] = problems;
    if (error) return { ok: false, error };
    return fail('section_missing', 'This plan has no step yet.', 'Write the first one into it.', {
      path,
    });
  }
  const shifted = plan.steps.find((waits) => waitsForNumberBehind(waits, last, plan.steps.length));
  if (shifted) {
    return fail(
      'input_invalid',
      `Step ${shifted.position} says “(after …)” with a number that would then mean another step.`,
      'Write block ids there, such as `(after s3)`, or add the step at the end.',
      { path, line: shifted.line },
    );
  }
  const end = endOfStep(text, last.lineEnd);
  const [, indent = '', number, mark = '.', bullet] =
    marker.exec(text.slice(last.lineStart, last.lineEnd)) ?? [];
  const begin = bullet ?? `${Number(number ?? plan.steps.length) + 1}${mark}`;
  const wording = escapeLine(step.text);
  const id = step.gated ? nextStepId(plan, { position: last.position + 1 }, named) : null;
  const line = `${indent}${begin} [ ] ${id === null ? wording : `✋ ${wording} ^${id}`}`;
  const added = { at: end, insert: `${lineEndOf(text)}${line}` };
  const after = parsePlan(text.slice(0, end) + added.insert + text.slice(end), path).plan?.steps;
  const made = after?.[last.position];
  const isOne =
    after?.length === plan.steps.length + 1 && made?.gated === step.gated && made.id === id;
  if (isOne && made.text !== '') return ok(added);
  return fail(
    'input_invalid',
    'This cannot be written as one step.',
    'Say it in plain words, on one line.',
    { path },
  );
}

function waitsForNumberBehind({ after }: Step, last: Step, count: number): boolean {
  return (after ?? []).some(
    (ref) => 'position' in ref && ref.position > last.position && ref.position <= count,
  );
}

function endOfStep(text: string, lineEnd: number): number {
  const below = /^(?:(?:\r?\n[ \t]*)*\r?\n[ \t]+\S[^\r\n]*)*/.exec(text.slice(lineEnd));
  return lineEnd + (below?.[0].length ?? 0);
}
