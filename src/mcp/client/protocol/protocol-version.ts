import type { JsonObject } from '../../../core/json.js';

/** The first version without `initialize` and sessions, and the newest that is known here. */
export const newestVersion = '2026-07-28';

/** The versions with `initialize`, newest first; all of them are spoken the same way here. */
export const olderVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** Which rules hold: those with `initialize`, or those where each request says its version. */
export type Era = 'legacy' | 'modern';

/** Versions are dates, so that they can be compared as texts. */
export function eraOf(version: string): Era {
  return version >= newestVersion ? 'modern' : 'legacy';
}

/** Who we are, for servers. */
export const clientInfo = { name: 'countersign', version: '0.1.0' } as const;

/** We offer servers nothing: nobody is asked, sampled or shown to them. */
export const clientCapabilities = {} as const;

/** Key of the version in a request's `_meta` (MCP 2026-07-28, "Per-request metadata"). */
export const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** What each request says of us where nothing was said before. */
export function requestMeta(version: string): JsonObject {
  return {
    [versionKey]: version,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
  };
}
