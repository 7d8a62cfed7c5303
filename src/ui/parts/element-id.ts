let made = 0;

/**
 * Returns a new id for elements that refer to each other. Svelte's own counter would stay on `window` for
 * ever.
 */
export function elementId(): string {
  made += 1;
  return `countersign-${made}`;
}
