import { describeProblem, fail, ok, type Result } from '../../../../core/errors.js';
import { parsePlan } from '../../../../core/plan/parse-plan.js';
import type { Plan } from '../../../../core/plan/plan.js';
import { shownSteps } from '../../../../core/plan/step-order.js';
import type { Operations } from '../../../../engine/operations/operations.js';
import type { PersonActions } from '../../../../engine/person-actions/person-actions.js';
import type { Environment } from '../../../desktop/device/device.js';
import { startRunner } from '../../runner/runner.js';
import { quotedPath } from '../../../../core/text/quote.js';
import { openVaultDevice } from '../../runner/vault-device.js';
import { noteTextAt } from './import-command.js';
import { reportOf } from './status-command.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

interface Decision {
  readonly about?: readonly [question: string, placeholder: string];
  readonly means: string;
  readonly takesAway?: true;
  readonly decide: (
    personActions: Pick<
      PersonActions,
      | 'withdraw'
      | 'bringBack'
      | 'takeOverByWord'
      | 'auditSeen'
      | 'activatePlan'
      | 'approvePlan'
      | 'rejectPlan'
    >,
    named: string,
    reason: string,
    operations: Pick<Operations, 'cancelPlan'>,
    shown: Plan | undefined,
  ) => Promise<Result<string>>;
  readonly showsPlan?: true;
}

const stillApproved =
  'No approval was taken back. To take one back now, move its note out of the folder for approved requests.';

const aRequest = ['Which request?', 'REQUEST_ID'] as const;

async function saying<T>(
  decided: Promise<Result<T>>,
  say: (value: T) => string,
): Promise<Result<string>> {
  const result = await decided;
  return result.ok ? ok(say(result.value)) : result;
}

const decisions = {
  withdraw: {
    about: aRequest,
    takesAway: true,
    means:
      'the request never runs, and you aren’t asked again whether an earlier attempt happened.',
    decide: (personActions, requestId) =>
      saying(personActions.withdraw({ requestId }), ({ unwritten }) =>
        unwritten
          ? `Withdrew ${requestId}: it never runs. Not every note says so yet: ${describeProblem(unwritten)}`
          : `Withdrew ${requestId}.`,
      ),
  },
  'bring-back': {
    about: aRequest,
    means:
      'a missing note that asks about an unknown outcome is restored among the requests that wait for you. Nothing runs.',
    decide: (personActions, requestId) =>
      saying(
        personActions.bringBack({ requestId }),
        (now) => `Restored the note of ${requestId} as ${now.requestId}.`,
      ),
  },
  'take-over': {
    about: ['From which computer?', 'DEVICE'],
    means:
      'this computer prepares new requests from now on. Requests that the other computer prepared come back with new ids and ask whether they may have happened. If the other computer is still in use, turn actions off there first.',
    decide: (personActions, whose) =>
      saying(
        personActions.takeOverByWord({ whose }),
        () => `This computer has taken over from ${whose}.`,
      ),
  },
  'start-plan': {
    about: ['Which plan?', 'PLAN_ID'],
    means:
      'a draft is started, or a plan that has ended is reopened. Nothing runs without your approval.',
    decide: (personActions, planId) =>
      saying(personActions.activatePlan({ planId }), () => `${planId} is active.`),
  },
  'plan approve': {
    about: ['Which plan?', 'PLAN_ID'],
    means:
      'work on the plan can begin. Each ✋ step still needs a request that you approve; a request whose note is already in Approved may run at the next start.',
    showsPlan: true,
    decide: (personActions, planId, _reason, _operations, shown) =>
      saying(
        personActions.approvePlan({ planId, ...(shown ? { shown } : {}) }),
        ({ path }) => `Approved ${planId}. It is now ${quotedPath(path)}.`,
      ),
  },
  'plan reject': {
    about: ['Which plan?', 'PLAN_ID'],
    takesAway: true,
    means: 'the plan is cancelled and its requests are withdrawn. Its note is kept.',
    decide: (personActions, planId, reason) =>
      saying(
        personActions.rejectPlan({ planId, reason }),
        ({ path }) => `Rejected ${planId}. It is now ${quotedPath(path)}.`,
      ),
  },
  'plan cancel': {
    about: ['Which plan?', 'PLAN_ID'],
    takesAway: true,
    means:
      'the plan ends and its requests are withdrawn. Its note, if it exists, moves to the archive.',
    decide: (_personActions, planId, reason, operations) =>
      saying(
        operations.cancelPlan({
          ...{ planId, actor: 'Human' },
          reason: reason === '' ? 'No reason given.' : reason,
        }),
        () => `Cancelled ${planId}.`,
      ),
  },
  'audit-seen': {
    means:
      'the alert about the audit log is dismissed. The findings stay in the log and the ledger.',
    decide: (personActions) =>
      saying(personActions.auditSeen(), ({ wasThere }) =>
        wasThere ? 'Alert dismissed.' : 'There is no alert about the audit log.',
      ),
  },
} as const satisfies Record<string, Decision>;

export interface DecideOptions {
  readonly vault: string;
  readonly decision: keyof typeof decisions;
  readonly named: string | undefined;
  readonly reason?: string | undefined;
}

/** Carries out a person's decision from the terminal. */
export async function decideCommand(
  terminal: Terminal,
  env: Environment,
  { vault, decision, named, reason = '' }: DecideOptions,
): Promise<ExitCode> {
  const { about, means, showsPlan, takesAway, decide }: Decision = decisions[decision];
  if (about && named === undefined) {
    const example = `Use \`${decision} ${about[1]}\`. The alert names it.`;
    return sayProblem(terminal, fail('usage', about[0], example).error);
  }
  const shown = showsPlan ? await showPlan(terminal, env, vault, named ?? '') : undefined;
  if (shown?.ok === false) return sayProblem(terminal, shown.error);
  if (about === aRequest && (await isUnknownId(env, vault, named ?? ''))) {
    const advice = 'Nothing was changed. `countersign status` shows the ids of open requests.';
    return sayProblem(
      terminal,
      fail('request_missing', `There is no open request ${named}.`, advice).error,
    );
  }
  terminal.line(`If you continue, ${means}`);
  const said = await confirmed(terminal, decision);
  if (!said.ok) return sayProblem(terminal, said.error);
  const notifier = { notify: ({ text }: { text: string }) => terminal.error(plain(text)) };
  const runner = await startRunner({ vault, env, trustMoves: false, notifier, isIdle: true });
  if (!runner.ok) {
    const { error } = runner;
    const advice = takesAway ? `${error.advice} ${stillApproved}` : error.advice;
    return sayProblem(terminal, { ...error, advice });
  }
  try {
    const { engine } = runner.value;
    const { operations } = engine;
    const decided = await decide(
      engine.personActions,
      named ?? '',
      reason,
      operations,
      shown?.value,
    );
    if (!decided.ok) return sayProblem(terminal, decided.error);
    const waits = engine.view().plansWaiting?.some(({ planId }) => planId === named);
    const done =
      decision === 'start-plan' && waits
        ? `${named} is started. It still waits for your approval: \`countersign plan approve ${named}\`.`
        : decided.value;
    terminal.line(`${styled(terminal, 'green', '✓')} ${plain(done)}`);
    return exitCodes.well;
  } finally {
    await runner.value.stop();
  }
}

async function isUnknownId(env: Environment, vault: string, id: string): Promise<boolean> {
  const device = await openVaultDevice(vault, env);
  const report = device.ok ? await reportOf(device.value) : device;
  return report.ok && !report.value.hasRequest(id);
}

async function showPlan(
  terminal: Terminal,
  env: Environment,
  vault: string,
  planId: string,
): Promise<Result<Plan>> {
  const device = await openVaultDevice(vault, env);
  const report = device.ok ? await reportOf(device.value) : device;
  if (!report.ok) return report;
  const path = report.value.planOf(planId)?.path;
  const text = device.ok && path !== undefined ? await noteTextAt(device.value, path) : null;
  const { plan } = parsePlan(text?.ok ? text.value : '', path ?? '');
  if (plan?.taskId !== planId) {
    return fail(
      'plan_missing',
      `${planId} can’t be shown: either no readable open plan has this id, or several do.`,
      'Nothing was approved. Check its note; `countersign status` says what is wrong with it.',
    );
  }
  terminal.line(plain(`${planId}: ${plan.objective}`));
  for (const line of plan.context.split('\n')) {
    if (line.trim() !== '') terminal.line(plain(`  ${line}`));
  }
  for (const [at, step] of shownSteps(plan).entries()) {
    terminal.line(plain(`  ${at + 1}. ${step}`));
  }
  return ok(plan);
}
