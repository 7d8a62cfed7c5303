/** Runs `work` without stack traces. The YAML library creates many errors, so this saves time. */
export function withoutStackTraces<T>(work: () => T): T {
  const limit: unknown = Reflect.get(Error, 'stackTraceLimit');
  Reflect.set(Error, 'stackTraceLimit', 0);
  try {
    return work();
  } finally {
    Reflect.set(Error, 'stackTraceLimit', limit);
  }
}
