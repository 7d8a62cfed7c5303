import type { ToolHints } from '../request/action/tool-hints.js';

/** What a call may do at worst, as far as that is known; the first are the worst. */
export const risks = ['payment', 'may_delete', 'only_adds', 'only_reads', 'not_known'] as const;
export type Risk = (typeof risks)[number];

/** A risk in a few words. */
export const riskLabels: Readonly<Record<Risk, string>> = {
  payment: 'Moves money',
  may_delete: 'May delete or overwrite',
  only_adds: 'Adds only, says the server',
  only_reads: 'Only reads, says the server',
  not_known: 'Not known here',
};

/**
 * The risk of a call. What a server does not say counts as the worse
 * (docs/gate.md#what-an-answer-means), and nothing that it says makes less of a payment.
 * @param hints `undefined`: this device never saw the tool listed
 */
export function riskOf(actionType: string, hints: ToolHints | undefined): Risk {
  if (actionType === 'payment') return 'payment';
  if (hints === undefined) return 'not_known';
  if (hints.readOnlyHint === true) return 'only_reads';
  return hints.destructiveHint === false ? 'only_adds' : 'may_delete';
}
