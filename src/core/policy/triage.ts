import { PRIORITIES, type Priority } from '../plan/plan.js';
import type { HandbookRule } from './handbook.js';
import { longestBrief, withoutQuotedMaterial, wordPattern } from './keywords.js';

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

/** `rule` is null if no rule of the handbook matches. */
export interface Triage {
  readonly priority: Priority;
  readonly rule: HandbookRule | null;
}

/** Takes the priority from the handbook's rules. If no rule matches, the default words decide. */
export function triage(brief: string, rules: readonly HandbookRule[]): Triage {
  const text = withoutQuotedMaterial(brief.slice(0, longestBrief));
  const matching = rules.filter(({ word }) => wordPattern(word).test(text));
  const [rule = null] = PRIORITIES.flatMap((one) => matching.filter((r) => r.priority === one));
  return { priority: rule?.priority ?? triagePriority(brief), rule };
}

export function triagePriority(brief: string): Priority {
  const text = withoutQuotedMaterial(brief.slice(0, longestBrief));
  if (high.some((word) => wordPattern(word).test(text))) return 'high';
  return medium.some((word) => wordPattern(word).test(text)) ? 'medium' : 'low';
}
