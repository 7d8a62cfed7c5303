let made = 0;

/** Returns a new id for an element. */
export function elementId(): string {
  made += 1;
  return `countersign-${made}`;
}
