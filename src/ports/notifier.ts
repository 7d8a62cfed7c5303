import type { RunsAt } from '../core/alert.js';

/** A message for the person at this device. */
export interface Message {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** When the request that the message is about runs by itself. */
  readonly runsAt?: RunsAt;
  /** True for the message that says which plan a session continues, before anything is done for that plan. */
  readonly greets?: true;
  /** What the message is about, for programs that read it. */
  readonly about?: MessageSubject;
}

/** The event, request and plan that a message is about. Any of them may be absent. */
export interface MessageSubject {
  readonly event?: string;
  readonly request?: string;
  readonly plan?: string;
}

/** Shows a message to the person at this device now. Nothing depends on the message being seen. */
export interface Notifier {
  notify(message: Message): void;
}
