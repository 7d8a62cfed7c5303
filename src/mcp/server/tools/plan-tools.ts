import { fail, ok, type Result } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import { formatSimilarPlan } from '../../../core/mission/format-similar-plan.js';
import type { PlanSummary, StepSummary } from '../../../core/mission/summaries.js';
import type { Priority } from '../../../core/plan/plan.js';
import { foldLine } from '../../../core/text/text-line.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { Brief, EvaluatedBrief } from '../../../engine/operations/new-plans/evaluate-brief.js';
import { object, planId, rationale, step, text } from './schema.js';
import { missionJson, planJson, stepJson, waitingJson } from './serialize.js';
import { reads, writes, type Tool, type ToolSuccess } from './tool.js';

const brief = {
  path: text('Its note, e.g. Inbox/a.md.', 1_000),
  text: text('The brief, if no note has it.', 50_000),
  source: text('With text: its origin, e.g. a message id.', 1_000),
};

const longestResume = 1_990;
const mostMissions = 20;

export const planTools: readonly Tool[] = [
  {
    name: 'evaluate_brief',
    title: 'Evaluate a brief',
    command: 'plan evaluate',
    description:
      'Says whether a request needs a plan, why, and whether a plan for it exists. Writes nothing. Give path, or text and source.',
    inputSchema: object(brief),
    annotations: reads,
    async run({ engine }, args) {
      const named = briefOf(args);
      if (!named.ok) return named;
      const evaluated = await engine.operations.evaluateBrief(named.value);
      if (!evaluated.ok) return evaluated;
      const data = evaluationJson(evaluated.value);
      const { evaluation, existing, similar } = evaluated.value;
      const lines = [
        evaluation.complex ? 'This needs a plan.' : 'This needs no plan.',
        ...evaluation.reasons,
        ...(existing ? [`It has the plan ${existing.planId}. Resume that one.`] : []),
        ...(similar ? [formatSimilarPlan(similar)] : []),
      ];
      return ok({ text: lines.join(' '), data });
    },
  },
  {
    name: 'start_plan',
    title: 'Start a plan',
    command: 'plan start',
    description:
      'Makes a plan from a brief, or resumes the plan for the same work. Steps that reach outside the vault get a ✋: each needs an approved request. Default steps: proposed from the brief.',
    inputSchema: object({
      ...brief,
      objective: text('The end state, in one sentence.', 500),
      steps: {
        type: 'array',
        maxItems: 200,
        items: object(
          {
            text: text('What is done.', 1_000),
            needs_approval: { type: 'boolean', description: 'A ✋ step.' },
            after: {
              type: 'array',
              items: { type: 'integer' },
              description: 'Default: all before it.',
            },
          },
          ['text'],
        ),
      },
      priority: { enum: ['low', 'medium', 'high'] },
      even_if_simple: { type: 'boolean' },
      even_if_similar: { type: 'boolean' },
      continue_plan: text('The plan that this work belongs to.', 200),
    }),
    annotations: writes,
    async run({ engine, actor }, args) {
      const named = briefOf(args);
      if (!named.ok) return named;
      const { objective, steps, priority, even_if_simple, even_if_similar, continue_plan } =
        args as StartArguments;
      const started = await engine.operations.startPlan({
        ...named.value,
        actor,
        ...(objective === undefined ? {} : { objective }),
        ...(steps === undefined
          ? {}
          : {
              steps: steps.map(({ text: words, needs_approval: gated, after }) => ({
                text: words,
                ...(gated === undefined ? {} : { gated, isClaimed: true as const }),
                ...(after === undefined ? {} : { after }),
              })),
            }),
        ...(priority === undefined ? {} : { priority }),
        ...(even_if_simple === true ? { evenIfSimple: true } : {}),
        ...(even_if_similar === true ? { evenIfSimilar: true } : {}),
        ...(continue_plan === undefined ? {} : { goOnWith: continue_plan }),
      });
      if (!started.ok) return started;
      if (started.value.kind === 'task') {
        const { line, evaluated } = started.value;
        const said = `No plan was made: this is a simple task. Do it, or set even_if_simple. ${showInvisible(line)}`;
        return ok({ text: said, data: { made: 'nothing', ...evaluationJson(evaluated) } });
      }
      const { planId: id, path, resumed } = started.value;
      const did = resumed ? 'Its plan continues' : 'Plan made';
      const now = await engine.operations.resumePlan({ planId: id });
      const plan = now.ok ? now.value.plan : null;
      return ok({
        text: `${did}: ${id} (${path}).${plan === null ? '' : nextText(plan)}`,
        data: {
          made: resumed ? 'resumed' : 'plan',
          plan_id: id,
          note: path,
          next_step: plan?.current ? nextJson(plan.current) : null,
        },
      });
    },
  },
  {
    name: 'list_missions',
    title: 'List missions',
    command: 'plan list',
    description: 'The unfinished plans, the current one first, and what each waits for.',
    inputSchema: object({}),
    annotations: reads,
    async run({ engine }) {
      const listed = await engine.operations.listMissions({ limit: mostMissions });
      if (!listed.ok) return listed;
      const { missions, total } = listed.value;
      const lines = missions.map(({ plan, waitingFor }) =>
        showInvisible(
          `${plan.planId} ${plan.status}, ${plan.doneSteps} of ${plan.steps.length} done: ${plan.objective.slice(0, 200)}${waitingFor.length === 0 ? '' : ` (waits for a person: ${waitingFor.map(({ requestId }) => requestId).join(', ')})`}`,
        ),
      );
      const rest = total > missions.length ? [`And ${total - missions.length} more.`] : [];
      return ok({
        text: total === 0 ? 'There is no unfinished plan.' : [...lines, ...rest].join('\n'),
        data: { missions: missions.map(missionJson), total },
      });
    },
  },
  {
    name: 'resume_plan',
    title: 'Resume a plan',
    command: 'plan resume',
    description:
      'The state of a plan: objective, last log entry, next step, what waits. Call it first in each session. Without plan_id: the current mission.',
    inputSchema: object({ plan_id: planId }),
    annotations: reads,
    async run({ engine }, args) {
      const { plan_id: id } = args as { plan_id?: string };
      const resumed = await engine.operations.resumePlan(id === undefined ? {} : { planId: id });
      if (!resumed.ok) return resumed;
      const { plan, checkpoint, waitingFor, warnings, words } = resumed.value;
      return ok({
        text: cut(words, longestResume),
        data: {
          ...planJson({ ...plan, objective: cut(plan.objective, 300) }),
          ...(plan.ended && { ended: plan.ended }),
          next_step: plan.current && nextJson(plan.current),
          blocked_reason: plan.blockedReason === null ? null : cut(plan.blockedReason, 200),
          checkpoint: checkpoint === null ? null : cut(checkpoint, 300),
          waiting_for: waitingFor.slice(0, 2).map(waitingJson),
          warnings: warnings.length,
        },
      });
    },
  },
  {
    name: 'update_plan_step',
    title: 'Complete a step',
    command: 'plan done',
    description:
      'Ticks a step without ✋ and logs why. Steps that it waits for must be done first.',
    inputSchema: object({ plan_id: planId, step, rationale }, ['plan_id', 'step', 'rationale']),
    annotations: writes,
    run: (context, args) => endStep(context, args, false),
  },
  {
    name: 'add_step',
    title: 'Add a step',
    command: 'plan add-step',
    description: 'Adds a step behind another one (default: at the end) and logs why.',
    inputSchema: object(
      {
        plan_id: planId,
        text: text('What is done.', 1_000),
        behind: step,
        needs_approval: { type: 'boolean' },
        rationale,
      },
      ['plan_id', 'text', 'rationale'],
    ),
    annotations: writes,
    async run({ engine, actor }, args) {
      const {
        plan_id: id,
        text: words,
        behind,
        needs_approval: gated,
        rationale: why,
      } = args as unknown as AddArguments;
      const added = await engine.operations.addPlanStep({
        planId: id,
        text: words,
        rationale: why,
        actor,
        ...(behind === undefined ? {} : { behind }),
        ...(gated === undefined ? {} : { gated, isClaimed: true as const }),
      });
      if (!added.ok) return added;
      const { position } = added.value;
      return ok({ text: `Step ${position} was added.`, data: { plan_id: id, position } });
    },
  },
  {
    name: 'skip_step',
    title: 'Skip a step',
    command: 'plan skip',
    description: 'Leaves out a step without ✋ and logs why. Only a person skips a ✋ step.',
    inputSchema: object({ plan_id: planId, step, rationale }, ['plan_id', 'step', 'rationale']),
    annotations: writes,
    run: (context, args) => endStep(context, args, true),
  },
  {
    name: 'log_reasoning',
    title: 'Log reasoning',
    command: 'plan log',
    description: 'Adds an entry to the plan’s reasoning log: what you did or decided, and why.',
    inputSchema: object(
      { plan_id: planId, action: { type: 'string', maxLength: 500 }, rationale },
      ['plan_id', 'action', 'rationale'],
    ),
    annotations: writes,
    async run({ engine, actor }, args) {
      const { plan_id: id, action, rationale: why } = args as unknown as LogArguments;
      const logged = await engine.operations.logReasoning({
        planId: id,
        action,
        rationale: why,
        actor,
      });
      return logged.ok ? ok({ text: 'Logged.', data: { plan_id: id } }) : logged;
    },
  },
];

export const closingTools: readonly Tool[] = [
  {
    name: 'detect_blocks',
    title: 'Detect blocks',
    command: 'plan blocks',
    description: 'Which plans are blocked, and by which requests that wait for a person.',
    inputSchema: object({}),
    annotations: reads,
    async run({ engine }) {
      const blocks = await engine.operations.detectBlocks({});
      if (!blocks.ok) return blocks;
      const lines = blocks.value.map(({ plan, waitingFor, incomplete }) =>
        showInvisible(
          `${plan.planId} waits for ${[...waitingFor.map(({ requestId }) => requestId), ...incomplete.map(({ path }) => path)].join(', ')}`,
        ),
      );
      return ok({
        text: lines.length === 0 ? 'No plan is blocked by a request.' : lines.join('\n'),
        data: {
          blocked: blocks.value.map((block) => ({
            ...missionJson(block),
            incomplete: block.incomplete.map(({ path }) => path),
          })),
        },
      });
    },
  },
  {
    name: 'archive_plan',
    title: 'Archive a plan',
    command: 'plan archive',
    description:
      'Finishes a plan whose steps are all done and moves its note to the finished plans.',
    inputSchema: object({ plan_id: planId }, ['plan_id']),
    annotations: { ...writes, idempotentHint: true },
    async run({ engine }, args) {
      const { plan_id: id } = args as unknown as { plan_id: string };
      const archived = await engine.operations.archivePlan({ planId: id });
      if (!archived.ok) return archived;
      const { path } = archived.value;
      return ok({ text: `${id} is finished: ${path}.`, data: { plan_id: id, note: path } });
    },
  },
];

interface StartArguments {
  readonly objective?: string;
  readonly steps?: readonly {
    readonly text: string;
    readonly needs_approval?: boolean;
    readonly after?: readonly number[];
  }[];
  readonly priority?: Priority;
  readonly even_if_simple?: boolean;
  readonly even_if_similar?: boolean;
  readonly continue_plan?: string;
}

interface AddArguments {
  readonly plan_id: string;
  readonly text: string;
  readonly behind?: number | string;
  readonly needs_approval?: boolean;
  readonly rationale: string;
}

interface LogArguments {
  readonly plan_id: string;
  readonly action: string;
  readonly rationale: string;
}

interface StepArguments {
  readonly plan_id: string;
  readonly step: number | string;
  readonly rationale: string;
}

async function endStep(
  { engine, actor }: Parameters<Tool['run']>[0],
  args: JsonObject,
  skip: boolean,
): Promise<Result<ToolSuccess>> {
  const { plan_id: id, step: reference, rationale: why } = args as unknown as StepArguments;
  const updated = await engine.operations.updatePlanStep({
    planId: id,
    step: reference,
    rationale: why,
    skip,
    actor,
  });
  if (!updated.ok) return updated;
  const { position } = updated.value;
  return ok({
    text: `Step ${position} was ${skip ? 'skipped' : 'completed'}.`,
    data: { plan_id: id, position, is: skip ? 'skipped' : 'done' },
  });
}

function briefOf(args: JsonObject): Result<Brief> {
  const { path, text: words, source } = args as { path?: string; text?: string; source?: string };
  if (path !== undefined && words === undefined && source === undefined) {
    const isNote = path.endsWith('.md') && !path.split('/').some((part) => part.startsWith('.'));
    return isNote
      ? ok({ path })
      : fail('input_invalid', `${showInvisible(path)} is no note.`, 'Name a note of the vault.');
  }
  if (source !== undefined && /\p{Cc}/u.test(source)) {
    return fail('input_invalid', 'source has control characters.', 'Name where it came from.');
  }
  return path === undefined && words !== undefined && source !== undefined
    ? ok({ text: words, sourceLink: source })
    : fail('input_invalid', 'The brief is unclear.', 'Give either `path`, or `text` and `source`.');
}

function evaluationJson({ evaluation, existing, similar }: EvaluatedBrief): JsonObject {
  return {
    needs_plan: evaluation.complex,
    reasons: evaluation.reasons,
    existing_plan: existing && existing.planId,
    similar_plan: similar && similar.plan.planId,
  };
}

function nextText({ steps, current, approval }: PlanSummary): string {
  const gated = steps.flatMap((one) => (one.gated && !one.done ? [one.position] : []));
  const said = [
    approval === 'pending' && 'A person must approve this plan first. Don’t work on it yet.',
    current &&
      `Next: step ${current.position}, ${current.gated ? '✋ ' : ''}${cut(current.text, 300)}.`,
    gated.length > 0 && `A person must approve ✋: step ${gated.join(', ')}.`,
  ];
  return said.map((one) => (one ? ` ${showInvisible(foldLine(one))}` : '')).join('');
}

function nextJson(step: StepSummary): JsonObject {
  return stepJson({ ...step, text: cut(step.text, 300) });
}

function cut(words: string, length: number): string {
  return words.length <= length ? words : `${words.slice(0, length - 1)}…`;
}
