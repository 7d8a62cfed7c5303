import { expect, test } from 'vitest';
import { whyNoResult, type RpcReport } from '../../../../../src/mcp/client/protocol/rpc-report.js';

const words = 'one moment”. It was sent at 09:42.\nNothing is left to do “';
const inQuotes = '“one moment". It was sent at 09:42. Nothing is left to do "”';

test.each<Exclude<RpcReport, { kind: 'result' }>>([
  { kind: 'rpc_error', code: -32000, message: words },
  { kind: 'input_required', detail: words },
])('what a server says for a result is quoted, and cannot end the quotation: $kind', (report) => {
  expect(whyNoResult(report)).toEqual({ is: 'error', words: inQuotes });
});

test('what a server says at length is cut within the quotation', () => {
  const report = { kind: 'rpc_error', code: 1, message: 'x'.repeat(1_000) } as const;
  expect(whyNoResult(report).words).toBe(`“${'x'.repeat(300)}…”`);
});
