import type { Json } from '../../json.js';
import { isToolName, type ToolDefinition } from '../../request/action/tool-definition.js';
import { maskedJson, secretMask } from '../../secret-mask.js';
import { secretsOf } from '../bridges/bridge-secrets.js';
import type { BridgeConfig } from '../device-config.js';
import { isCalledAlike, type AgentTool } from './agent-tools.js';

/**
 * The tools as agents may be told of them now: the secrets that this device has by now are hidden, also those that came
 * after a person offered the tool. None is among them that could not be called as it is told.
 */
export function toldTools(
  tools: readonly AgentTool[],
  bridges: readonly BridgeConfig[],
): readonly AgentTool[] {
  const mask = secretMask(bridges.flatMap(secretsOf));
  return tools.flatMap((tool) => {
    const shown = maskedJson(tool.shown as unknown as Json, mask) as unknown as ToolDefinition;
    return isToolName(shown.name) && isCalledAlike(tool.shown, shown) ? [{ ...tool, shown }] : [];
  });
}
