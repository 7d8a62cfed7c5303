import { digestJson } from '../../digest.js';
import type { Json, JsonObject } from '../../json.js';
import type { BridgeTarget, ToolDefinition } from './tool-definition.js';

interface Reached {
  readonly bridge_digest: string;
  readonly files: Readonly<Record<string, string>>;
}

export function toolDigest(tool: ToolDefinition): string {
  return digestJson({
    name: tool.name,
    description: tool.description ?? null,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema ?? null,
    annotations: tool.annotations ?? null,
    ...(tool.onlyAsTask && { onlyAsTask: true }),
  });
}

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

export const practiceDigest = bridgeDigest({ transport: 'practice', names: [] });

/** True when a prepared call can reach only a practice server. */
export function isPractice(prepared: Pick<Reached, 'bridge_digest'> | null | undefined): boolean {
  return prepared?.bridge_digest === practiceDigest;
}

/** Returns the digest of a call's server, tool, arguments and files. */
export function effectDigest(
  effect: Reached & { readonly tool: string; readonly arguments: JsonObject },
): string {
  return digestJson({
    bridge_digest: effect.bridge_digest,
    tool: effect.tool,
    arguments: effect.arguments,
    files: effect.files,
  });
}

interface FoundCall {
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Returns a digest of a call. It stays the same when the server's command changes. */
export function callDigest(
  { bridge, tool, arguments: args }: FoundCall,
  files: Readonly<Record<string, string>> = {},
): string {
  return digestJson({ bridge, tool, arguments: args, files });
}

/** Returns the digests by which earlier attempts of the same call are found. */
export function effectsOf(
  call: FoundCall,
  { bridge_digest, files }: Reached,
): readonly [effect: string, call: string, olderCall: string] {
  const { tool, arguments: args } = call;
  const effect = effectDigest({ bridge_digest, tool, arguments: args, files });
  return [effect, callDigest(call), callDigest(call, files)];
}

export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap((item: Json) =>
    textsIn(item),
  );
}

/** Returns all texts and property names in a value, however deeply nested. */
export function textsAndNamesIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Array.isArray(value)
    ? value.flatMap(textsAndNamesIn)
    : Object.entries(value).flatMap(([name, item]) => [name, ...textsAndNamesIn(item)]);
}
