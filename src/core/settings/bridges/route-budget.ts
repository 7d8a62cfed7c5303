import type { Route } from '../device-config.js';

/** Intents per hour of a type without a route's own budget (facts of the field: 10 mails, 3 payments). */
const defaults: ReadonlyMap<string, number> = new Map([
  ['email', 10],
  ['payment', 3],
  ['social_post', 10],
  ['api_call', 10],
]);
const strictest = 3;

/**
 * Intents per hour for a tool. It is found by the routes to this very tool, never by what a request
 * calls itself; several routes: the strictest; none: as strict as a payment.
 */
export function budgetPerHour(routes: readonly Route[], bridge: string, tool: string): number {
  const budgets = routes
    .filter((route) => route.bridge === bridge && route.tool === tool)
    .map((route) => route.budgetPerHour ?? defaults.get(route.actionType) ?? strictest);
  return budgets.length === 0 ? strictest : Math.min(...budgets);
}
