import { fail, ok, type Result } from '../../core/errors.js';
import { isoSeconds } from '../../core/note/file-name.js';
import type { Priority } from '../../core/plan/plan.js';
import { renderPlan } from '../../core/plan/render-plan.js';
import { evaluateComplexity, matchedWords } from '../../core/policy/complexity.js';
import { speaksOfExternalAction } from '../../core/policy/external-action.js';
import { triagePriority } from '../../core/policy/triage.js';
import { requireText, type Actor, type Operation, type OperationContext } from './operation.js';
import { recordThenWrite } from './record-then-write.js';

/** A step of a new plan. */
export interface NewStep {
  readonly text: string;
  /** Absent: decided by whether the text speaks of an external action. */
  readonly gated?: boolean;
  /** Positions of the steps that must come first; absent: all before it. */
  readonly after?: readonly number[];
}

export interface InitializePlanInput {
  /** One sentence: the end state. */
  readonly objective: string;
  /** Two or three sentences: problem, dependencies, constraints. */
  readonly context: string;
  /** What the plan was made from: a wikilink, a vault path, a URL or a message reference. */
  readonly sourceLink: string;
  readonly steps: readonly NewStep[];
  /** Absent: by the triage words in objective and context. */
  readonly priority?: Priority;
  readonly actor: Actor;
}

export interface InitializedPlan {
  readonly planId: string;
  readonly path: string;
  /** Whether a plan of this source existed and is gone on with instead. */
  readonly resumed: boolean;
}

const longestPlan = 10_000;
const longestRace = 1_000;

/** Procedure InitializePlan (Silver research §6): writes a new plan note, or resumes the one of this source. */
export const initializePlan: Operation<InitializePlanInput, InitializedPlan> = async (
  context,
  input,
) => {
  const objective = requireText('objective', input.objective);
  if (!objective.ok) return objective;
  const sourceLink = requireText('sourceLink', input.sourceLink);
  if (!sourceLink.ok) return sourceLink;
  const steps = checkSteps(input.steps);
  if (!steps.ok) return steps;
  return context.turns.take('new plan', () =>
    resumeOrWrite(context, {
      ...input,
      objective: objective.value,
      sourceLink: sourceLink.value,
      steps: steps.value,
    }),
  );
};

interface CheckedInput extends InitializePlanInput {
  readonly steps: readonly CheckedStep[];
}

async function resumeOrWrite(
  context: OperationContext,
  input: CheckedInput,
): Promise<Result<InitializedPlan>> {
  const existing = context.index.planOfSource(input.sourceLink);
  if (existing) return ok({ planId: existing.planId, path: existing.path, resumed: true });

  const nowMs = context.book.now();
  const brief = [input.objective, input.context, ...input.steps.map(({ text }) => text)].join('\n');
  const words = matchedWords(evaluateComplexity(brief, context.planning().words));
  const why =
    words.length > 0
      ? `Complex work detected (keywords: ${words.join(', ')})`
      : 'A plan was asked for';
  for (let attempt = 0; attempt < longestRace; attempt += 1) {
    const planId = context.index.nextPlanId(new Date(nowMs).getUTCFullYear());
    const path = `${context.folders.plans}/${planId}.md`;
    // Another device may have taken the number a moment ago.
    if ((await context.notes.read(path)).ok) {
      context.index.notice(path);
      continue;
    }
    const text = renderPlan({
      taskId: planId,
      sourceLink: input.sourceLink,
      createdAt: nowMs,
      priority: input.priority ?? triagePriority(brief),
      status: 'Active',
      objective: input.objective,
      context: input.context,
      steps: input.steps,
      log: [{ at: isoSeconds(nowMs), actor: input.actor, action: 'Created plan', rationale: why }],
    });
    const created = await recordThenWrite(
      context,
      {
        actor: input.actor,
        event: 'plan_created',
        plan_id: planId,
        from: input.sourceLink,
        detail: `Created plan: ${input.objective}`,
      },
      () => context.notes.create(path, text),
    );
    if (created.ok) return ok({ planId, path, resumed: false });
    if (created.error.code !== 'note_exists') return created;
    context.index.notice(path);
  }
  return fail('plan_duplicate', 'No free plan number was found.', 'Look into the plans folder.');
}

interface CheckedStep extends NewStep {
  readonly gated: boolean;
}

function checkSteps(steps: readonly NewStep[]): Result<CheckedStep[]> {
  if (steps.length === 0 || steps.length > longestPlan) {
    return fail(
      'input_invalid',
      steps.length === 0
        ? 'A plan needs at least one step.'
        : `A plan has at most ${longestPlan} steps.`,
      'Give the steps as a list of texts.',
    );
  }
  const checked = [];
  for (const [index, step] of steps.entries()) {
    const text = requireText(`steps[${index}].text`, step.text);
    if (!text.ok) return text;
    const unknown = step.after?.find((position) => !(position >= 1 && position <= steps.length));
    if (unknown !== undefined || step.after?.includes(index + 1)) {
      return fail(
        'input_invalid',
        `Step ${index + 1} waits for step ${unknown ?? index + 1}, which it cannot.`,
        'Name earlier or later steps of this plan by their positions, from 1.',
      );
    }
    checked.push({
      text: text.value,
      gated: step.gated ?? speaksOfExternalAction(text.value),
      ...(step.after ? { after: step.after } : {}),
    });
  }
  return ok(checked);
}
