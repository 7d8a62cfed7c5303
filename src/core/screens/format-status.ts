import type { Problem } from '../errors.js';

/** What the status bar is made of. */
export interface Status {
  readonly missions: number;
  /** Requests that wait for a person. */
  readonly waiting: number;
  readonly paused: boolean;
  /** Why nothing that is approved runs here, as a sentence; `null`: it runs. */
  readonly idle: string | null;
}

/** The status bar as it is seen, and as it is heard. */
export interface StatusText {
  /** Its parts; how many requests wait stands between the first and the others. */
  readonly shown: readonly string[];
  readonly waiting: number;
  readonly spoken: string;
}

/** `2 plans`, how many requests wait, `paused`; and the same in whole sentences. */
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

/** How many requests wait for a person, as a sentence. */
export function formatWaiting(waiting: number): string {
  if (waiting === 0) return 'Nothing is waiting for approval.';
  return `${waiting === 1 ? '1 request' : `${waiting} requests`} waiting for approval.`;
}

/** The status of a vault that could not be opened. */
export function formatFailedStatus({ message }: Problem): StatusText {
  return {
    shown: ['Nothing runs'],
    waiting: 0,
    spoken: `Countersign can’t work in this vault: ${message} Opens Current mission.`,
  };
}

/** So many are named; the others are counted. */
const mostNamed = 3;

/** `a.md, b.md, c.md and 2 more`. */
export function firstNames(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What is said of other tools' notes that lie among the rejected ones: nobody has to do anything about them. */
export function formatSetAside(paths: readonly string[]): string {
  return `Rejected notes of other tools, for which nothing runs: ${firstNames(paths)}.`;
}
