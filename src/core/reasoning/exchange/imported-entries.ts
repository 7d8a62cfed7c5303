import { foldLine } from '../../text/text-line.js';
import { readInstant, isoSeconds } from '../../time.js';
import { mostText, type NewEntry } from '../new-entries.js';

/** One entry that an import adds, with the fields that only an import has. */
export interface ImportedEntry {
  readonly entry: NewEntry;
  /** The time (ISO-8601, UTC); `null` if unknown. */
  readonly at: string | null;
  readonly branch?: string;
}

/** The content of another tool's file, as entries of a record. */
export interface Imported {
  readonly entries: readonly ImportedEntry[];
  /** The kind of file, as the note names it: `graph` or `trajectory`. */
  readonly format: 'graph' | 'trajectory';
  /** One sentence for each kind of thing that was left out, changed or missing. */
  readonly told: readonly string[];
}

/** Collects entries that refer to each other by position. */
export class EntryList {
  readonly entries: ImportedEntry[] = [];
  /** How many texts were longer than a record allows. */
  shortened = 0;

  /** Adds an entry; returns the name by which later ones refer to it. */
  add(entry: NewEntry, at: string | null, branch = ''): string {
    const text = entry.text === undefined ? {} : { text: this.short(entry.text) };
    const name = entry.name === undefined ? {} : { name: this.short(entry.name) };
    const on = foldLine(branch);
    this.entries.push({
      ...{ entry: { ...entry, ...text, ...name }, at },
      ...(on === '' ? {} : { branch: on.slice(0, longestBranch) }),
    });
    return `#${this.entries.length}`;
  }

  /** Adds a note to an entry if the text is not empty. */
  note(of: string, name: string, text: unknown, at: string | null): void {
    const said = plainText(text);
    if (said !== '') this.add({ do: 'add_note', of, name, text: said }, at);
  }

  private short(text: string): string {
    const line = foldLine(text);
    if (line.length <= mostText) return line;
    this.shortened += 1;
    // Removes half of a cut surrogate pair.
    return `${line.slice(0, mostText - 1).replace(/[\ud800-\udbff]$/u, '')}…`;
  }
}

const longestBranch = 200;

/** A text or number of a file as one line; empty for anything else. */
export function plainText(value: unknown): string {
  return typeof value === 'string'
    ? foldLine(value)
    : typeof value === 'number' && Number.isFinite(value)
      ? String(value)
      : '';
}

/** A time in ISO-8601, or in seconds or milliseconds since 1970; `null` if it cannot be read. */
export function importedTime(value: unknown): string | null {
  const ms = typeof value === 'number' ? inMs(value) : (readInstant(plainText(value))?.ms ?? NaN);
  return ms >= 0 && ms < latestMs ? exactTime(ms) : null;
}

/** A number this large cannot be seconds, so it is milliseconds. */
function inMs(time: number): number {
  return time < 1e11 ? time * 1_000 : time;
}

/** With milliseconds if there are any, so that events within a second keep their order. */
export function exactTime(ms: number): string {
  const rest = Math.floor(ms) % 1_000;
  const whole = isoSeconds(ms);
  return rest === 0 ? whole : whole.replace('Z', `.${String(rest).padStart(3, '0')}Z`);
}

/** The year 10000, later than any time in a note. */
const latestMs = 253_402_300_800_000;

/** `3 options`, `1 option`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Counts by name: `requires (2), blocks (1)`. */
export function tally(counts: ReadonlyMap<string, number>): string {
  const shown = [...counts].slice(0, mostNames).map(([name, count]) => `${name} (${count})`);
  const more = counts.size - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostNames = 10;

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
