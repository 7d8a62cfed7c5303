import type { DeviceConfig } from '../device-config.js';

/** From where in a vault agents take MCP servers when they work in it. */
export const mcpFiles = [
  '.mcp.json',
  '.cursor/mcp.json',
  '.gemini/settings.json',
  '.codex/config.toml',
  '.vscode/mcp.json',
] as const;

/** Such files by path: a digest of each that is there. */
export type McpFileDigests = Readonly<Record<string, string>>;

/** Such a file as no person has seen it yet. */
export interface McpFileChange {
  readonly path: string;
  readonly digest: string;
  /** There was none that a person has seen. */
  readonly isNew: boolean;
}

/** What is otherwise than a person has seen it. A file that is gone adds no server. */
export function changedMcpFiles(
  now: McpFileDigests,
  seen: McpFileDigests,
): readonly McpFileChange[] {
  return Object.entries(now).flatMap(([path, digest]) =>
    seen[path] === digest ? [] : [{ path, digest, isNew: seen[path] === undefined }],
  );
}

/** The settings in which a person has seen files as they were. CALL ONLY ON A PERSON'S WORD. */
export function withSeenMcpFiles(config: DeviceConfig, seen: McpFileDigests): DeviceConfig {
  return { ...config, seenMcpFiles: { ...config.seenMcpFiles, ...seen } };
}
