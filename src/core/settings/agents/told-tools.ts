import type { Json } from '../../json.js';
import { isToolName, type ToolDefinition } from '../../request/action/tool-definition.js';
import { maskedJson, secretMask } from '../../secret-mask.js';
import { secretsOf } from '../bridges/bridge-secrets.js';
import type { BridgeConfig } from '../device-config.js';
import { isCalledAlike, type AgentTool } from './agent-tools.js';

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
