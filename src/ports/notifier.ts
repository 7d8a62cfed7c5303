import type { RunsAt } from '../core/alert.js';

/** What a person at this device is told now. */
export interface Message {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** When what it is about runs by itself. */
  readonly runsAt?: RunsAt;
  /** It says with which plan a session goes on, before anything of it does. */
  readonly greets?: true;
  /** What it is about, for programs that read it. */
  readonly about?: MessageSubject;
}

/** Of which event, request and plan a message speaks, as far as it speaks of one. */
export interface MessageSubject {
  readonly event?: string;
  readonly request?: string;
  readonly plan?: string;
}

/** Tells the person at this device something now; nothing depends on it being seen. */
export interface Notifier {
  notify(message: Message): void;
}
