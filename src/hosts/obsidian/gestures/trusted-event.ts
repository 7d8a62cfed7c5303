const isTrusted = getterOf(new Event('probe'), 'isTrusted');
const eventPhase = getterOf(Event.prototype, 'eventPhase');
const composedPath: (this: Event) => EventTarget[] = Reflect.get(Event.prototype, 'composedPath');

/**
 * The path of an event that a person caused, the innermost element first, while it is being dispatched;
 * `null` for any other. Uses the browser's own getters, which reject objects that only look like events and
 * work for events of pop-out windows too.
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
  // If events cannot say so, none is treated as a person's.
  return get ?? (() => undefined);
}
