import type { NamedTime } from '../core/mission/summaries.js';

/** What a person at this device is told now. */
export interface Message {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** The time that the text names. */
  readonly names?: NamedTime;
}

/** Tells the person at this device something now; nothing depends on it being seen. */
export interface Notifier {
  notify(message: Message): void;
}
