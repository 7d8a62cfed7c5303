import { foldLine } from '../../text/text-line.js';
import { readInstant, isoSeconds } from '../../time.js';
import { mostText, type NewEntry } from '../new-entries.js';

/** One entry that an import adds, with what only an import says of it. */
export interface ImportedEntry {
  readonly entry: NewEntry;
  /** When (ISO-8601, UTC); `null`: nothing says it. */
  readonly at: string | null;
  readonly branch?: string;
}

/** What a file of another tool says, as entries of a record. */
export interface Imported {
  readonly entries: readonly ImportedEntry[];
  /** Of what it is, as the note says it: `graph` or `trajectory`. */
  readonly format: 'graph' | 'trajectory';
  /** What was left out, changed or is missing, one sentence each. */
  readonly told: readonly string[];
}

/** Collects entries that name each other by their place. */
export class EntryList {
  readonly entries: ImportedEntry[] = [];
  /** How many texts were longer than a record takes. */
  shortened = 0;

  /** Adds one; the value is the name by which later ones name it. */
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

  /** Notes something of an entry, if there is anything to note. */
  note(of: string, name: string, text: unknown, at: string | null): void {
    const said = plainText(text);
    if (said !== '') this.add({ do: 'add_note', of, name, text: said }, at);
  }

  private short(text: string): string {
    const line = foldLine(text);
    if (line.length <= mostText) return line;
    this.shortened += 1;
    // No half of a character.
    return `${line.slice(0, mostText - 1).replace(/[\ud800-\udbff]$/u, '')}…`;
  }
}

const longestBranch = 200;

/** A text or number of a file as one line; anything else is empty. */
export function plainText(value: unknown): string {
  return typeof value === 'string'
    ? foldLine(value)
    : typeof value === 'number' && Number.isFinite(value)
      ? String(value)
      : '';
}

/** A time as files have it, ISO-8601, or seconds or milliseconds since 1970; `null`: it cannot be read. */
export function importedTime(value: unknown): string | null {
  const ms = typeof value === 'number' ? inMs(value) : (readInstant(plainText(value))?.ms ?? NaN);
  return ms >= 0 && ms < latestMs ? exactTime(ms) : null;
}

/** So large is no number of seconds: it counts milliseconds. */
function inMs(time: number): number {
  return time < 1e11 ? time * 1_000 : time;
}

/** With milliseconds, where there are any: what happened within a second keeps its order. */
export function exactTime(ms: number): string {
  const rest = Math.floor(ms) % 1_000;
  const whole = isoSeconds(ms);
  return rest === 0 ? whole : whole.replace('Z', `.${String(rest).padStart(3, '0')}Z`);
}

/** The year 10000: no note has such a time. */
const latestMs = 253_402_300_800_000;

/** `3 options`, `1 option`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** How often each of some names was found: `requires (2), blocks (1)`. */
export function tally(counts: ReadonlyMap<string, number>): string {
  const shown = [...counts].slice(0, mostNames).map(([name, count]) => `${name} (${count})`);
  const more = counts.size - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostNames = 10;

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
