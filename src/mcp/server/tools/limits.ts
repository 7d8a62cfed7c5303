import { fail, type Problem } from '../../../core/errors.js';
import { timesWithin } from '../../../core/time.js';

const minuteMs = 60_000;
/** Per minute. An agent that writes more often is probably in a loop. */
const mostWrites = 120;
const mostDrafts = 30;

export class CallLimits {
  private readonly writes = new Map<string, readonly number[]>();
  private readonly drafts = new Map<string, readonly number[]>();

  /** Counts a change or a draft. Returns a problem if there were too many. */
  count(actor: string, kind: 'read' | 'write' | 'draft', nowMs: number): Problem | null {
    if (kind === 'read') return null;
    const draft = kind === 'draft';
    const [most, what] = draft ? [mostDrafts, 'drafts'] : [mostWrites, 'changes'];
    const kept = draft ? this.drafts : this.writes;
    const recent = timesWithin(minuteMs, kept.get(actor) ?? [], nowMs);
    kept.set(actor, recent);
    const [first] = recent;
    if (first !== undefined && recent.length >= most) {
      const seconds = Math.max(1, Math.ceil((first + minuteMs - nowMs) / 1000));
      return fail(
        'input_invalid',
        `More than ${most} ${what} in a minute.`,
        `Nothing was done. Check whether you are repeating yourself; continue in ${seconds} s.`,
      ).error;
    }
    kept.set(actor, [...recent, nowMs]);
    return null;
  }
}
