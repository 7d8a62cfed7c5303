let made = 0;

export function elementId(): string {
  made += 1;
  return `countersign-${made}`;
}
