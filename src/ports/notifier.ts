/** Tells the person at this device something now; nothing depends on it being seen. */
export interface Notifier {
  notify(message: { readonly level: 'info' | 'warning' | 'error'; readonly text: string }): void;
}
