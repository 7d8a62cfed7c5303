import { expect, test } from 'vitest';
import type { AuditFileLines } from '../../../../src/core/audit/verify.js';
import { canonicalJson } from '../../../../src/core/digest.js';
import { attemptsInAudit, readInParts } from '../../../../src/engine/ledger/earlier-attempts.js';

test('many lines that say the same of a call are kept once, and tell the same [GATE-2]', async () => {
  const line = (seq: number, event: string, more: object) =>
    canonicalJson({
      ...{ actor: 'Countersign', at: '2026-02-21T10:00:00Z', detail: '', event, seq },
      ...{ hash: 'h', prev: `${seq}`, request_id: 'a', ...more },
    });
  const lines = Array.from({ length: 5_000 }, (_, at) => [
    line(at, 'intent', { effect: at % 2 === 0 ? 'e' : 'f' }),
    line(at, 'outcome', { outcome: 'executed' }),
  ]).flat();
  const file: AuditFileLines = { path: 'Logs/audit/d-bbbbbbbbbb-2026-02.jsonl', lines };
  let rests = 0;
  const [read] = await readInParts([file], () => Promise.resolve(void (rests += 1)));
  expect(rests).toBe(5);
  expect(read?.entries?.filter((entry) => entry !== null)).toHaveLength(3);
  const told = new Set(attemptsInAudit([file]).map((one) => JSON.stringify(one)));
  expect(attemptsInAudit(read ? [read] : []).map((one) => JSON.stringify(one))).toEqual([...told]);
});
