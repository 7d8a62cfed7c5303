/** What plugins do to an element that they were handed, without looking at what came of it. */
const harmless = [
  'addClass',
  'addEventListener',
  'appendChild',
  'detach',
  'empty',
  'remove',
  'removeClass',
  'removeEventListener',
  'setAttr',
  'setAttribute',
  'setText',
  'show',
  'hide',
  'toggle',
  'toggleClass',
];

/** An element in a host without a document: takes what it is told, and throws by name when asked. */
export function inertElement(what: string): HTMLElement {
  const actions = new Map<string, () => unknown>(harmless.map((name) => [name, () => undefined]));
  for (const name of ['createEl', 'createDiv', 'createSpan']) {
    actions.set(name, () => inertElement(what));
  }
  actions.set('closest', () => null);
  return new Proxy({} as HTMLElement, {
    get(_target, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined;
      const action = actions.get(name);
      if (action) return action;
      throw new Error(`There is no document here: ${what} has no ${name}.`);
    },
    set: () => true,
  });
}

/** `make()` where there is a document, an inert element in Node. */
export function elementOr(what: string, make: () => HTMLElement): HTMLElement {
  return typeof document === 'undefined' ? inertElement(what) : make();
}
