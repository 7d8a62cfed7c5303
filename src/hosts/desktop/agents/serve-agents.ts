import { fail, ok, type Result } from '../../../core/errors.js';
import { withAgentPort, type AgentClient } from '../../../core/settings/agents/agent-clients.js';
import { settingsGone } from '../../../core/settings/device-config.js';
import { clientInfo } from '../../../mcp/client/protocol/client-info.js';
import { AgentFeatures, type AgentEngine } from '../../../mcp/server/tools/agent-features.js';
import type { DeviceState } from '../../../ports/device-state.js';
import {
  startAgentEndpoint,
  type AgentEndpoint,
  type AgentEndpointOptions,
} from './agent-endpoint.js';
import { agentSocketPath } from './agent-socket.js';

export interface ServeOptions {
  readonly engine: AgentEngine;
  readonly state: DeviceState;
  readonly folder: string;
  readonly clients: () => readonly AgentClient[] | null;
  readonly onSeen?: (name: string, atMs: number) => void;
  readonly onChange?: AgentEndpointOptions['onChange'];
}

export async function serveAgents(options: ServeOptions): Promise<Result<AgentEndpoint>> {
  const { engine, state, folder, clients, onSeen = () => undefined, onChange } = options;
  const saved = await state.change((found) =>
    found ? ok(withAgentPort(found, Math.random())) : { ok: false, error: settingsGone() },
  );
  if (!saved.ok) return saved;
  const { agentPort: port } = saved.value;
  if (port === undefined) return noPort;
  const features = new AgentFeatures(engine);
  const endpoint = await startAgentEndpoint({
    ...{
      port,
      clients,
      onSeen,
      onChange,
      socketPath: agentSocketPath(folder),
      version: clientInfo.version,
    },
    featuresFor: (client, whyGone) => features.of(client, whyGone),
  });
  return ok(endpoint);
}

const noPort = fail('device_state_invalid', 'No port for agents was saved.', 'Try again.');
