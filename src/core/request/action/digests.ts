import { digestJson } from '../../digest.js';
import type { Json, JsonObject } from '../../json.js';
import type { BridgeTarget, ToolDefinition } from './tool-definition.js';

interface Reached {
  readonly bridge_digest: string;
  /** Vault path → SHA-256 of the file's bytes. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Digest of a tool as its server lists it: name, description, both schemas and annotations. A missing one
 * is `null`.
 */
export function toolDigest(tool: ToolDefinition): string {
  return digestJson({
    name: tool.name,
    description: tool.description ?? null,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema ?? null,
    annotations: tool.annotations ?? null,
  });
}

/**
 * Digest of the command or URL behind a bridge. Of environment variables, headers and secrets, it includes
 * the names but not the values.
 */
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

/**
 * True when a prepared call can reach only a practice server. An approval covers `bridge_digest`, so it is
 * invalid for any other server.
 */
export function isPractice(prepared: Pick<Reached, 'bridge_digest'> | null | undefined): boolean {
  return prepared?.bridge_digest === practiceDigest;
}

/**
 * Digest of what a call does. It is the same for all requests that send the same call and files to the same
 * server, even if their ids or steps differ.
 */
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

/**
 * Digest of a call under its bridge's name. Unlike `effectDigest`, it stays the same when the bridge's
 * command or an attached file changes.
 * @param files given only to find attempts that older versions recorded
 */
export function callDigest(
  { bridge, tool, arguments: args }: FoundCall,
  files: Readonly<Record<string, string>> = {},
): string {
  return digestJson({ bridge, tool, arguments: args, files });
}

/**
 * Returns the digests by which an earlier attempt of the same call is found, so that a person must confirm a
 * repetition.
 */
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

/**
 * Every text and every property name in a call's arguments, however nested. Some tools take a path as a
 * property name.
 */
export function textsAndNamesIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Array.isArray(value)
    ? value.flatMap(textsAndNamesIn)
    : Object.entries(value).flatMap(([name, item]) => [name, ...textsAndNamesIn(item)]);
}
