import type { AuditEntry } from '../audit/entry.js';
import { quoted } from '../text/quote.js';

const longestQuote = 300;

const written: ReadonlySet<string> = new Set(['reasoning_logged', 'decision_recorded']);

export function activityText({
  actor,
  event,
  detail,
}: Pick<AuditEntry, 'actor' | 'event' | 'detail'>): string {
  if (!written.has(event) || actor === 'Human') return detail;
  return `${actor === 'Outside' ? 'Another program' : actor} wrote ${quoted(detail, longestQuote)}`;
}
