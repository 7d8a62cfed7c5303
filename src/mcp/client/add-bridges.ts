import type { BridgeConfig, DeviceConfig, Route } from '../../core/settings/device-config.js';
import { presetFor } from './presets.js';

/** Adds bridges and their usual routes. A new bridge replaces the one with its alias. */
export function addBridges(config: DeviceConfig, given: readonly BridgeConfig[]): DeviceConfig {
  const limits = new Map(config.bridges.map((one) => [one.alias, one.timeLimitSeconds]));
  const added = given.map((bridge) => {
    return { ...bridge, timeLimitSeconds: limits.get(bridge.alias) ?? bridge.timeLimitSeconds };
  });
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
 * Adds routes. An added route replaces the one with the same action type and bridge, and takes over
 * its limits.
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

export function formatKept(
  { bridges, routes }: DeviceConfig,
  { alias, timeLimitSeconds }: BridgeConfig,
): string {
  const limit = bridges.find((known) => known.alias === alias)?.timeLimitSeconds;
  const hasOwnLimits = routes.some(
    ({ bridge, budgetPerHour, arguments: template }) =>
      bridge === alias && (budgetPerHour !== null || Object.keys(template).length > 0),
  );
  const kept = [
    ...(limit === undefined || limit === timeLimitSeconds
      ? []
      : [`its time limit of ${limit} seconds`]),
    ...(hasOwnLimits ? ['its hourly limits and arguments'] : []),
  ];
  return kept.length === 0 ? '' : ` and keeps ${kept.join(', and ')}`;
}
