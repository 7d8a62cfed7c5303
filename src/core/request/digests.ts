import { digestJson } from '../digest.js';
import type { Json, JsonObject } from '../json.js';
import type { BridgeTarget, ToolDefinition } from './tool-definition.js';

/** Digest of a tool as listed: `{name, description, inputSchema, outputSchema, annotations}`, absent = null. */
export function toolDigest(tool: ToolDefinition): string {
  return digestJson({
    name: tool.name,
    description: tool.description ?? null,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema ?? null,
    annotations: tool.annotations ?? null,
  });
}

/** Digest of what a bridge really reaches; of environment, headers and secrets only the names. */
export function bridgeDigest(target: BridgeTarget): string {
  const { transport, names } = target;
  switch (transport) {
    case 'stdio':
      return digestJson({ transport, command: target.command, args: target.args, names });
    case 'http':
      return digestJson({ transport, url: target.url, names });
    case 'practice':
      return digestJson({ transport, names });
  }
}

/** Digest of an effect, by which the same effect is found again under another id or step. */
export function effectDigest(effect: {
  readonly bridge_digest: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly files: Readonly<Record<string, string>>;
}): string {
  return digestJson({
    bridge_digest: effect.bridge_digest,
    tool: effect.tool,
    arguments: effect.arguments,
    files: effect.files,
  });
}

/** Every text among a call's arguments, however nested, in order. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap((item: Json) =>
    textsIn(item),
  );
}
