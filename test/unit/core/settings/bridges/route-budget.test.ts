import { expect, test } from 'vitest';
import { budgetPerHour } from '../../../../../src/core/settings/bridges/route-budget.js';
import type { Route } from '../../../../../src/core/settings/device-config.js';

function route(actionType: string, change: Partial<Route> = {}): Route {
  return {
    actionType,
    bridge: 'office',
    tool: 'run',
    arguments: {},
    success: null,
    budgetPerHour: null,
    ...change,
  };
}

test.each<[name: string, routes: Route[], budget: number]>([
  ['10 mails', [route('email')], 10],
  ['3 payments', [route('payment')], 3],
  ['10 posts', [route('social_post')], 10],
  ['10 calls of an API', [route('api_call')], 10],
  ['3 of another type', [route('other')], 3],
  ['3 of a type named like something every object has', [route('constructor')], 3],
  ['3 without a route', [], 3],
  [
    '3 when the routes lead elsewhere',
    [route('email', { tool: 'else' }), route('email', { bridge: 'else' })],
    3,
  ],
  ['what the route says', [route('email', { budgetPerHour: 25 })], 25],
  ['none when the route says 0', [route('email', { budgetPerHour: 0 })], 0],
  ['the strictest of several routes', [route('email', { budgetPerHour: 25 }), route('payment')], 3],
])('a tool may be called an hour: %s', (_name, routes, budget) => {
  expect(budgetPerHour(routes, 'office', 'run')).toBe(budget);
});
