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

export interface NewClient {
  readonly token: string;
  /** Returns settings with this client. CALL ONLY IF A PERSON AGREED. */
  readonly withClient: (config: DeviceConfig) => Result<DeviceConfig>;
}

/** Makes a client with a new token. Does not add it to the settings. */
export function newClient(name: string): NewClient {
  const token = agentToken(crypto.getRandomValues(new Uint8Array(tokenBytes)));
  const client = { name, tokenHash: hashToken(token), added: isoSeconds(Date.now()) };
  const random = Math.random();
  return { token, withClient: (config) => addAgent(withAgentPort(config, random), client) };
}
