import type { JsonObject } from '../../../core/json.js';
import { metaKeys } from '../../protocol/protocol-version.js';

export const clientInfo = { name: 'countersign', version: '0.1.0' } as const;

/** Empty, because servers must neither question a person nor use a model. */
export const clientCapabilities = {} as const;

export function requestMeta(version: string): JsonObject {
  return {
    [metaKeys.version]: version,
    [metaKeys.clientInfo]: clientInfo,
    [metaKeys.clientCapabilities]: clientCapabilities,
  };
}
