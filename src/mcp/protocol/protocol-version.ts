export const newestVersion = '2026-07-28';

/** The versions of MCP with `initialize`, newest first. */
export const olderVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/**
 * Which rules of MCP apply. In `legacy`, a connection begins with `initialize`. In `modern`, each
 * request names its version.
 */
export type Era = 'legacy' | 'modern';

/** Returns the era of a version. Versions are dates, so they can be compared as texts. */
export function eraOf(version: string): Era {
  return version >= newestVersion ? 'modern' : 'legacy';
}

/** Keys of `_meta` from MCP 2026-07-28 on ("Per-request protocol fields"). */
export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const;
