import type { Problem } from '../errors.js';

export interface Status {
  readonly missions: number;
  readonly waiting: number;
  readonly paused: boolean;
  readonly idle: string | null;
}

export interface StatusText {
  readonly shown: readonly string[];
  readonly waiting: number;
  readonly spoken: string;
}

/** Writes the status bar. `spoken` is the same in sentences, for screen readers. */
export function formatStatus({ missions, waiting, paused, idle }: Status): StatusText {
  const count = missions === 0 ? 'No plans' : `${missions} plan${missions === 1 ? '' : 's'}`;
  const shown = [count, ...(idle !== null ? ['nothing runs here'] : paused ? ['paused'] : [])];
  const runs = idle ?? (paused ? 'All actions are paused.' : '');
  const opens = waiting > 0 ? 'Opens the review.' : 'Opens Current mission.';
  return {
    shown,
    waiting,
    spoken: [`Countersign: ${count}.`, formatWaiting(waiting), runs, opens]
      .filter(Boolean)
      .join(' '),
  };
}

export function formatWaiting(waiting: number): string {
  if (waiting === 0) return 'Nothing is waiting for approval.';
  return `${waiting === 1 ? '1 request' : `${waiting} requests`} waiting for approval.`;
}

export function formatFailedStatus({ message }: Problem): StatusText {
  return {
    shown: ['Nothing runs'],
    waiting: 0,
    spoken: `Countersign can’t work in this vault: ${message} Opens Current mission.`,
  };
}

const mostNamed = 3;

export function firstNames(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function formatSetAside(paths: readonly string[]): string {
  return `Rejected notes of other tools, for which nothing runs: ${firstNames(paths)}.`;
}
