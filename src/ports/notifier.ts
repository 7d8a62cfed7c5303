import type { RunsAt } from '../core/alert.js';

export interface Message {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly runsAt?: RunsAt;
  /** True for the message that names the plan that a session continues. */
  readonly greets?: true;
  readonly about?: MessageSubject;
}

export interface MessageSubject {
  readonly event?: string;
  readonly request?: string;
  readonly plan?: string;
}

/** Shows a message to the person at this device. Nothing depends on the message being seen. */
export interface Notifier {
  notify(message: Message): void;
}
