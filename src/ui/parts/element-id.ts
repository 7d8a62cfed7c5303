let made = 0;

/** An id for elements that name each other. Svelte's own counter would stay on `window` for ever. */
export function elementId(): string {
  made += 1;
  return `countersign-${made}`;
}
