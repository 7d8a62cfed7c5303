import type { Route } from '../device-config.js';

/** Calls per hour, for routes without a limit of their own. */
const defaults: ReadonlyMap<string, number> = new Map([
  ['email', 10],
  ['payment', 3],
  ['social_post', 10],
  ['api_call', 10],
]);
const strictest = 3;

/**
 * The limit of calls per hour for a tool, by the routes to exactly this tool, never by the type that a
 * request claims. Of several routes the strictest applies; without a route, the limit for payments.
 */
export function budgetPerHour(routes: readonly Route[], bridge: string, tool: string): number {
  const budgets = routes
    .filter((route) => route.bridge === bridge && route.tool === tool)
    .map((route) => route.budgetPerHour ?? defaults.get(route.actionType) ?? strictest);
  return budgets.length === 0 ? strictest : Math.min(...budgets);
}
