import { fail, type Problem, type ProblemCode } from '../errors.js';
import { readInstant } from '../instant.js';
import { readFrontMatter, textField, type FrontMatter } from '../note/front-matter.js';
import { readMachineLine } from '../note/machine-line.js';
import { readActionFence } from './action-fence.js';
import { readMachineFields } from './machine-fields.js';
import type { ActionRequest } from './request.js';

/** A request, or every problem that keeps the note from being one. */
export type ParsedRequest =
  | { readonly request: ActionRequest; readonly problems: readonly [] }
  | {
      readonly request: null;
      readonly problems: readonly Problem[];
      /** What the note says of itself, when its front matter can be read. */
      readonly requestId: string | null;
    };

/** Ids stand in file names, log lines and audit records: no spaces, no path characters. */
export const requestIdForm = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,119}$/;
const stepIdForm = /^[A-Za-z0-9-]{1,40}$/;
const planIdForm = /^PLAN-\d{4}-\d{3,}$/;

/** Reads a request note (vault-contract, "Approval request"). Never throws on any text. */
export function parseRequest(text: string, path: string): ParsedRequest {
  const front = readFrontMatter(text, path);
  if (!front.ok) return { request: null, problems: [front.error], requestId: null };
  const problems: Problem[] = [];
  const fields = readFields(front.value, path, problems);
  const call = readActionFence(text, front.value.bodyStart, path);
  if (!call.ok) problems.push(call.error);
  const machineLine = readMachineLine(text);
  if (!machineLine.ok) problems.push({ ...machineLine.error, path });
  const machine = machineLine.ok
    ? readMachineFields(machineLine.value?.value ?? {}, path)
    : machineLine;
  if (machineLine.ok && !machine.ok) problems.push(machine.error);
  if (problems.length > 0 || !call.ok || !machine.ok) {
    return { request: null, problems, requestId: textField(front.value, 'request_id') };
  }
  return {
    request: {
      path,
      text,
      frontMatter: front.value,
      ...fields,
      call: call.value,
      machine: machine.value,
    },
    problems: [],
  };
}

function readFields(front: FrontMatter, path: string, problems: Problem[]) {
  const report = (code: ProblemCode, message: string, advice: string): void => {
    problems.push(fail(code, message, advice, { path, line: 1 }).error);
  };
  const required = (key: string, advice: string): string => {
    const value = textField(front, key);
    if (value === null || value.trim() === '') {
      report('key_missing', `The key \`${key}\` is missing or empty.`, advice);
    }
    return value ?? '';
  };

  const type = textField(front, 'type');
  if (type !== 'approval_request') {
    report('key_invalid', '`type` is not `approval_request`.', 'Write `type: approval_request`.');
  }
  const requestId = required('request_id', 'Give the request an id that no other note has.');
  if (requestId !== '' && !requestIdForm.test(requestId)) {
    report(
      'key_invalid',
      '`request_id` has characters that an id may not have.',
      'Use letters, digits, `-`, `_` and `.`, at most 120.',
    );
  }
  const createdDate = required(
    'created_date',
    'Write when it was drafted, e.g. 2026-02-21T10:40:00Z.',
  );
  if (createdDate !== '' && !readInstant(createdDate)) {
    report('key_invalid', '`created_date` is not a date.', 'Write it like 2026-02-21T10:40:00Z.');
  }
  const expires = textField(front, 'expires');
  if (expires !== null && readInstant(expires)?.zoned !== true) {
    report(
      'key_invalid',
      '`expires` is not a time with a zone.',
      'Write it like 2026-02-28T18:00:00Z, so that it means the same on every device.',
    );
  }
  const planId = textField(front, 'plan_id');
  const stepId = textField(front, 'step_id')?.replace(/^\^/, '') ?? null;
  if ((planId === null) !== (stepId === null)) {
    report(
      'key_invalid',
      '`plan_id` and `step_id` belong together.',
      'Name both, or neither for a request without a plan.',
    );
  }
  if (planId !== null && !planIdForm.test(planId)) {
    report('key_invalid', '`plan_id` is not the id of a plan.', 'Write it like PLAN-2026-001.');
  }
  if (stepId !== null && !stepIdForm.test(stepId)) {
    report('key_invalid', '`step_id` is not the id of a step.', 'Write it like s4.');
  }
  const required_by = textField(front, 'approval_required_by');
  if (required_by !== null && required_by !== 'human') {
    report(
      'key_invalid',
      '`approval_required_by` is not `human`.',
      'Only a person can approve: write `approval_required_by: human`.',
    );
  }
  return {
    requestId,
    actionType: required('action_type', 'Write email, payment, social_post, api_call or other.'),
    targetRecipient: required('target_recipient', 'Write whom or what the action reaches.'),
    planId,
    stepId,
    rationale: required('rationale', 'Write why the action is needed, naming the step.'),
    createdDate,
    status: textField(front, 'status') ?? 'pending',
    expires,
    supersedes: textField(front, 'supersedes'),
  };
}
