import { digestJson } from '../../digest.js';
import type { Json, JsonObject } from '../../json.js';
import type { BridgeTarget, ToolDefinition } from './tool-definition.js';

/** Which server a prepared call reaches, and with which files. */
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

/** What every practice bridge reaches, whatever its name. */
export const practiceDigest = bridgeDigest({ transport: 'practice', names: [] });

/**
 * Whether a prepared call can reach nothing but a practice server. What is approved names this digest, so nothing else
 * is called by that approval, whoever wrote it.
 */
export function isPractice(prepared: Pick<Reached, 'bridge_digest'> | null | undefined): boolean {
  return prepared?.bridge_digest === practiceDigest;
}

/** Digest of an effect, by which the same effect is found again under another id or step. */
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

/** A call as it is found again. */
interface FoundCall {
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/**
 * Digest of a call by its bridge's name: the effect stays the same where the bridge is started otherwise by now, or an
 * attached file was saved again.
 *
 * @param files only as older records had it
 */
export function callDigest(
  { bridge, tool, arguments: args }: FoundCall,
  files: Readonly<Record<string, string>> = {},
): string {
  return digestJson({ bridge, tool, arguments: args, files });
}

/** The digests under which the attempts of a call are looked for: each asks. New attempts have the first two. */
export function effectsOf(
  call: FoundCall,
  { bridge_digest, files }: Reached,
): readonly [effect: string, call: string, olderCall: string] {
  const { tool, arguments: args } = call;
  const effect = effectDigest({ bridge_digest, tool, arguments: args, files });
  return [effect, callDigest(call), callDigest(call, files)];
}

/** Every text among a call's arguments, however nested, in order. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap((item: Json) =>
    textsIn(item),
  );
}

/** The same, with the names of its properties: some tools take a path as a name. */
export function textsAndNamesIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Array.isArray(value)
    ? value.flatMap(textsAndNamesIn)
    : Object.entries(value).flatMap(([name, item]) => [name, ...textsAndNamesIn(item)]);
}
