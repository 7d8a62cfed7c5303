import { fail, type Problem, type ProblemCode } from '../errors.js';
import { readInstant } from '../time.js';
import { textField, type FrontMatter } from '../note/front-matter/front-matter.js';
import { quoted } from '../text/quote.js';
import { positionAt } from '../text/lines.js';
import type { ActionRequest } from './request.js';

/** Ids are used in file names. */
const requestIdForm = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,119}$/;

export function isRequestId(value: unknown): value is string {
  return typeof value === 'string' && requestIdForm.test(value);
}
const stepIdForm = /^[A-Za-z0-9-]{1,40}$/;
const planIdForm = /^PLAN-\d{4}-\d{3,}$/;

const knownKeys = [
  'type',
  'request_id',
  'action_type',
  'target_recipient',
  'approval_required_by',
  'plan_id',
  'step_id',
  'rationale',
  'created_date',
  'status',
  'expires',
  'supersedes',
];

type RequestFields = Pick<
  ActionRequest,
  | 'requestId'
  | 'actionType'
  | 'targetRecipient'
  | 'planId'
  | 'stepId'
  | 'rationale'
  | 'createdDate'
  | 'status'
  | 'expires'
  | 'supersedes'
>;

/** Reads a request's properties. Adds what is wrong to `problems`. */
export function readRequestFields(
  text: string,
  front: FrontMatter,
  path: string,
  problems: Problem[],
): RequestFields {
  const report = (key: string, code: ProblemCode, message: string, advice: string): void => {
    const place = positionAt(text, front.ranges.get(key)?.keyStart ?? front.contentStart);
    problems.push(fail(code, message, advice, { path, ...place }).error);
  };
  const required = (key: string, advice: string): string => {
    const value = textField(front, key);
    if (front.ranges.get(key)?.style !== 'collection' && (value ?? '').trim() === '') {
      report(key, 'key_missing', `The key \`${key}\` is missing or empty.`, advice);
    }
    return value ?? '';
  };
  for (const key of knownKeys) {
    if (front.ranges.get(key)?.style !== 'collection') continue;
    report(
      key,
      'key_invalid',
      `\`${key}\` is a list, not a text.`,
      `Write one text after \`${key}:\`.`,
    );
  }

  const type = required('type', 'Write `type: approval_request`.');
  if (type !== '' && type !== 'approval_request') {
    report(
      'type',
      'key_invalid',
      '`type` is not `approval_request`.',
      'Write `type: approval_request`.',
    );
  }
  const requestId = required('request_id', 'Give the request an id that no other note has.');
  if (requestId !== '' && !requestIdForm.test(requestId)) {
    report(
      'request_id',
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
    report(
      'created_date',
      'key_invalid',
      '`created_date` is not a date that exists.',
      'Write it like 2026-02-21T10:40:00Z.',
    );
  }
  const expires = textField(front, 'expires');
  if (expires !== null && readInstant(expires)?.zoned !== true) {
    report(
      'expires',
      'key_invalid',
      '`expires` is not a time with a zone.',
      'Write it like 2026-02-28T18:00:00Z, so that it means the same on every device.',
    );
  }
  for (const key of front.fields.keys()) {
    if (key === 'expires' || !/^[^a-z]*expir/iu.test(key)) continue;
    const isEmpty = front.ranges.get(key)?.style !== 'collection' && !textField(front, key)?.trim();
    if (isEmpty || isSameInstant(textField(front, key), expires)) continue;
    report(
      key,
      'key_invalid',
      `${quoted(key)} is not read: only \`expires\` says when a request expires.`,
      'Write the time after `expires:`, and remove this line.',
    );
  }
  // For Obsidian, `Status` is the same property as `status`.
  for (const key of front.fields.keys()) {
    if (key === 'status' || key.trim().toLowerCase() !== 'status') continue;
    report(
      key,
      'key_invalid',
      `${quoted(key)} is not read: only \`status\` says what became of a request.`,
      'Write the word after `status:`, and remove this line.',
    );
  }
  const planId = textField(front, 'plan_id');
  const stepId = textField(front, 'step_id')?.replace(/^\^/, '') ?? null;
  if ((planId === null) !== (stepId === null)) {
    report(
      planId === null ? 'step_id' : 'plan_id',
      'key_invalid',
      '`plan_id` and `step_id` belong together.',
      'Name both, or neither for a request without a plan.',
    );
  }
  if (planId !== null && !planIdForm.test(planId)) {
    report(
      'plan_id',
      'key_invalid',
      '`plan_id` is not the id of a plan.',
      'Write it like PLAN-2026-001.',
    );
  }
  if (stepId !== null && !stepIdForm.test(stepId)) {
    report('step_id', 'key_invalid', '`step_id` is not the id of a step.', 'Write it like s4.');
  }
  const requiredBy = textField(front, 'approval_required_by');
  if (requiredBy !== null && requiredBy !== 'human') {
    report(
      'approval_required_by',
      'key_invalid',
      '`approval_required_by` is not `human`.',
      'Only a person can approve: write `approval_required_by: human`.',
    );
  }
  const supersedes = textField(front, 'supersedes');
  if (supersedes !== null && !requestIdForm.test(supersedes)) {
    report(
      'supersedes',
      'key_invalid',
      '`supersedes` is not the id of a request.',
      'Name the request that this one replaces, or remove the line.',
    );
  }
  return {
    requestId,
    actionType: required('action_type', 'Write email, payment, social_post, api_call or other.'),
    targetRecipient: required('target_recipient', 'Write who or what the action reaches.'),
    planId,
    stepId,
    rationale: required('rationale', 'Write why the action is needed, naming the step.'),
    createdDate,
    status: textField(front, 'status') ?? 'pending',
    expires,
    supersedes,
  };
}

function isSameInstant(one: string | null, other: string | null): boolean {
  const ms = readInstant(one ?? '')?.ms;
  return ms !== undefined && ms === readInstant(other ?? '')?.ms;
}
