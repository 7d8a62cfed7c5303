import { expect, test } from 'vitest';
import { riskOf } from '../../../../src/core/policy/risk.js';
import type { ToolHints } from '../../../../src/core/request/action/tool-hints.js';

test.each<[string, ToolHints | undefined, string]>([
  ['payment', { readOnlyHint: true }, 'payment'],
  ['payment', undefined, 'payment'],
  ['email', undefined, 'not_known'],
  ['email', {}, 'may_delete'],
  ['email', { openWorldHint: false }, 'may_delete'],
  ['email', { destructiveHint: true }, 'may_delete'],
  ['email', { destructiveHint: false }, 'only_adds'],
  ['email', { readOnlyHint: true, destructiveHint: true }, 'only_reads'],
  ['email', { readOnlyHint: false }, 'may_delete'],
])('the risk of %s by a tool that says %j is %s', (actionType, hints, risk) => {
  expect(riskOf({ actionType, tool: 'send' }, hints)).toBe(risk);
});

test.each([
  [' Payment ', 'send', 'payment'],
  ['email', 'pay_invoice', 'payment'],
  ['email', 'bank.sendPayment', 'payment'],
  ['api_call', 'createRefund2', 'payment'],
  ['email', 'build_payload', 'only_adds'],
])('a request of the type %j for the tool %s is seen as %s', (actionType, tool, risk) => {
  expect(riskOf({ actionType, tool }, { destructiveHint: false })).toBe(risk);
});
