import type { RunsAt } from '../core/alert.js';

/** A message for the person at this device. */
export interface Message {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** When the request it is about runs automatically. */
  readonly runsAt?: RunsAt;
  /** It says with which plan a session continues, before anything is done for the plan. */
  readonly greets?: true;
  /** Its subject, for programs that read it. */
  readonly about?: MessageSubject;
}

/** The event, request and plan of a message, as far as it has one. */
export interface MessageSubject {
  readonly event?: string;
  readonly request?: string;
  readonly plan?: string;
}

/** Shows the person at this device a message now; nothing depends on it being seen. */
export interface Notifier {
  notify(message: Message): void;
}
