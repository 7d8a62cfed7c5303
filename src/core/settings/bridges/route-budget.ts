import type { Route } from '../device-config.js';

/** Default intents per hour by type, for routes without a budget (10 emails, 3 payments). */
const defaults: ReadonlyMap<string, number> = new Map([
  ['email', 10],
  ['payment', 3],
  ['social_post', 10],
  ['api_call', 10],
]);
const strictest = 3;

/**
 * Intents per hour for a tool. Uses the routes to exactly this tool, never the type that a request claims:
 * of several routes, the strictest; without a route, the limit for payments.
 */
export function budgetPerHour(routes: readonly Route[], bridge: string, tool: string): number {
  const budgets = routes
    .filter((route) => route.bridge === bridge && route.tool === tool)
    .map((route) => route.budgetPerHour ?? defaults.get(route.actionType) ?? strictest);
  return budgets.length === 0 ? strictest : Math.min(...budgets);
}
