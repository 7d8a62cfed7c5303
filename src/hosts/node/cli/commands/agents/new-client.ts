import type { Result } from '../../../../../core/errors.js';
import {
  addAgent,
  agentToken,
  hashToken,
  tokenBytes,
  withAgentPort,
} from '../../../../../core/settings/agents/agent-clients.js';
import type { DeviceConfig } from '../../../../../core/settings/device-config.js';
import { isoSeconds } from '../../../../../core/time.js';

/** A client that can be added: its new token, and the settings with it. */
export interface NewClient {
  readonly token: string;
  /** Fails where it has a name that cannot be. CALL ONLY ON A PERSON'S WORD. */
  readonly withClient: (config: DeviceConfig) => Result<DeviceConfig>;
}

/** A client of this name, which is not added yet. */
export function newClient(name: string): NewClient {
  const token = agentToken(crypto.getRandomValues(new Uint8Array(tokenBytes)));
  const client = { name, tokenHash: hashToken(token), added: isoSeconds(Date.now()) };
  const random = Math.random();
  return { token, withClient: (config) => addAgent(withAgentPort(config, random), client) };
}
