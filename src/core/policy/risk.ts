import type { ToolHints } from '../request/action/tool-hints.js';

/** The worst that a call may do, as far as that is known, the worst first. */
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
 * The risk of a call. For anything a server does not say, the worse is assumed (docs/gate.md, *What an
 * answer means*), and a payment stays a payment whatever it says.
 * @param hints `undefined` if this device never saw the tool listed
 */
export function riskOf(actionType: string, hints: ToolHints | undefined): Risk {
  if (actionType === 'payment') return 'payment';
  if (hints === undefined) return 'not_known';
  if (hints.readOnlyHint === true) return 'only_reads';
  return hints.destructiveHint === false ? 'only_adds' : 'may_delete';
}
