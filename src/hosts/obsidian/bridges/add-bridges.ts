import type { BridgeConfig, DeviceConfig, Route } from '../../../core/settings/device-config.js';
import { presetFor } from '../../../mcp/client/presets.js';
import { practiceAlias } from '../onboarding/practice-mission.js';

/** The bridge that anyone can practise with. */
export const practiceBridge: BridgeConfig = {
  alias: practiceAlias,
  transport: 'practice',
  timeLimitSeconds: 30,
};

/** The settings with a practice bridge, and its name: one that is there stays, and none of another kind is replaced. */
export function withPracticeBridge(config: DeviceConfig): {
  readonly config: DeviceConfig;
  readonly alias: string;
} {
  const there = config.bridges.filter(({ transport }) => transport === 'practice');
  const [first] = there;
  if (first) {
    const { alias } = there.find((bridge) => bridge.alias === practiceAlias) ?? first;
    return { config, alias };
  }
  const taken = new Set(config.bridges.map(({ alias }) => alias));
  let alias = practiceAlias;
  for (let number = 2; taken.has(alias); number += 1) alias = `${practiceAlias}-${number}`;
  return { config: addBridges(config, [{ ...practiceBridge, alias }]), alias };
}

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
