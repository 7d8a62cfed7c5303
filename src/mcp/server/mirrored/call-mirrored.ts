import { fail, ok, type Result } from '../../../core/errors.js';
import { isJsonObject, type JsonObject } from '../../../core/json.js';
import { reported } from '../tools/request-tools.js';
import type { ToolContext, ToolSuccess } from '../tools/tool.js';
import { contextArgument } from './mirrored-schema.js';
import type { MirroredTool } from './mirrored-tools.js';

/** What an agent says of a call, for the person who decides on it. */
interface CallContext {
  readonly reason?: string;
  readonly plan_id?: string;
  readonly step?: number | string;
}

/** Asks a person to approve the call of a tool, once for each call of a client. Its arguments match the listed schema. */
export async function callMirrored(
  { engine, actor }: Pick<ToolContext, 'engine' | 'actor'>,
  { tool, takesContext }: MirroredTool,
  args: JsonObject,
): Promise<Result<ToolSuccess>> {
  const { [contextArgument]: given, ...own } = args;
  const context = takesContext && isJsonObject(given) ? (given as CallContext) : {};
  const { reason, plan_id: planId, step } = context;
  if ((planId === undefined) !== (step === undefined)) {
    return fail('input_invalid', 'plan_id and step belong together.', 'Give both, or neither.');
  }
  const asked = await engine.operations.askForCall({
    tool,
    arguments: takesContext ? own : args,
    actor,
    ...(reason === undefined || reason.trim() === '' ? {} : { reason }),
    ...(planId === undefined ? {} : { planId }),
    ...(step === undefined ? {} : { step }),
  });
  if (!asked.ok) return asked;
  if (asked.value.kind === 'earlier') return ok(reported(asked.value.report));
  const { requestId, path } = asked.value;
  const message =
    'Nothing was sent yet. A person must approve this call first. Do not call again: end your turn or go on with other work, then call await_request with the request_id.';
  const status = 'waiting_for_person';
  return ok({
    text: `${message} status: ${status}, request_id: ${requestId}, note: ${path}`,
    data: { status, request_id: requestId, note: path, message },
  });
}
