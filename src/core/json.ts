/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Objects from outside are built without a prototype or checked for `__proto__`. */
export interface JsonObject {
  readonly [key: string]: Json;
}
