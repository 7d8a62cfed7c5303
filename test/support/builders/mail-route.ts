import type { Route } from '../../../src/core/settings/device-config.js';

/** The route by which mails go to the memory server; its only limit is what `changes` says. */
export function mailRoute(changes: Partial<Route> = {}): Route {
  return {
    actionType: 'email',
    bridge: 'email',
    tool: 'send_email',
    arguments: {},
    success: null,
    budgetPerHour: null,
    ...changes,
  };
}
