import type { Priority } from '../plan/plan.js';
import { longestBrief, withoutQuotedMaterial, wordPattern } from './words.js';

/** Triage words of AI-employee vaults (facts of the field). */
const high = [
  'urgent',
  'asap',
  'immediately',
  'critical',
  'emergency',
  'payment',
  'invoice',
  'overdue',
  'past due',
  'billing',
  'deadline',
  'due today',
  'due tomorrow',
  'expires',
  'error',
  'failure',
  'down',
  'outage',
  'broken',
  'security',
  'breach',
  'compromised',
  'legal',
  'compliance',
  'regulatory',
  '#high',
];
const medium = [
  'review',
  'feedback',
  'update',
  'follow up',
  'meeting',
  'schedule',
  'appointment',
  'calendar',
  'request',
  'proposal',
  'quote',
  'estimate',
  'question',
  'clarification',
  'help',
  'report',
  'summary',
  'status',
];

/** The priority a brief's words speak for; low when none does. */
export function triagePriority(brief: string): Priority {
  const text = withoutQuotedMaterial(brief.slice(0, longestBrief));
  if (high.some((word) => wordPattern(word).test(text))) return 'high';
  return medium.some((word) => wordPattern(word).test(text)) ? 'medium' : 'low';
}
