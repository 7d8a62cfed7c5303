/**
 * Does something without recording where its errors were made. The YAML library makes one for every mistake in a
 * text, which may be a hundred thousand; to record where costs far more than the rest.
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
