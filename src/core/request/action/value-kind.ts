import type { Json } from '../../json.js';

export type ValueKind = 'text' | 'number' | 'true/false' | 'list' | 'object' | 'nothing';

export function kindOf(value: Json): ValueKind {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'true/false';
    default:
      return 'object';
  }
}
