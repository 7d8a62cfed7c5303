import { fail, ok } from '../../../core/errors.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { AgentTool } from '../../../core/settings/agents/agent-tools.js';
import type { PermittedCall } from '../../gate/call-permitted.js';
import type { Operation, OperationContext } from '../shared/operation.js';
import { askForCall, type AskedCall, type AskForCallInput } from './ask-for-call.js';
import { drafterOf } from './await-request.js';

export type CalledTool = AskedCall | Extract<PermittedCall, { kind: 'answered' }>;

/** Makes an agent's tool call if a person allowed that in advance; otherwise asks a person. */
export const callTool: Operation<AskForCallInput, CalledTool> = async (context, input) => {
  const called = await context.callPermitted(input);
  if (!called.ok) return called;
  if (called.value.kind === 'answered') return ok(called.value);
  const { ended } = called.value;
  if (ended === null) return askForCall(context, input);
  const { bridge, shown } = input.tool;
  return context.keyedQueue.take(`ended:${input.actor} ${bridge} ${shown.name}`, async () => {
    const asked = waitingFor(context, input.tool, input.actor);
    if (asked === undefined) return askForCall(context, input);
    return fail(
      'nothing_runs',
      `${showInvisible(shown.name)} was allowed, and is no longer. ${ended}`,
      `Nothing was drafted: a person was asked by ${asked}. Continue with other work, and call await_request with that id.`,
    );
  });
};

function waitingFor(
  context: OperationContext,
  { bridge, shown }: AgentTool,
  actor: string,
): string | undefined {
  for (const { requestId, tool, ...request } of context.index.requests()) {
    if (request.folder === 'rejected') continue;
    const isFor = request.bridge === bridge && tool === shown.name;
    if (isFor && drafterOf(context, requestId) === actor) return requestId;
  }
  return undefined;
}
