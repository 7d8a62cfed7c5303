const isTrusted = getterOf(new Event('probe'), 'isTrusted');
const eventPhase = getterOf(Event.prototype, 'eventPhase');
const composedPath: (this: Event) => EventTarget[] = Reflect.get(Event.prototype, 'composedPath');

/** Returns the path of a trusted event that is being handled now, or `null`. */
export function pathOfTrustedEvent(event: Event): readonly EventTarget[] | null {
  try {
    const happensNow = isTrusted.call(event) === true && eventPhase.call(event) !== 0;
    return happensNow ? composedPath.call(event) : null;
  } catch {
    return null;
  }
}

function getterOf(object: object, name: string): () => unknown {
  const { get } = (Object.getOwnPropertyDescriptor(object, name) ?? {}) as { get?: () => unknown };
  return get ?? (() => undefined);
}
