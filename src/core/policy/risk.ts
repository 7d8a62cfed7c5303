import type { ToolHints } from '../request/action/tool-hints.js';

/** The risks of a call: those that are known, the worst first, then `not_known`. */
export const risks = ['payment', 'may_delete', 'only_adds', 'only_reads', 'not_known'] as const;
export type Risk = (typeof risks)[number];

/** The words for each risk on screens. */
export const riskLabels: Readonly<Record<Risk, string>> = {
  payment: 'Moves money',
  may_delete: 'May delete or overwrite',
  only_adds: 'Adds only, says the server',
  only_reads: 'Only reads, says the server',
  not_known: 'Not known here',
};

/**
 * Returns the risk of a call. Where the server says nothing, the worse is assumed (docs/gate.md, *What an
 * answer means*). A payment is a payment whatever the server says.
 * @param hints what the server says about the tool; `undefined` if this device never saw the tool listed
 */
export function riskOf(actionType: string, hints: ToolHints | undefined): Risk {
  if (actionType === 'payment') return 'payment';
  if (hints === undefined) return 'not_known';
  if (hints.readOnlyHint === true) return 'only_reads';
  return hints.destructiveHint === false ? 'only_adds' : 'may_delete';
}
