let made = 0;

/** Returns a new id for elements that refer to each other. */
export function elementId(): string {
  made += 1;
  return `countersign-${made}`;
}
