import type { Json } from '../../json.js';
import { isToolName, type ToolDefinition } from '../../request/action/tool-definition.js';
import { maskedJson, secretMask } from '../../secret-mask.js';
import { secretsOf } from '../bridges/bridge-secrets.js';
import type { BridgeConfig } from '../device-config.js';
import type { AgentTool } from './agent-tools.js';

/**
 * The tools as agents may be told of them now: the secrets that this device has by now are hidden, also those that came
 * after a person offered the tool. None has a name that a call could not have.
 */
export function toldTools(
  tools: readonly AgentTool[],
  bridges: readonly BridgeConfig[],
): readonly AgentTool[] {
  const mask = secretMask(bridges.flatMap(secretsOf));
  return tools.flatMap((tool) => {
    const { name } = tool.shown;
    const shown = maskedJson(tool.shown as unknown as Json, mask) as unknown as ToolDefinition;
    return isToolName(name) && shown.name === name ? [{ ...tool, shown }] : [];
  });
}
