const isTrusted = getterOf(new Event('probe'), 'isTrusted');
const eventPhase = getterOf(Event.prototype, 'eventPhase');
const composedPath: (this: Event) => EventTarget[] = Reflect.get(Event.prototype, 'composedPath');

/**
 * Returns the elements that an event reaches, the innermost first; null if a script made the event, or the
 * event is not being dispatched now. The browser's own getters reject objects that only look like events.
 */
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
  // Without such a getter, no event is taken to be caused by a person.
  return get ?? (() => undefined);
}
