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

/** In place of the digest of a file that nobody looks through. No person has seen such a file. */
export const tooLarge = 'too large';

/** What is otherwise than a person has seen it. A file that is gone adds no server. */
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

/** Names such a file. */
export function formatMcpFile({ path, digest, isNew }: McpFileChange): string {
  const how = digest === tooLarge ? 'too large to look through' : isNew ? 'new' : 'changed';
  return `${path} (${how})`;
}

/** What a person can have seen of these files, for the settings. */
export function seenOf(changes: readonly McpFileChange[]): McpFileDigests {
  return Object.fromEntries(
    changes.flatMap(({ path, digest }) => (digest === tooLarge ? [] : [[path, digest]])),
  );
}

/** The settings in which a person has seen files as they were. CALL ONLY ON A PERSON'S WORD. */
export function withSeenMcpFiles(config: DeviceConfig, seen: McpFileDigests): DeviceConfig {
  return { ...config, seenMcpFiles: { ...config.seenMcpFiles, ...seen } };
}
