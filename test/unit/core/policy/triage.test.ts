import { expect, test } from 'vitest';
import { triagePriority } from '../../../../src/core/policy/triage.js';

test.each([
  ...['urgent', 'ASAP', 'immediately', 'critical', 'emergency', 'payment', 'invoice', 'overdue'],
  ...[
    'past due',
    'billing',
    'deadline',
    'due today',
    'due tomorrow',
    'expires',
    'error',
    'failure',
  ],
  ...['The server is down', 'outage', 'broken', 'security', 'breach', 'compromised', 'legal'],
  ...[
    'compliance',
    'regulatory',
    'Call them #high',
    'two invoices',
    'urgently',
    'please review: overdue',
  ],
])('high: %s', (brief) => {
  expect(triagePriority(brief)).toBe('high');
});

test.each([
  ...[
    'review',
    'feedback',
    'update',
    'follow up',
    'follow-up',
    'meeting',
    'schedule',
    'appointment',
  ],
  ...['calendar', 'request', 'proposal', 'quote', 'estimate', 'question', 'clarification', 'help'],
  ...['report', 'summary', 'status', 'Meetings next week'],
])('medium: %s', (brief) => {
  expect(triagePriority(brief)).toBe('medium');
});

test.each([
  '',
  'water the plants',
  'downtown',
  'see https://x.com/urgent',
  'from legal@example.com',
  '😀',
])('low: %j', (brief) => {
  expect(triagePriority(brief)).toBe('low');
});
