import { expect, test } from 'vitest';
import type { CallReport } from '../../../src/core/request/outcome/call-report.js';
import { outcomeOf } from '../../../src/core/request/outcome/decide-outcome.js';
import { mutations } from '../../../tools/mutation/mutations.js';

const rows = new Set(mutations.flatMap(({ row }) => row ?? []));

/** Every kind of report; those with a code or status have rows of their own. */
const kinds = {
  result: ['result', 'isError', 'success', 'failure text', 'outputMismatch'],
  rpc_error: [
    'JSON-RPC -32601',
    'JSON-RPC -32602',
    'JSON-RPC -32603',
    'JSON-RPC -32022',
    'JSON-RPC -32020',
    'JSON-RPC 0',
  ],
  http_status: ['HTTP 500', 'HTTP 301', 'HTTP 400', 'HTTP 202', 'HTTP 200'],
  not_sent: ['not_sent'],
  lost: ['lost'],
  timeout: ['timeout'],
  cancelled: ['cancelled'],
  input_required: ['input_required'],
} satisfies Record<CallReport['kind'], readonly string[]>;

test('each kind of answer is read otherwise by a mutation', () => {
  const wanted = Object.values(kinds).flat();
  expect(wanted.filter((row) => !rows.has(row))).toEqual([]);
});

test('no error code counts as not executed', () => {
  const codes = Array.from({ length: 66_000 }, (_, at) => -33_000 + at).filter((code) => {
    const outcome = outcomeOf({ kind: 'rpc_error', code, message: '' }, null);
    return outcome.kind !== 'unknown';
  });
  expect(codes).toEqual([]);
});

test('each HTTP status that counts as not executed is taken out by a mutation', () => {
  const statuses = Array.from({ length: 1_000 }, (_, status) => status).filter((status) => {
    const outcome = outcomeOf({ kind: 'http_status', status, detail: '' }, null);
    return outcome.kind === 'not_executed';
  });
  expect(statuses).not.toEqual([]);
  expect(statuses.filter((status) => !rows.has(`HTTP ${status}`))).toEqual([]);
});
