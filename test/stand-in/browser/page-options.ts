import type { IndexDelay } from '../metadata/indexer.js';
import type { OutsideMoves } from '../vault/outside-changes.js';

/** What the page's address asks for. */
export interface PageOptions {
  /** Names the device: what it keeps, it finds again under the same name. */
  readonly device: string;
  readonly platform: 'desktop' | 'phone';
  readonly theme: 'light' | 'dark';
  readonly outsideMoves: OutsideMoves['order'];
  readonly indexDelay: IndexDelay;
  /** How wide the right side panel is, in pixels. */
  readonly width: number | null;
  /** The note to show when none is open. */
  readonly open: string | null;
}

const ORDERS = ['native', 'create-first', 'delete-first'] as const;

/** Reads the query of the page's address. Throws for a value that means nothing. */
export function readPageOptions(search: string): PageOptions {
  const query = new URLSearchParams(search);
  const oneOf = <T extends string>(key: string, values: readonly [T, ...T[]]): T => {
    const given = query.get(key);
    const value = given === null ? values[0] : values.find((it) => it === given);
    if (value === undefined) throw wrong(key, `one of ${values.join(', ')}`);
    return value;
  };
  const number = (key: string): number | null => {
    const given = query.get(key);
    if (given === null) return null;
    if (!/^\d+$/.test(given)) throw wrong(key, 'a whole number');
    return Number(given);
  };
  const named = query.get('indexDelay');
  return {
    device: query.get('device') ?? 'laptop',
    platform: oneOf('platform', ['desktop', 'phone']),
    theme: oneOf('theme', ['light', 'dark']),
    outsideMoves: oneOf('outsideMoves', ORDERS),
    indexDelay: named === 'never' || named === 'manual' ? named : (number('indexDelay') ?? 20),
    width: number('width'),
    open: query.get('open'),
  };
}

function wrong(key: string, wanted: string): Error {
  return new Error(`In the address, ${key} must be ${wanted}`);
}
