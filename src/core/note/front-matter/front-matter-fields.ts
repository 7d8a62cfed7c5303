import type { Json } from '../../json.js';
import type { FrontMatterBlock } from './front-matter-block.js';

export type ScalarStyle = 'plain' | 'single' | 'double' | 'block' | 'collection';

export interface FieldRange {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly style: ScalarStyle;
  readonly source: string | null;
}

export interface FrontMatter extends FrontMatterBlock {
  /** Dates are strings. */
  readonly fields: ReadonlyMap<string, Json>;
  readonly ranges: ReadonlyMap<string, FieldRange>;
  /** True when the whole front matter is one mapping in braces. */
  readonly braces: boolean;
}

/** Returns a property as text. Null if it has no value. */
export function textField(frontMatter: FrontMatter, key: string): string | null {
  const value = frontMatter.fields.get(key);
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return null;
  return frontMatter.ranges.get(key)?.source ?? null;
}
