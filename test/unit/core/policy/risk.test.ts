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
  expect(riskOf(actionType, hints)).toBe(risk);
});
