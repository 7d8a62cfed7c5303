import type { AuditEntry } from '../audit/entry.js';
import { quoted } from '../text/quote.js';

/** The longest words that are quoted from a plan's log. */
const longestLogged = 300;

/** An audit entry in a list of recent activity. What an agent says is never shown as Countersign's own word. */
export function activityText({
  actor,
  event,
  detail,
}: Pick<AuditEntry, 'actor' | 'event' | 'detail'>): string {
  if (event === 'reasoning_logged')
    return `${nameOf(actor)} wrote ${quoted(detail, longestLogged)}`;
  return actor.startsWith('Agent') ? `${actor}: ${detail}` : detail;
}

function nameOf(actor: string): string {
  if (actor === 'Human') return 'You';
  return actor === 'Outside' ? 'Another program' : actor;
}
