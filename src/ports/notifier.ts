import type { RunsAt } from '../core/alert.js';

export interface Message {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly runsAt?: RunsAt;
  /** True for the message at the start of a session. */
  readonly greets?: true;
  readonly about?: MessageSubject;
}

export interface MessageSubject {
  readonly event?: string;
  readonly request?: string;
  readonly plan?: string;
}

export interface Notifier {
  notify(message: Message): void;
}
