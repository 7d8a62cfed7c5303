import type { ToolHints } from '../request/action/tool-hints.js';
import { speaksOfPayment } from './external-action.js';

/** The risks of a call, worst first. `not_known` comes last. */
export const risks = ['payment', 'may_delete', 'only_adds', 'only_reads', 'not_known'] as const;
export type Risk = (typeof risks)[number];

export const riskLabels: Readonly<Record<Risk, string>> = {
  payment: 'May move money',
  may_delete: 'May delete or overwrite',
  only_adds: 'Adds only, says the server',
  only_reads: 'Only reads, says the server',
  not_known: 'Not known here',
};

interface NamedCall {
  readonly actionType: string;
  readonly tool: string;
}

/**
 * Returns what shows that a call is a payment: the request's type or the tool's name. Null if
 * neither does.
 */
export function paymentSign({ actionType, tool }: NamedCall): 'type' | 'name' | null {
  if (actionType.trim().toLowerCase() === 'payment') return 'type';
  const words = tool.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/\P{L}+/gu, ' ');
  return speaksOfPayment(words) ? 'name' : null;
}

/** Returns the risk of a call. Nobody checks whether the server's hints are true. */
export function riskOf(call: NamedCall, hints: ToolHints | undefined): Risk {
  if (paymentSign(call) !== null) return 'payment';
  if (hints === undefined) return 'not_known';
  if (hints.readOnlyHint === true) return 'only_reads';
  return hints.destructiveHint === false ? 'only_adds' : 'may_delete';
}
