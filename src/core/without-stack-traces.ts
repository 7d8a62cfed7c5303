/** Runs `work` without recording stack traces, because the YAML library creates many errors. */
export function withoutStackTraces<T>(work: () => T): T {
  const limit: unknown = Reflect.get(Error, 'stackTraceLimit');
  Reflect.set(Error, 'stackTraceLimit', 0);
  try {
    return work();
  } finally {
    Reflect.set(Error, 'stackTraceLimit', limit);
  }
}
