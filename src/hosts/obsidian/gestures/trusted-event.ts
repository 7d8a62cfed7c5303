const isTrusted = getterOf(new Event('probe'), 'isTrusted');
const eventPhase = getterOf(Event.prototype, 'eventPhase');
const composedPath: (this: Event) => EventTarget[] = Reflect.get(Event.prototype, 'composedPath');

/**
 * The elements that an event made by a person's hand passes, the innermost first, while it is being
 * dispatched; `null` for any other. It asks the browser itself: an object that only looks like an
 * event has no answer. Pop-out windows have classes of their own, but their events answer too.
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
  // Where events cannot say so, none is a person's.
  return get ?? (() => undefined);
}
