import type { JsonObject } from '../../../core/json.js';
import { metaKeys } from '../../protocol/protocol-version.js';

/** How this client names itself to servers. */
export const clientInfo = { name: 'countersign', version: '0.1.0' } as const;

/** No capabilities: a server can neither question a person, nor use a model, nor read roots. */
export const clientCapabilities = {} as const;

/** The fields in which each request identifies this client when there was no handshake. */
export function requestMeta(version: string): JsonObject {
  return {
    [metaKeys.version]: version,
    [metaKeys.clientInfo]: clientInfo,
    [metaKeys.clientCapabilities]: clientCapabilities,
  };
}
