import { requestTitle } from '../../core/request/call-title.js';
import type { EngineContext } from '../context.js';
import { recordsOutside } from '../plans/outside-edits.js';
import { isLeftAlone } from './of-another-ledger.js';

export async function noteFound(context: EngineContext, id: string): Promise<void> {
  const { book, index } = context;
  if (!recordsOutside(book) || isKnown(context, id)) return;
  const request = index.requestPaths(id).flatMap((path) => index.requestAt(path) ?? [])[0];
  if (!request || request.folder === 'rejected' || (await isLeftAlone(context, request))) return;
  const { planId, path } = request;
  const plan = planId === null ? null : index.plan(planId);
  const step = plan?.steps.find(({ id: stepId }) => stepId === request.stepId);
  const forStep = step ? ` for step ${step.position}` : '';
  await book.record(
    { kind: 'event' },
    {
      actor: 'Outside',
      event: 'request_found',
      request_id: id,
      ...(planId === null ? {} : { plan_id: planId }),
      from: path,
      detail: `A request note was added${forStep}: ${requestTitle(request)}.`,
    },
    { durable: false },
  );
}

function isKnown({ book: { facts, seen } }: EngineContext, id: string): boolean {
  const { prepared, intent, voided, imported = false } = facts.request(id) ?? {};
  const isOurs = facts.predecessor(id) !== undefined || seen.knowsRequest(id);
  return isOurs || imported || (prepared ?? intent ?? voided) !== undefined;
}
