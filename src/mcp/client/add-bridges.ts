import type { BridgeConfig, DeviceConfig, Route } from '../../core/settings/device-config.js';
import { presetFor } from './presets.js';

/**
 * Returns the settings with bridges added. A bridge replaces the one with the same alias, and a known server
 * also gets its routes.
 */
export function addBridges(config: DeviceConfig, added: readonly BridgeConfig[]): DeviceConfig {
  const aliases = new Set(added.map(({ alias }) => alias));
  const routes = added.flatMap((bridge) =>
    presetFor(bridge).map((route): Route => ({ ...route, bridge: bridge.alias })),
  );
  return {
    ...config,
    bridges: [...config.bridges.filter(({ alias }) => !aliases.has(alias)), ...added],
    routes: mergeRoutes(config.routes, routes),
  };
}

/**
 * Returns the known routes with the added ones. An added route replaces the one with the same type and
 * bridge, but values that a person set stay: the hourly limit, the arguments and, for the same tool, the
 * check of its answers.
 */
export function mergeRoutes(known: readonly Route[], added: readonly Route[]): readonly Route[] {
  const key = ({ actionType, bridge }: Route): string => `${actionType} ${bridge}`;
  const before = new Map(known.map((route) => [key(route), route]));
  const replaced = new Set(added.map(key));
  const merged = added.map((route): Route => {
    const old = before.get(key(route));
    if (!old) return route;
    const { arguments: template, budgetPerHour } = old;
    const success = old.tool === route.tool ? (old.success ?? route.success) : route.success;
    return { ...route, arguments: template, budgetPerHour, success };
  });
  return [...known.filter((route) => !replaced.has(key(route))), ...merged];
}

/**
 * True when a person set an hourly limit or arguments for a server. These stay when the server is imported
 * again.
 */
export function hasOwnLimits({ routes }: DeviceConfig, alias: string): boolean {
  return routes.some(
    ({ bridge, budgetPerHour, arguments: template }) =>
      bridge === alias && (budgetPerHour !== null || Object.keys(template).length > 0),
  );
}
