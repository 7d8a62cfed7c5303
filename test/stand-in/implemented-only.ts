/** What test runners and promises ask every object about; absent is the honest answer. */
const PROBES = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', 'tagName', 'inspect']);

/**
 * The object, with one difference: reading what it does not have throws, by name. So that a plugin
 * which uses more of Obsidian than the stand-in has fails loudly, and at that place.
 */
export function implementedOnly<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target) && !isProbe(key)) {
        throw new Error(`The stand-in has no ${name}.${key}`);
      }
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}

function isProbe(key: string): boolean {
  return PROBES.has(key) || key.startsWith('$$') || key.startsWith('@@');
}
