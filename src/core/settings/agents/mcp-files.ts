import type { DeviceConfig } from '../device-config.js';

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
  readonly isNew: boolean;
}

/** Used in place of a digest if the file is too large. */
export const tooLarge = 'too large';

/** Returns the files whose present content a person may not have seen. */
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

/** Returns the digests to record as seen, without files that are too large. */
export function seenOf(changes: readonly McpFileChange[]): McpFileDigests {
  return Object.fromEntries(
    changes.flatMap(({ path, digest }) => (digest === tooLarge ? [] : [[path, digest]])),
  );
}

/** Records which files a person has seen. CALL ONLY WHEN A PERSON ASKED FOR THIS. */
export function withSeenMcpFiles(config: DeviceConfig, seen: McpFileDigests): DeviceConfig {
  return { ...config, seenMcpFiles: { ...config.seenMcpFiles, ...seen } };
}
