import type { BridgeConfig, DeviceConfig, Route } from '../../core/settings/device-config.js';
import { presetFor } from '../../mcp/client/presets.js';
import { practiceAlias } from './practice-mission.js';

/** The bridge that anyone can practise with. */
export const practiceBridge: BridgeConfig = {
  alias: practiceAlias,
  transport: 'practice',
  timeLimitSeconds: 30,
};

/** The settings with more bridges: one takes the place of another with its alias; presets bring their routes. */
export function addBridges(config: DeviceConfig, added: readonly BridgeConfig[]): DeviceConfig {
  const aliases = new Set(added.map(({ alias }) => alias));
  const routes = added.flatMap((bridge) =>
    presetFor(bridge).map((route): Route => ({ ...route, bridge: bridge.alias })),
  );
  const isReplaced = (route: Route): boolean =>
    routes.some(
      ({ actionType, bridge }) => actionType === route.actionType && bridge === route.bridge,
    );
  return {
    ...config,
    bridges: [...config.bridges.filter(({ alias }) => !aliases.has(alias)), ...added],
    routes: [...config.routes.filter((route) => !isReplaced(route)), ...routes],
  };
}
