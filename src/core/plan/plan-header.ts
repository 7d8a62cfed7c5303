import type { SourceLocation, Problem } from '../errors.js';
import { readInstant } from '../time.js';
import { textField, type FrontMatter } from '../note/front-matter/front-matter.js';
import { positionAt } from '../text/lines.js';
import { PLAN_STATUSES, PRIORITIES, type PlanStatus, type Priority } from './plan.js';

export interface PlanHeader {
  readonly taskId: string;
  readonly sourceLink: string;
  readonly createdDate: string;
  readonly priority: Priority;
  readonly status: PlanStatus;
  readonly blockedReason: string | null;
}

interface Rule {
  readonly key: string;
  readonly read: (value: string) => string | null;
  readonly expected: string;
}

const RULES: readonly Rule[] = [
  {
    key: 'task_id',
    read: (value) => (/^PLAN-\d{4}-\d{3,9}$/u.test(value) ? value : null),
    expected: 'Write an id that no other plan has, such as `PLAN-2026-001`.',
  },
  {
    key: 'source_link',
    read: (value) => (value.trim() === '' ? null : value),
    expected:
      'Write the path of what it came from, such as `Inbox/EMAIL_client-a.md`, or a link to it in double quotes.',
  },
  {
    key: 'created_date',
    read: (value) => (readInstant(value) ? value : null),
    expected: 'Write a date that exists, such as `2026-02-21T10:30:00Z`.',
  },
  {
    key: 'priority',
    read: (value) => oneOf(PRIORITIES, value),
    expected: `Write one of ${PRIORITIES.join(', ')}.`,
  },
  {
    key: 'status',
    read: (value) => oneOf(PLAN_STATUSES, value),
    expected: `Write one of ${PLAN_STATUSES.join(', ')}.`,
  },
];

/** Reads a plan's properties. `header` is null if there are problems. */
export function readHeader(
  text: string,
  path: string,
  frontMatter: FrontMatter,
): { header: PlanHeader | null; problems: Problem[] } {
  const problems: Problem[] = [];
  const values = new Map<string, string>();
  for (const { key, read, expected } of RULES) {
    const written = textField(frontMatter, key);
    const value = written === null ? null : read(written);
    if (value !== null) {
      values.set(key, value);
      continue;
    }
    const present = frontMatter.fields.get(key) ?? null;
    const place = frontMatter.ranges.get(key);
    const at = positionAt(text, place?.valueStart ?? frontMatter.contentEnd);
    problems.push(
      present === null
        ? missing(key, expected, { path, ...at })
        : invalid(key, written, expected, { path, ...at }),
    );
  }
  if (problems.length > 0) return { header: null, problems };
  return { header: headerFrom(values, textField(frontMatter, 'blocked_reason')), problems };
}

/** Reads a plan's properties from texts. Null if a required one is missing or wrong. */
export function headerOf(properties: ReadonlyMap<string, string>): PlanHeader | null {
  const values = new Map<string, string>();
  for (const { key, read } of RULES) {
    const value = read(properties.get(key) ?? '');
    if (value === null) return null;
    values.set(key, value);
  }
  return headerFrom(values, properties.get('blocked_reason') ?? null);
}

function headerFrom(values: ReadonlyMap<string, string>, blockedReason: string | null): PlanHeader {
  return {
    taskId: values.get('task_id') ?? '',
    sourceLink: values.get('source_link') ?? '',
    createdDate: values.get('created_date') ?? '',
    priority: values.get('priority') as Priority,
    status: values.get('status') as PlanStatus,
    blockedReason,
  };
}

function missing(key: string, expected: string, place: SourceLocation): Problem {
  const message = `The property \`${key}\` is missing.`;
  return { code: 'key_missing', message, advice: expected, ...place };
}

function invalid(
  key: string,
  written: string | null,
  expected: string,
  place: SourceLocation,
): Problem {
  const message =
    written === null
      ? `The property \`${key}\` is a list or a mapping, not a text.`
      : `The property \`${key}\` cannot be \`${written.slice(0, 60)}\`.`;
  return { code: 'key_invalid', message, advice: expected, ...place };
}

function oneOf(allowed: readonly string[], value: string): string | null {
  const wanted = value.trim().toLowerCase();
  return allowed.find((word) => word.toLowerCase() === wanted) ?? null;
}
