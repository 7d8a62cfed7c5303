import type { DeviceConfig } from '../device-config.js';

/** Files from which agents load MCP servers when they work in a vault. */
export const mcpFiles = [
  '.mcp.json',
  '.cursor/mcp.json',
  '.gemini/settings.json',
  '.codex/config.toml',
  '.vscode/mcp.json',
] as const;

export type McpFileDigests = Readonly<Record<string, string>>;

export interface McpFileChange {
  readonly path: string;
  readonly digest: string;
  /** True when a person has seen no version of the file. */
  readonly isNew: boolean;
}

/** In place of the digest of a file that is too large to read, which a person cannot have seen. */
export const tooLarge = 'too large';

/** The files that differ from what a person has seen. A deleted file adds no server, so it is ignored. */
export function changedMcpFiles(
  now: McpFileDigests,
  seen: McpFileDigests,
): readonly McpFileChange[] {
  return Object.entries(now).flatMap(([path, digest]) =>
    seen[path] === digest && digest !== tooLarge
      ? []
      : [{ path, digest, isNew: seen[path] === undefined }],
  );
}

export function formatMcpFile({ path, digest, isNew }: McpFileChange): string {
  const how = digest === tooLarge ? 'too large to look through' : isNew ? 'new' : 'changed';
  return `${path} (${how})`;
}

/**
 * The digests of changed files to record as seen, without files that are too large for a person to look
 * through.
 */
export function seenOf(changes: readonly McpFileChange[]): McpFileDigests {
  return Object.fromEntries(
    changes.flatMap(({ path, digest }) => (digest === tooLarge ? [] : [[path, digest]])),
  );
}

/** The settings that record which versions of the files a person has seen. CALL ONLY ON A PERSON'S WORD. */
export function withSeenMcpFiles(config: DeviceConfig, seen: McpFileDigests): DeviceConfig {
  return { ...config, seenMcpFiles: { ...config.seenMcpFiles, ...seen } };
}
