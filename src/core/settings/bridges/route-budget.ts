import type { Route } from '../device-config.js';

const defaults: ReadonlyMap<string, number> = new Map([
  ['email', 10],
  ['payment', 3],
  ['social_post', 10],
  ['api_call', 10],
]);
const strictest = 3;

/** Returns the hourly limit of calls for a tool. The strictest of the tool's routes applies. */
export function budgetPerHour(routes: readonly Route[], bridge: string, tool: string): number {
  const budgets = routes
    .filter((route) => route.bridge === bridge && route.tool === tool)
    .map((route) => route.budgetPerHour ?? defaults.get(route.actionType) ?? strictest);
  return budgets.length === 0 ? strictest : Math.min(...budgets);
}
