import { fail, ok, type Result } from '../../../core/errors.js';
import { isoSeconds } from '../../../core/time.js';
import { planFolders } from '../../../core/mission/plan-folder.js';
import type { LogRecord, Priority } from '../../../core/plan/plan.js';
import { parsePlan } from '../../../core/plan/parse-plan.js';
import { wholePlan, type SeenPlan } from '../../../core/ledger/seen/seen-plan.js';
import { renderPlan } from '../../../core/plan/render-plan.js';
import { isSameText } from '../../../core/task/brief-similarity.js';
import { wordsForPlan } from '../../../core/task/complexity.js';
import { missingSteps } from '../../../core/task/missing-steps.js';
import type { PlanSummary } from '../../../core/mission/summaries.js';
import { foldLine } from '../../../core/text/text-line.js';
import { readPlan } from '../../vault/plan-notes.js';
import { needsHand, speaksOfExternalAction } from '../../../core/policy/external-action.js';
import { triage } from '../../../core/policy/triage.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { mostPlans } from '../../ledger/plan-numbers.js';
import { readRules, formatRule } from '../../plans/handbook.js';
import { similarPlan, similarProblem } from '../../plans/similar-plan.js';
import { goOnWith, type InitializedPlan } from './go-on-with.js';
import { briefOf, isUnwritten, sourceNote, textsOfPlan } from '../../plans/planned-item.js';
import {
  requireText,
  type Actor,
  type Operation,
  type OperationContext,
} from '../shared/operation.js';
import { newTaskOf } from '../../tasks/accept-task.js';
import { recordThenWrite } from '../shared/record-then-write.js';

export interface NewStep {
  readonly text: string;
  readonly gated?: boolean;
  readonly isClaimed?: true;
  /** Positions (from 1) of the steps that must come first. */
  readonly after?: readonly number[];
}

export interface InitializePlanInput {
  readonly objective: string;
  readonly context: string;
  /** What the plan was made from, such as a wikilink or a URL. */
  readonly sourceLink: string;
  /** The digest of the whole text that the plan was made from. The plan has only a part of it. */
  readonly digest?: string | null;
  readonly steps: readonly NewStep[];
  readonly stepsAreProposed?: boolean;
  readonly priority?: Priority;
  readonly evenIfSimilar?: boolean;
  readonly goOnWith?: string;
  readonly begins?: Pick<LogRecord, 'action' | 'rationale'>;
  readonly awaitsApproval?: true;
  readonly approvalReason?: string;
  readonly actor: Actor | 'Countersign';
}

const longestPlan = 10_000;
const longestRace = 1_000;

/**
 * Writes a new plan, or continues the plan for the same work (procedure InitializePlan, R6.1,
 * US1.3).
 */
export const initializePlan: Operation<InitializePlanInput, InitializedPlan> = async (
  context,
  input,
) => {
  const objective = requireText('objective', input.objective);
  if (!objective.ok) return objective;
  const sourceLink = requireText('sourceLink', input.sourceLink);
  if (!sourceLink.ok) return sourceLink;
  const steps = checkSteps(input.steps, input.stepsAreProposed === true);
  if (!steps.ok) return steps;
  const named = namesOne(context, sourceLink.value);
  if (!named.ok) return named;
  return context.keyedQueue.take('new plan', () =>
    resumeOrWrite(context, {
      ...input,
      objective: objective.value,
      sourceLink: sourceLink.value,
      steps: steps.value,
    }),
  );
};

export interface CheckedInput extends InitializePlanInput {
  readonly steps: readonly CheckedStep[];
  readonly status?: 'Active' | 'Draft';
}

/**
 * Continues the plan for the same work, or writes a new one.
 * CALL INSIDE `keyedQueue.take('new plan', …)`.
 */
export async function resumeOrWrite(
  context: OperationContext,
  input: CheckedInput,
): Promise<Result<InitializedPlan>> {
  const existing = context.index.planOfSource(input.sourceLink);
  if (existing && (await isOtherWork(context, existing, input))) {
    return fail(
      'plan_similar',
      showInvisible(
        `No plan was made. ${existing.planId} has the same source: “${existing.objective}”.`,
      ),
      `If it is the same work, ask again with \`continue_plan: ${existing.planId}\`; if it is not, name a source of its own.`,
      { path: existing.path },
    );
  }
  if (existing) return ok({ planId: existing.planId, path: existing.path, resumed: true });
  if (input.goOnWith !== undefined) return goOnWith(context, input.goOnWith, input);
  const work = { ...input, steps: input.stepsAreProposed === true ? [] : input.steps };
  const similar = input.evenIfSimilar === true ? null : await similarPlan(context, work);
  if (similar?.likeness.kind === 'unclear') return { ok: false, error: similarProblem(similar) };
  if (similar) return goOnWith(context, similar.plan.planId, input);

  const nowMs = context.book.now();
  const brief = [input.objective, input.context, ...input.steps.map(({ text }) => text)].join('\n');
  const words = wordsForPlan(brief, context.planning().words);
  const why =
    words.length > 0
      ? `Complex work detected (keywords: ${words.join(', ')})`
      : 'A plan was asked for';
  const found = triage(brief, await readRules(context));
  const isByHandbook = input.priority === undefined && found.rule !== null;
  const rationale = isByHandbook ? `${why}; ${formatRule(found)}` : why;
  const source = await sourceNote(context, input.sourceLink);
  const awaits = input.awaitsApproval === true;
  const gated = input.steps.flatMap(({ isByRule }, at) => (isByRule ? [at + 1] : []));
  let begun = await unwrittenId(context, input.sourceLink);
  for (let attempt = 0; attempt < longestRace; attempt += 1) {
    const planId = begun ?? newPlanId(context, new Date(nowMs).getUTCFullYear());
    begun = null;
    const { plans } = context.folders;
    const path = `${awaits ? `${plans}/pending` : plans}/${planId}.md`;
    if (await isTaken(context, planId)) {
      context.index.notice(path);
      continue;
    }
    const text = renderPlan({
      taskId: planId,
      sourceLink: input.sourceLink,
      createdAt: nowMs,
      priority: input.priority ?? found.priority,
      status: input.status ?? 'Active',
      objective: input.objective,
      context: input.context,
      steps: input.steps,
      log: [
        {
          at: isoSeconds(nowMs),
          actor: input.actor,
          ...(input.begins ?? { action: 'Created plan', rationale }),
        },
        ...(awaits ? [waitsEntry(nowMs, input.approvalReason)] : []),
      ],
    });
    const created = await recordThenWrite(
      context,
      {
        actor: input.actor,
        event: 'plan_created',
        plan_id: planId,
        from: input.sourceLink,
        ...(input.digest ? { brief: input.digest } : briefOf(source)),
        ...(gated.length > 0 ? { gated } : {}),
        ...(await newTaskOf(context, source)),
        detail: `Created plan: ${input.objective}`,
      },
      () => context.notes.create(path, text),
      seenIn(text, path),
    );
    if (created.ok) return ok({ planId, path, resumed: false });
    if (created.error.code !== 'note_exists') return created;
    context.index.notice(path);
  }
  return fail('plan_duplicate', 'No free plan number was found.', 'Look into the plans folder.');
}

async function isOtherWork(
  context: OperationContext,
  { planId, sourceLink }: PlanSummary,
  input: CheckedInput,
): Promise<boolean> {
  const isOneNote =
    context.index.sources.named(input.sourceLink) !== null &&
    partOf(input.sourceLink) === partOf(sourceLink);
  if (input.goOnWith === planId || isOneNote) return false;
  const { digest = null } = input;
  const made = textsOfPlan(context, planId, input.sourceLink);
  if (digest !== null && made.length > 0) return !made.includes(digest);
  const plan = await readPlan(context, planId);
  const steps = input.stepsAreProposed === true && digest === null ? [] : input.steps;
  const textsOf = (all: readonly Pick<NewStep, 'text'>[]): string[] => all.map(({ text }) => text);
  return (
    !plan.ok ||
    !isSameText(input.objective, plan.value.objective) ||
    !isSameText(input.context, plan.value.context) ||
    missingSteps(textsOf(steps), textsOf(plan.value.steps)).length > 0
  );
}

function partOf(sourceLink: string): string {
  return foldLine(/#([^\]|]*)/u.exec(sourceLink)?.[1] ?? '').toLowerCase();
}

/** A device that runs no actions may not know the newest numbers, so it picks a random one. */
function newPlanId({ book, ids, index }: OperationContext, year: number): string {
  if (book.isActive) return index.nextPlanId(year, book.plannedIds.numbers);
  return `PLAN-${year}-${mostPlans + 1 + (Number.parseInt(ids.random(8), 36) % 99_999)}`;
}

function waitsEntry(nowMs: number, reason: string | undefined): LogRecord {
  const rationale = reason ?? 'Nothing of it is worked until you approve it';
  const action = 'Waits for your approval';
  return { at: isoSeconds(nowMs), actor: 'Countersign', action, rationale };
}

/** The index may not know the newest plan notes. */
async function isTaken({ notes, folders }: OperationContext, planId: string): Promise<boolean> {
  const places = ['', ...planFolders.map((folder) => `/${folder}`)];
  for (const place of places) {
    if ((await notes.read(`${folders.plans}${place}/${planId}.md`)).ok) return true;
  }
  return false;
}

function seenIn(text: string, path: string): readonly SeenPlan[] {
  const { plan } = parsePlan(text, path);
  return plan ? [wholePlan(plan)] : [];
}

function namesOne({ index }: OperationContext, sourceLink: string): Result<null> {
  const notes = index.sources.ambiguous(sourceLink);
  if (notes === null) return ok(null);
  return fail(
    'input_invalid',
    showInvisible(`The source ${sourceLink} may be ${notes.join(' or ')}.`),
    'Name it by its path, or rename one of them.',
  );
}

async function unwrittenId(context: OperationContext, sourceLink: string): Promise<string | null> {
  const planId = context.book.plannedIds.begunFrom(sourceLink);
  if (planId === null || !context.index.isUnseen(planId)) return null;
  return (await isUnwritten(context, planId)) ? planId : null;
}

interface CheckedStep extends NewStep {
  readonly gated: boolean;
  readonly isByRule?: true;
  readonly done?: boolean;
}

function checkSteps(steps: readonly NewStep[], mayBeNone: boolean): Result<CheckedStep[]> {
  if ((steps.length === 0 && !mayBeNone) || steps.length > longestPlan) {
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
    const isByRule = step.isClaimed === true && step.gated === false && needsHand(text.value);
    checked.push({
      text: text.value,
      gated: isByRule || (step.gated ?? speaksOfExternalAction(text.value)),
      ...(isByRule ? { isByRule } : {}),
      ...(step.after ? { after: step.after } : {}),
    });
  }
  return ok(checked);
}
