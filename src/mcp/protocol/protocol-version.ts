/** The first version without `initialize` and sessions, and the newest that is known here. */
export const newestVersion = '2026-07-28';

/** The versions with `initialize`, newest first; this code treats all of them the same way. */
export const olderVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** The rules that apply: `initialize` once, or the version in each request. */
export type Era = 'legacy' | 'modern';

/** Versions are dates, so they can be compared as texts. */
export function eraOf(version: string): Era {
  return version >= newestVersion ? 'modern' : 'legacy';
}

/** Keys of `_meta` from 2026-07-28 on ("Per-request protocol fields"). */
export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const;
