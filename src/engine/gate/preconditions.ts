import { readInstant } from '../../core/time.js';
import { dependencyCycle, openDependencies } from '../../core/plan/step-order.js';
import { isSetAside, type Plan, type Step } from '../../core/plan/plan.js';
import type { Problem, Result } from '../../core/errors.js';
import { folderDifferences } from '../../core/settings/folders.js';
import { budgetPerHour } from '../../core/settings/bridges/route-budget.js';
import { planFolderOf } from '../../core/mission/plan-folder.js';
import type { LedgerBook } from '../ledger/ledger-book.js';
import type { Attempt, LedgerFacts } from '../../core/ledger/ledger-facts.js';
import { quoted, quotedPath } from '../../core/text/quote.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { effectsOf } from '../../core/request/action/digests.js';
import { recordedText } from '../../core/ledger/closed-step.js';
import type { ActionRequest, Preparation } from '../../core/request/request.js';
import type { DeviceConfig, Folders } from '../../core/settings/device-config.js';
import { formatDevice } from '../../core/settings/device-names.js';
import type { Authority } from './authority.js';
import {
  alreadyUsed,
  asks,
  returned,
  waits,
  type CheckCode,
  type Verdict,
  type Waiting,
} from './verdict.js';

const mostNamed = 5;

export interface CheckInput {
  readonly request: ActionRequest;
  readonly preparation: Preparation;
  readonly authority: Authority;
  readonly facts: LedgerFacts;
  readonly config: DeviceConfig;
  readonly folders: Folders;
  readonly halted: Problem | null;
  /** The device that also claims to run actions for the vault; null if none does. */
  readonly conflictWith: string | null;
  readonly nowMs: number;
  readonly plan: Result<Plan> | null;
  readonly isEnded: boolean;
  readonly isWaiting: (plan: Plan) => boolean;
  readonly isDead: (step: Step) => string | null;
}

export interface Check<Input = CheckInput> {
  readonly code: CheckCode;
  readonly verdict: (input: Input) => Verdict | null;
}

const hourMs = 3_600_000;

export type DeviceInput = Pick<CheckInput, 'halted' | 'conflictWith' | 'config' | 'folders'>;

const ofDevice = {
  halted: {
    code: 'ledger_halted',
    verdict: ({ halted }) =>
      halted && waits('ledger_halted', `Nothing runs: ${halted.message}`, halted.advice),
  },
  acting: {
    code: 'not_acting',
    verdict: ({ conflictWith, config }) => notActive(conflictWith, config),
  },
  paused: {
    code: 'executor_paused',
    verdict: ({ config }) =>
      config.paused
        ? {
            ...waits(
              'executor_paused',
              'All actions are paused.',
              'It runs once you resume actions.',
            ),
            offers: { do: 'resume' },
          }
        : null,
  },
  folders: {
    code: 'folders_not_confirmed',
    verdict: ({ config, folders }) => {
      const differences = folderDifferences(config.folders, folders);
      return differences.length === 0
        ? null
        : waits(
            'folders_not_confirmed',
            `The vault’s folder names have changed (${differences.join('; ')}).`,
            'Confirm them on this device. Nothing runs until then.',
          );
    },
  },
} satisfies Readonly<Record<string, Check<DeviceInput>>>;

/** All preconditions (docs/gate.md#preconditions), in order. */
export const preconditions: readonly Check[] = [
  ofDevice.halted,
  ofDevice.acting,
  {
    code: 'expired',
    verdict: ({ request, nowMs }) => expired(request, nowMs),
  },
  ofDevice.paused,
  ofDevice.folders,
  {
    code: 'id_used',
    verdict: ({ facts, request }) =>
      facts.isUsed(request.requestId) ? alreadyUsed(request.requestId) : null,
  },
  {
    code: 'plan_unreadable',
    verdict: ({ plan }) =>
      plan && !plan.ok && plan.error.code !== 'plan_missing'
        ? waits('plan_unreadable', `Can’t read the plan: ${plan.error.message}`, plan.error.advice)
        : null,
  },
  {
    code: 'plan_not_found',
    verdict: ({ plan, request }) =>
      plan && !plan.ok
        ? returned(
            'plan_not_found',
            plan.error.path === undefined
              ? `The plan ${request.planId} no longer exists.`
              : plan.error.message,
          )
        : null,
  },
  {
    code: 'plan_not_running',
    verdict: ({ plan, folders, isEnded, isWaiting }) => {
      if (!plan?.ok) return null;
      const { status, taskId } = plan.value;
      if (isRunning(plan.value, folders) && !isEnded) {
        return isWaiting(plan.value)
          ? returned('plan_not_running', `The plan ${taskId} waits for approval.`)
          : null;
      }
      if (isEnded) {
        return returned(
          'plan_not_running',
          `The plan ${taskId} had ended, and is not known here to have been reopened.`,
        );
      }
      return returned('plan_not_running', `The plan ${taskId} is ${runningState(status)}.`);
    },
  },
  {
    code: 'step_not_found',
    verdict: (input) =>
      input.plan?.ok && stepOf(input) === undefined
        ? returned(
            'step_not_found',
            `The plan ${input.request.planId} has no step ^${input.request.stepId}.`,
          )
        : null,
  },
  {
    code: 'step_not_gated',
    verdict: (input) =>
      stepOf(input)?.gated === false
        ? returned('step_not_gated', `Step ^${input.request.stepId} no longer has a ✋.`)
        : null,
  },
  {
    code: 'step_done',
    verdict: (input) => {
      const step = stepOf(input);
      if (step && isSetAside(step.mark)) {
        return returned(
          'step_done',
          `Step ${step.position} is marked [${showInvisible(step.mark)}].`,
        );
      }
      return step?.done === true
        ? returned('step_done', `Step ^${input.request.stepId} is already done.`)
        : null;
    },
  },
  {
    code: 'step_reworded',
    verdict: (input) => {
      const text = recordedText(input.facts, input.request.requestId);
      const step = stepOf(input);
      if (!step || text === undefined || step.text === text) return null;
      const read = text === null ? 'was not there' : `read ${quoted(text)}`;
      return returned(
        'step_reworded',
        `Step ^${input.request.stepId} ${read} when this was prepared, and reads ${quoted(step.text)} now.`,
      );
    },
  },
  {
    code: 'attempts_not_confirmed',
    verdict: (input) => {
      const { facts, request } = input;
      const { machine, requestId } = request;
      // Anybody can write “I checked” into a note, so only a signed one is believed.
      const signed = input.authority.by === 'stamp' ? machine.confirms : null;
      const confirmed = new Set(signed);
      const open = earlierAttempts(input).filter(
        ({ id }) => !confirmed.has(id) || facts.hasNews(requestId, id, machine.stamp),
      );
      return open.length === 0
        ? null
        : asks(
            'attempts_not_confirmed',
            `The same step or the same action was, or may have been, tried before: ${formatAttempts(open)}.`,
            request.stepId === null
              ? 'Check whether it happened. If that is enough, reject this request. To run it again, approve it on a device that can sign “I checked”.'
              : 'Check whether it happened. If it did, tick the step. If it didn’t, approve it on a device that can sign “I checked”, or do it yourself and press “I’ve done this myself…”.',
          );
    },
  },
  {
    code: 'over_budget',
    verdict: ({ facts, preparation, request, config, nowMs }) => {
      const { bridge: alias, tool } = request.call;
      const limit = budgetPerHour(config.routes, alias, tool);
      const bridge = { digest: preparation.bridge_digest, alias };
      const recent = facts.callTimes.withinHour(bridge, tool, nowMs, limit);
      if (recent.length < limit) return null;
      const freesAt = (recent[0] ?? nowMs) + hourMs + 1;
      const waiting =
        limit === 0
          ? waits(
              'over_budget',
              `Approved, but this device’s hourly limit for ${request.call.tool} is 0.`,
              'Raise the limit in the settings, under “Routes and limits”, to run it.',
            )
          : waits(
              'over_budget',
              `Approved, but this device has reached its limit of ${limit} ${request.call.tool} ${limit === 1 ? 'call' : 'calls'} per hour.`,
              'To run it sooner, raise the limit in the settings, under “Routes and limits”.',
              { ms: freesAt, to: 'minutes' },
            );
      return { ...waiting, offers: { do: 'open_settings' } };
    },
  },
  {
    code: 'dead_wait',
    verdict: (input) => {
      for (const step of stepsBefore(input)) {
        const why = input.isDead(step);
        if (why === null) continue;
        return {
          do: 'alert',
          code: 'dead_wait',
          kind: 'waits',
          reason: `It waits for step ${step.position}, ${why}.`,
          advice: why.startsWith('whose outcome is unknown')
            ? `Find out whether step ${step.position} happened. If it did, tick it.`
            : 'Draft its request again, skip the step or cancel its plan first.',
          step: step.position,
        };
      }
      return null;
    },
  },
  {
    code: 'before_its_turn',
    verdict: (input) => {
      const [first] = stepsBefore(input);
      if (!first) return null;
      const waiting = waits(
        'before_its_turn',
        `Approved and waiting for step ${first.position} (${quoted(first.text)}).`,
        whatEndsWait(input, first),
      );
      return { ...waiting, step: first.position };
    },
  },
];

/** The checks that run again after the intent is recorded. */
export const checksOfSpent: readonly Check[] = preconditions.filter(
  ({ code }) => code !== 'id_used' && code !== 'over_budget',
);

const ofPlan: readonly CheckCode[] = [
  ...(['plan_unreadable', 'plan_not_found', 'plan_not_running', 'step_not_found'] as const),
  ...(['step_not_gated', 'step_done', 'step_reworded'] as const),
];

export const planChecks: readonly Check[] = preconditions.filter(({ code }) =>
  ofPlan.includes(code),
);

export function notActive(
  conflictingDevice: string | null,
  config: DeviceConfig | Problem,
): Waiting | null {
  if (conflictingDevice === null) return null;
  return waits(
    'not_acting',
    `${formatDevice(config, conflictingDevice)} runs actions for this vault, or did before. This computer runs nothing until you take over here.`,
    'To run it here, take over (see the alerts) and approve it again. Or let the other computer prepare it.',
  );
}

export function whyNothingRuns(input: DeviceInput): Waiting | null {
  for (const { verdict } of Object.values(ofDevice)) {
    const waiting = verdict(input);
    if (waiting) return waiting;
  }
  return null;
}

export function earlierAttempts(input: CheckInput): readonly Attempt[] {
  const { facts, request, preparation } = input;
  const effects = effectsOf(request.call, preparation);
  const { planId, stepId, requestId, supersedes } = request;
  const text = stepOf(input)?.text ?? null;
  return facts.attempts({ planId, stepId, text }, effects, requestId, supersedes);
}

function formatAttempts(attempts: readonly Attempt[]): string {
  const more = attempts.length - mostNamed;
  const named = attempts.slice(0, mostNamed).map(formatAttempt).join(', ');
  return more > 0 ? `${named}, and ${more} more` : named;
}

function formatAttempt({ id, outcome, toldBy, since, isClaimed }: Attempt): string {
  const newsText = {
    happened: ', but a person says it was sent',
    late: ', but its server answered late',
  };
  const said = since === undefined ? '' : newsText[since];
  const told = toldBy === undefined ? '' : `, as ${quotedPath(toldBy)} says`;
  const claim = isClaimed ? '; only this note says that it is the same' : '';
  return `${id} (${outcome}${said}${told}${claim})`;
}

export function formatExpiry({ expires }: Pick<ActionRequest, 'expires'>): string {
  return `The request expired at ${expires}.`;
}

export function expired({ expires }: ActionRequest, nowMs: number): Verdict | null {
  const expiresMs = expires === null ? null : readInstant(expires)?.ms;
  return expiresMs === null || (expiresMs !== undefined && nowMs < expiresMs)
    ? null
    : {
        do: 'return',
        code: 'expired',
        reason: formatExpiry({ expires }),
        expired: true,
      };
}

export function unmetPrecondition(
  input: CheckInput,
  checks: readonly Check[] = preconditions,
): Verdict | null {
  for (const check of checks) {
    const verdict = check.verdict(input);
    if (verdict) return verdict;
  }
  return null;
}

export function isRunning(plan: Pick<Plan, 'path' | 'status'>, folders: Folders): boolean {
  const below = plan.path.slice(folders.plans.length + 1).toLowerCase();
  const underApproval = ['pending', 'rejected'].some((name) => below.startsWith(`${name}/`));
  const inPlans = plan.path.startsWith(`${folders.plans}/`);
  return inPlans && !underApproval && (plan.status === 'Active' || plan.status === 'Blocked');
}

export function awaitsApproval(
  { planApprovals }: Pick<LedgerBook, 'planApprovals'>,
  { plans }: Pick<Folders, 'plans'>,
  { taskId, path }: Pick<Plan, 'taskId' | 'path'>,
): boolean {
  return planApprovals.of(taskId)?.is === 'waits' && planFolderOf(plans, path) !== 'approved';
}

export function runningState(status: Plan['status']): string {
  if (status === 'Done') return 'done';
  if (status === 'Cancelled') return 'cancelled';
  return status === 'Draft' ? 'a draft that has not been started' : 'not in progress';
}

function stepOf({ plan, request }: CheckInput): Step | undefined {
  if (!plan?.ok || request.stepId === null) return undefined;
  return plan.value.steps.find((step) => step.id === request.stepId);
}

function whatEndsWait({ plan }: CheckInput, { mark, gated, position }: Step): string {
  if (isSetAside(mark)) {
    return `That step is marked [${showInvisible(mark)}]. Tick it if it is not needed, or empty its box.`;
  }
  const cycle = plan?.ok ? dependencyCycle(plan.value) : null;
  if (cycle?.some((step) => step.position === position)) {
    return 'That step waits for itself, alone or through other steps. Take such an “(after …)” away.';
  }
  return `It runs automatically once ${gated ? 'the request of that step is approved and has run' : 'you or an agent ticks that step'}.`;
}

function stepsBefore(input: CheckInput): readonly Step[] {
  const step = stepOf(input);
  return step && input.plan?.ok ? openDependencies(input.plan.value, step) : [];
}
