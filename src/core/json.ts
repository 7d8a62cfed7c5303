/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Objects from outside are built without a prototype or checked for `__proto__`. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Why a text is no JSON, as `JSON.parse` says it, without what it quotes of the text. */
export function whyNotJson(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return why.replace(/, (?:\.{3})?"[^]*"(?:\.{3})? is not valid JSON$/u, '');
}

/** Whether a JSON value is an object (no array, no null). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
