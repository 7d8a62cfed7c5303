import { chainEntry } from '../../../../src/core/audit/entry.js';
import { LedgerFacts } from '../../../../src/core/ledger/ledger-facts.js';
import type { LedgerEvent } from '../../../../src/core/ledger/ledger-record.js';

const PLAN = 'PLAN-2026-001';
/** When all of it happens. */
const AT = '2026-02-21T10:00:00.000Z';

/** What a ledger knows after these events. */
export function ledgerOf(...events: readonly LedgerEvent[]): LedgerFacts {
  const facts = new LedgerFacts();
  for (const event of events) {
    const happening = { at: AT, actor: 'Countersign', event: event.kind, detail: '' };
    facts.apply({ ...event, audit: chainEntry(facts.head, happening) });
  }
  return facts;
}

type Event<K extends LedgerEvent['kind']> = Extract<LedgerEvent, { kind: K }>;

/** A call is about to be made, for step `s4` where nothing else is said. */
export function called(id: string, change: Partial<Event<'intent'>> = {}): Event<'intent'> {
  return {
    ...({ kind: 'intent', id, s: '{}', note: `note of ${id}`, path: `Approved/${id}.md` } as const),
    ...{
      plan: PLAN,
      step: 's4',
      bridge_digest: 'B',
      tool: 'send_email',
      effect: `effect of ${id}`,
    },
    ...change,
  };
}

/** How a call ended. */
export function ended(
  id: string,
  outcome: Event<'outcome'>['outcome'],
  change: Partial<Event<'outcome'>> = {},
): Event<'outcome'> {
  return { kind: 'outcome', id, outcome, reason: '', answer: '', ...change };
}

/** A request ended without a call, for step `s4` where nothing else is said. */
export function voided(id: string, change: Partial<Event<'voided'>> = {}): Event<'voided'> {
  return { kind: 'voided', id, why: 'returned', reason: '', plan: PLAN, step: 's4', ...change };
}

/** A request was prepared, for step `s4` where nothing else is said. */
export function prepared(id: string, change: Partial<Event<'completed'>> = {}): Event<'completed'> {
  return { kind: 'completed', id, s: 's', plan: PLAN, step: 's4', ...change };
}

/** A person approved a request on its card, on which its step read like this. */
export function approved(id: string, text?: string): Event<'approved'> {
  return { kind: 'approved', id, s: 's', ...(text === undefined ? {} : { step_text: text }) };
}

/** A ledger began, and the vault told it of these calls of others. */
export function begun(spent: Event<'epoch'>['spent'] = []): Event<'epoch'> {
  return { kind: 'epoch', epoch: 'e', device: 'd', vault: 'v', spent };
}
