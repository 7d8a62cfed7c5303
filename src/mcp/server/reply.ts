import type { JsonObject } from '../../core/json.js';
import type { ToolAnswer } from './server-features.js';

export interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject;
  readonly status?: number;
}

export type Outcome =
  | {
      readonly result: JsonObject;
      readonly refusal?: never;
      readonly onTold?: ToolAnswer['onTold'];
    }
  | { readonly refusal: Refusal; readonly result?: never };

export function refuse(
  code: number,
  message: string,
  more: Pick<Refusal, 'data' | 'status'> = {},
): { readonly refusal: Refusal } {
  return { refusal: { code, message, ...more } };
}
