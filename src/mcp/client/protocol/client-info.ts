import type { JsonObject } from '../../../core/json.js';
import { metaKeys } from '../../protocol/protocol-version.js';

/** Who we are, for servers. */
export const clientInfo = { name: 'countersign', version: '0.1.0' } as const;

/** We offer servers nothing: nobody is asked, sampled or shown to them. */
export const clientCapabilities = {} as const;

/** What each request says of us where nothing was said before. */
export function requestMeta(version: string): JsonObject {
  return {
    [metaKeys.version]: version,
    [metaKeys.clientInfo]: clientInfo,
    [metaKeys.clientCapabilities]: clientCapabilities,
  };
}
