import { expect, test } from 'vitest';
import type { LedgerRecord } from '../../../../src/core/ledger/ledger-record.js';
import { practiceDigest } from '../../../../src/core/request/action/digests.js';
import { KnownRecipients } from '../../../../src/engine/ledger/known-recipients.js';
import { createWorld, moveToApproved, upToRequest } from '../../../support/engine/world.js';

test('somebody is known to whom a call was executed; a practice call, another outcome, or a text that names them is not enough [LOOP-6]', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const path = await upToRequest(world, engine, {
    arguments: { to: 'Client_A@example.com', subject: 'Hi', text: 'Ask bob@example.com.' },
  });
  await moveToApproved(world, engine, path);
  const records = world.records();
  const knownOf = (change: (record: LedgerRecord) => LedgerRecord) => {
    const known = new KnownRecipients();
    for (const record of records) known.apply(change(record));
    return ['client_a@example.com', 'bob@example.com'].filter(known.has);
  };
  expect(knownOf((record) => record)).toEqual(['client_a@example.com']);
  expect(
    knownOf((record) => (record.kind === 'outcome' ? { ...record, outcome: 'unknown' } : record)),
  ).toEqual([]);
  const bridge_digest = practiceDigest;
  expect(
    knownOf((record) => (record.kind === 'intent' ? { ...record, bridge_digest } : record)),
  ).toEqual([]);
});
