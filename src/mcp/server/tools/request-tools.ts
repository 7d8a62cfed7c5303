import { fail, ok } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import { contentOf } from '../../../core/request/outcome/tool-result.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { utcTime } from '../../../core/time.js';
import type { RequestReport } from '../../../engine/operations/requests/await-request.js';
import { object, planId, rationale, step, text } from './schema.js';
import { reportJson } from './serialize.js';
import { reads, writes, type Tool, type ToolSuccess } from './tool.js';

/** Some clients give up a call after one minute. */
export const longestWaitSeconds = 50;
const progressMs = 10_000;

export const requestTools: readonly Tool[] = [
  {
    name: 'draft_external_action',
    title: 'Draft an external action',
    command: 'request draft',
    description:
      'Asks a person to approve one call of a tool outside the vault. Nothing is sent: a request note waits for them. For a plan, give plan_id and its ✋ step. Then end your turn or do other work, and call await_request.',
    inputSchema: object(
      {
        action_type: text('email, payment, social_post, api_call or other.', 100),
        target_recipient: text('Who or what it goes to, exactly as in the arguments.', 1_000),
        title: text('A few words, e.g. the subject.', 200),
        rationale,
        arguments: { type: 'object', description: 'Exactly what the tool is called with.' },
        plan_id: { ...planId, description: 'With step. Default: no plan.' },
        step,
        server: text('Default: the type’s route.', 100),
        tool: text('Default: the type’s route.', 200),
        context: text('What helps the person decide.', 20_000),
      },
      ['action_type', 'target_recipient', 'title', 'rationale', 'arguments'],
    ),
    annotations: writes,
    async run({ engine, actor, whyNotAsk }, args) {
      const drafted = args as unknown as DraftArguments;
      const { server, tool } = drafted;
      if ((server === undefined) !== (tool === undefined)) {
        return fail(
          'input_invalid',
          '`server` and `tool` belong together.',
          'Give both, or neither.',
        );
      }
      const made = await engine.operations.draftExternalAction({
        actionType: drafted.action_type,
        targetRecipient: drafted.target_recipient,
        title: drafted.title,
        rationale: drafted.rationale,
        arguments: drafted.arguments,
        mustFit: true,
        whyNotAsk,
        actor,
        ...(drafted.plan_id === undefined ? {} : { planId: drafted.plan_id }),
        ...(drafted.step === undefined ? {} : { step: drafted.step }),
        ...(server === undefined ? {} : { bridge: server }),
        ...(tool === undefined ? {} : { tool }),
        ...(drafted.context === undefined ? {} : { context: drafted.context }),
      });
      if (!made.ok) return made;
      const { requestId, path } = made.value;
      return ok({
        text: `Nothing was sent. The request ${requestId} waits for a person (${path}). Do not draft it again.`,
        data: { status: 'waiting_for_person', request_id: requestId, note: path },
      });
    },
  },
  {
    name: 'await_request',
    title: 'Wait for a request',
    command: 'request await',
    description:
      'Says what became of a request: waiting, approved, executed, rejected with the person’s reason, unknown. Waits up to 50 seconds for a decision. Ask again in a later session.',
    inputSchema: object(
      {
        request_id: text('As draft_external_action gave it.', 300),
        wait_seconds: { type: 'integer', minimum: 0, maximum: longestWaitSeconds },
      },
      ['request_id'],
    ),
    annotations: reads,
    async run({ engine, actor, signal, progress }, args) {
      const { request_id: requestId, wait_seconds: seconds = longestWaitSeconds } = args as {
        request_id: string;
        wait_seconds?: number;
      };
      let leftMs = seconds * 1000;
      for (;;) {
        const waitMs = progress ? Math.min(leftMs, progressMs) : leftMs;
        const report = await engine.operations.awaitRequest({ requestId, waitMs, signal, actor });
        if (!report.ok) return report;
        leftMs -= waitMs;
        const { isOpen } = report.value;
        if (isOpen && leftMs > 0 && !signal.aborted) {
          progress?.(reportText(report.value));
          continue;
        }
        return ok(reported(report.value));
      }
    },
  },
  {
    name: 'withdraw_request',
    title: 'Withdraw a request',
    command: 'request withdraw',
    description: 'Takes back a request that you drafted, while nobody has approved it.',
    inputSchema: object({ request_id: { type: 'string', maxLength: 300 }, rationale }, [
      'request_id',
      'rationale',
    ]),
    annotations: { openWorldHint: false },
    async run({ engine, actor }, args) {
      const { request_id: requestId, rationale: reason } = args as {
        request_id: string;
        rationale: string;
      };
      const withdrawn = await engine.operations.withdrawOwn({ requestId, reason, actor });
      if (!withdrawn.ok) return withdrawn;
      return ok({
        text: `${requestId} was withdrawn. It will never run.`,
        data: { request_id: requestId, status: 'withdrawn' },
      });
    },
  },
];

interface DraftArguments {
  readonly action_type: string;
  readonly target_recipient: string;
  readonly title: string;
  readonly rationale: string;
  readonly arguments: JsonObject;
  readonly plan_id?: string;
  readonly step?: number | string;
  readonly server?: string;
  readonly tool?: string;
  readonly context?: string;
}

export function reported(report: RequestReport): ToolSuccess {
  const { result } = report;
  const before = `${reportText({ ...report, answer: null })} The server answered:`;
  return {
    text: reportText(report),
    data: reportJson(report),
    ...(result && { content: [{ type: 'text', text: before }, ...contentOf(result)] }),
    ...(report.status === 'unknown' ? { isError: true as const } : {}),
    ...(report.onTold ? { onTold: report.onTold } : {}),
  };
}

function whenItRuns({ untilMs, leftMs }: NonNullable<RequestReport['limit']>): string {
  const minutes = Math.max(1, Math.ceil(leftMs / 60_000));
  return `It waits for an hourly limit, until ${utcTime(untilMs, 'minutes')} (${minutes} min). Ask again then.`;
}

function reportText(report: RequestReport): string {
  const { requestId, status, reason, answer, ran, isChanged, limit, redraft } = report;
  const knownHere = ran === null ? ', as far as this computer has heard' : '';
  const again = redraft ? ` It was drafted again as ${redraft}: ask for that id.` : '';
  const why = reason === null ? again : `${again} Reason: ${reason}`;
  const gap = answer?.includes('\n') ? '\n' : ' ';
  const kept = report.result === null ? ' (only its text is kept)' : '';
  const said = answer === null ? '' : ` The server answered${kept}:${gap}${answer}`;
  const words: Record<RequestReport['status'], string> = {
    waiting_for_person: `${requestId} waits for a person. It has not run${knownHere}. Do not draft it again; ask later.${why}`,
    approved: report.hasBegun
      ? `${requestId} is approved, and its call has begun. Ask again for the outcome.`
      : `${requestId} is approved, and has not run yet${knownHere}. ${limit ? whenItRuns(limit) : `${reason === null ? '' : `${reason} `}Ask again for the outcome.`}`,
    executed: `${requestId} was executed.${why}${said}`,
    not_executed: `${requestId} was not executed.${why}`,
    rejected:
      ran === null
        ? `The note of ${requestId} is in Rejected. It has not run${knownHere}.`
        : `${report.byPerson ? `A person rejected ${requestId}.` : `${requestId} was rejected, and it is not known by whom.`} It did not run.${why}`,
    withdrawn: `${requestId} was withdrawn. It did not run.${why}`,
    unknown: `Nobody knows whether ${requestId} happened. Do not repeat it: only a person can find out.${why}`,
    note_problem: `The note of ${requestId} is ${reason ?? 'gone'}. No record here says that it ran, but it may have run, here or on another computer: do not repeat it; ask again later.`,
  };
  const changed = isChanged ? 'The call was changed in its note since it was asked for. ' : '';
  return showInvisible(`${changed}${words[status]}`);
}
