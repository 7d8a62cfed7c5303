import { expect, test } from 'vitest';
import { chainEntry } from '../../../src/core/audit/entry.js';
import { endedStepOf } from '../../../src/core/request/ended-step.js';
import { LedgerFacts } from '../../../src/core/request/ledger-facts.js';

test('what was prepared again for another step does not tell how the first one read', () => {
  const facts = new LedgerFacts();
  const prepared = {
    ...({ kind: 'completed', id: 'a', s: 's' } as const),
    ...{ plan: 'PLAN-2026-001', step: 's4' },
    step_text: 'Send it',
  };
  const called = {
    ...({ kind: 'intent', id: 'a', s: 's', note: '', path: '' } as const),
    ...{ plan: 'PLAN-2026-001', step: 's5', bridge_digest: 'b', tool: 't', effect: 'e' },
  };
  for (const record of [prepared, called]) {
    const happening = { actor: 'Countersign', event: record.kind, detail: '' };
    const audit = chainEntry(facts.head, { ...happening, at: '2026-02-21T10:00:00.000Z' });
    facts.apply({ ...record, audit });
  }
  expect(endedStepOf(facts, 'a')).toEqual({ planId: 'PLAN-2026-001', stepId: 's5', text: null });
});

test('a request that has neither a call nor an end ended no step, nor did one that nobody knows', () => {
  const facts = new LedgerFacts();
  const prepared = {
    ...({ kind: 'completed', id: 'a', s: 's' } as const),
    ...{ plan: 'PLAN-2026-001', step: 's4' },
    step_text: 'Send it',
  };
  const happening = { actor: 'Countersign', event: 'completed', detail: '' };
  const audit = chainEntry(facts.head, { ...happening, at: '2026-02-21T10:00:00.000Z' });
  facts.apply({ ...prepared, audit });
  expect(endedStepOf(facts, 'a')).toBeNull();
  expect(endedStepOf(facts, 'nobody')).toBeNull();
});
