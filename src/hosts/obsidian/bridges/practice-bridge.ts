import type { BridgeConfig, DeviceConfig } from '../../../core/settings/device-config.js';
import { addBridges } from '../../../mcp/client/add-bridges.js';
import { practiceAlias } from '../onboarding/practice-mission.js';

/** The practice server, whose tools only write notes. */
export const practiceBridge: BridgeConfig = {
  alias: practiceAlias,
  transport: 'practice',
  timeLimitSeconds: 30,
};

/** Adds a practice server if there is none. Returns the settings and the server's alias. */
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
