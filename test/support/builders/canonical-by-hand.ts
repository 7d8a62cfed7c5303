import { createHash } from 'node:crypto';
import type { Json } from '../../../src/core/json.js';

/** RFC 8785 written a second time, to check the one that ships. */
export function canonicalByHand(value: Json): string {
  if (Array.isArray(value))
    return `[${value.map((item: Json) => canonicalByHand(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]: [string, Json]) => `${JSON.stringify(key)}:${canonicalByHand(item)}`);
  return `{${members.join(',')}}`;
}

/** SHA-256 by Node, not by the library that ships. */
export function sha256ByNode(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
