import { fail, ok, type Result } from '../../../core/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.js';
import { textsAndNamesIn } from '../../../core/request/action/digests.js';
import { contentOf, isToolResult } from '../../../core/request/outcome/tool-result.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { longestAnswer } from '../../../engine/gate/kept-answers.js';
import type { CalledTool } from '../../../engine/operations/requests/call-tool.js';
import { reported } from '../tools/request-tools.js';
import type { ToolContext, ToolSuccess } from '../tools/tool.js';
import { contextArgument } from './mirrored-schema.js';
import type { MirroredTool } from './mirrored-tools.js';

type Answered = Extract<CalledTool, { kind: 'answered' }>;

interface CallContext {
  readonly reason?: string;
  readonly plan_id?: string;
  readonly step?: number | string;
}

export async function callMirrored(
  { engine, actor, whyNotAsk }: Pick<ToolContext, 'engine' | 'actor' | 'whyNotAsk'>,
  { tool, takesContext }: MirroredTool,
  args: JsonObject,
): Promise<Result<ToolSuccess>> {
  const { [contextArgument]: given, ...own } = args;
  const context = takesContext && isJsonObject(given) ? (given as CallContext) : {};
  const { reason, plan_id: planId, step } = context;
  if ((planId === undefined) !== (step === undefined)) {
    return fail('input_invalid', '`plan_id` and `step` belong together.', 'Give both, or neither.');
  }
  if (textsAndNamesIn(args).some((text) => /\p{Surrogate}/u.test(text))) {
    return fail(
      'input_invalid',
      'A text has half a character.',
      'Nothing was done. Send it whole.',
    );
  }
  // JSON parsing may have rounded a number this large.
  if (numbersIn(args).some((number) => Number.isInteger(number) && !Number.isSafeInteger(number))) {
    return fail(
      'input_invalid',
      'A whole number has more digits than can be kept.',
      'Nothing was done. Send it as text.',
    );
  }
  const asked = await engine.operations.callTool({
    tool,
    arguments: takesContext ? own : args,
    actor,
    whyNotAsk,
    ...(reason === undefined || reason.trim() === '' ? {} : { reason }),
    ...(planId === undefined ? {} : { planId }),
    ...(step === undefined ? {} : { step }),
  });
  if (!asked.ok) return asked;
  if (asked.value.kind === 'answered') return ok(answered(asked.value));
  if (asked.value.kind === 'earlier') {
    const told = reported(asked.value.report);
    if (!asked.value.isOtherStep) return ok(told);
    const message = 'You made this call before. The plan_id and step of this one were not taken.';
    const { text, data, content } = told;
    return ok({
      ...{ ...told, text: `${message} ${text}`, data: { ...data, message } },
      ...(content && { content: [{ type: 'text', text: message }, ...content] }),
    });
  }
  const { requestId, path } = asked.value;
  const message =
    'Nothing was sent yet. A person must approve this call first. Do not call again: end your turn or continue with other work, then call await_request with the request_id.';
  const status = 'waiting_for_person';
  return ok({
    text: `${message} status: ${status}, request_id: ${requestId}, note: ${path}`,
    data: { status, request_id: requestId, note: path, message },
  });
}

function answered({ report, outcome }: Answered): ToolSuccess {
  if (report.kind !== 'result') {
    const { reason, answer } = outcome;
    const said = answer === '' || reason.includes(answer) ? '' : ` ${answer}`;
    return { text: showInvisible(`${reason}${said}`), data: null, isError: true };
  }
  const { result, shown = result } = report;
  if (!isToolResult(result) || !isJsonObject(shown)) {
    return { text: outcome.reason, data: null, isError: true };
  }
  const { structuredContent, isError } = shown;
  if (JSON.stringify(shown).length > longestAnswer) {
    const text = `The answer has over ${longestAnswer} characters. Ask for less.`;
    return { text, data: null, isError: true };
  }
  const failed = isError !== undefined && isError !== false;
  return {
    text: outcome.answer,
    data: isJsonObject(structuredContent) ? structuredContent : null,
    content: contentOf(shown),
    ...(failed && { isError: true as const }),
  };
}

function numbersIn(value: Json): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
