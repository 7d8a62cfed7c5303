import { fail, ok, type Result } from '../../errors.js';
import { budgetPerHour } from './route-budget.js';
import type { DeviceConfig, Route } from '../device-config.js';

export const actionTypes: Readonly<Record<string, string>> = {
  email: 'Email',
  payment: 'Payment',
  social_post: 'Post',
  api_call: 'API call',
  other: 'Something else',
};

const mostPerHour = 100_000;

/**
 * Says what is wrong with a tool's name. Null if nothing is.
 * @param known null if the tools of the server are not known
 */
export function toolProblem(tool: string, known: readonly string[] | null): string | null {
  if (tool.trim() === '') return 'Choose a tool of the server.';
  if (known === null || known.includes(tool)) return null;
  if (known.length === 0) return 'The server has no tools.';
  const few = known.slice(0, 8).join(', ');
  return `The server has no tool “${tool}”. It has: ${few}${known.length > 8 ? ', …' : '.'}`;
}

export function successProblem(pattern: string): string | null {
  try {
    new RegExp(pattern, 'u');
    return null;
  } catch (error) {
    const cause = error instanceof Error ? error.message.replace(/^.*\/u?: /u, '') : String(error);
    return `Not a valid regular expression: ${cause}. Correct it, or leave it empty.`;
  }
}

export function budgetProblem(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || (/^\d+$/u.test(typed) && Number(typed) <= mostPerHour)) return null;
  return `Type a whole number from 0 to ${mostPerHour}, or leave it empty.`;
}

export function readBudget(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim());
}

export function usualBudget(actionType: string): number {
  const route = { actionType, bridge: '', tool: '', arguments: {}, success: null };
  return budgetPerHour([{ ...route, budgetPerHour: null }], '', '');
}

export interface RouteConflict {
  readonly field: 'actionType' | 'success';
  readonly text: string;
}

export function routeConflict(route: Route, others: readonly Route[]): RouteConflict | null {
  const isSameType = ({ actionType, bridge }: Route): boolean =>
    actionType === route.actionType && bridge === route.bridge;
  if (others.some(isSameType)) {
    return {
      field: 'actionType',
      text: `A route of this type to “${route.bridge}” already exists. Edit that one.`,
    };
  }
  const isOtherwise = ({ bridge, tool, success }: Route): boolean =>
    bridge === route.bridge && tool === route.tool && success !== route.success;
  return others.some(isOtherwise)
    ? {
        field: 'success',
        text: `Another route to ${route.tool} has another pattern, and a tool has only one. Use the same one.`,
      }
    : null;
}

/**
 * Replaces a route in the configuration. Null for `before` adds a route, null for `after` removes
 * one.
 */
export function replaceRoute(
  config: DeviceConfig,
  before: Route | null,
  after: Route | null,
): Result<DeviceConfig> {
  const { routes } = config;
  const at = routes.findIndex((route) => JSON.stringify(route) === JSON.stringify(before));
  if (before !== null && at < 0) {
    return fail(
      'settings_invalid',
      'This route was changed meanwhile.',
      'Not saved. Close this and look at it again.',
    );
  }
  const others = routes.filter((_, index) => index !== at);
  const conflict = after && routeConflict(after, others);
  if (conflict) return fail('settings_invalid', conflict.text, 'Not saved.');
  if (after === null) return ok({ ...config, routes: others });
  const replaced =
    before === null ? [...routes, after] : routes.map((one, index) => (index === at ? after : one));
  return ok({ ...config, routes: replaced });
}
