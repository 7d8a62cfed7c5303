import { digestJson } from '../../digest.js';
import type { Json, JsonObject } from '../../json.js';
import type { BridgeTarget, ToolDefinition } from './tool-definition.js';

/** The server that a prepared call reaches, and its attached files. */
interface Reached {
  readonly bridge_digest: string;
  /** Vault path → SHA-256 of the file's bytes. */
  readonly files: Readonly<Record<string, string>>;
}

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

/** Digest of what a bridge really reaches. Of the environment, headers and secrets, only the names are included. */
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

/** The digest of every practice bridge, whatever its name. */
export const practiceDigest = bridgeDigest({ transport: 'practice', names: [] });

/**
 * Whether a prepared call can reach only a practice server. The approval names this digest, so it cannot be
 * used for any other server.
 */
export function isPractice(prepared: Pick<Reached, 'bridge_digest'> | null | undefined): boolean {
  return prepared?.bridge_digest === practiceDigest;
}

/** Digest of an effect, which finds the same effect under another id or step. */
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

/** The parts of a call by which it is found again. */
interface FoundCall {
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/**
 * Digest of a call by its bridge's name. It stays the same if the bridge is started in another way later,
 * or an attached file is saved again.
 * @param files only for records of older versions
 */
export function callDigest(
  { bridge, tool, arguments: args }: FoundCall,
  files: Readonly<Record<string, string>> = {},
): string {
  return digestJson({ bridge, tool, arguments: args, files });
}

/**
 * The digests under which earlier attempts of a call are found; a match on any of them asks the person. New
 * attempts have the first two.
 */
export function effectsOf(
  call: FoundCall,
  { bridge_digest, files }: Reached,
): readonly [effect: string, call: string, olderCall: string] {
  const { tool, arguments: args } = call;
  const effect = effectDigest({ bridge_digest, tool, arguments: args, files });
  return [effect, callDigest(call), callDigest(call, files)];
}

/** Every text in a call's arguments, however nested, in order. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap((item: Json) =>
    textsIn(item),
  );
}

/** The same with property names, because some tools take a path as a name. */
export function textsAndNamesIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Array.isArray(value)
    ? value.flatMap(textsAndNamesIn)
    : Object.entries(value).flatMap(([name, item]) => [name, ...textsAndNamesIn(item)]);
}
