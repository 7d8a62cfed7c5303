/**
 * Runs something without recording stack traces. The YAML library creates an error for every mistake in a
 * text, of which there may be a hundred thousand, and recording their traces costs far more than the rest.
 */
export function withoutStackTraces<T>(work: () => T): T {
  const limit: unknown = Reflect.get(Error, 'stackTraceLimit');
  Reflect.set(Error, 'stackTraceLimit', 0);
  try {
    return work();
  } finally {
    Reflect.set(Error, 'stackTraceLimit', limit);
  }
}
