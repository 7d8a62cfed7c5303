import { foldLine } from '../../text/text-line.js';
import { readInstant, isoSeconds } from '../../time.js';
import { mostText, type NewEntry } from '../new-entries.js';

export interface ImportedEntry {
  readonly entry: NewEntry;
  readonly at: string | null;
  readonly branch?: string;
}

export interface Imported {
  readonly entries: readonly ImportedEntry[];
  readonly format: 'graph' | 'trajectory';
  readonly told: readonly string[];
}

/** Collects entries. An entry refers to another by its place: `#2` is the second entry. */
export class EntryList {
  readonly entries: ImportedEntry[] = [];
  shortened = 0;

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

  /** Adds a note to an entry. Does nothing if the text is empty. */
  note(of: string, name: string, text: unknown, at: string | null): void {
    const said = plainText(text);
    if (said !== '') this.add({ do: 'add_note', of, name, text: said }, at);
  }

  private short(text: string): string {
    const line = foldLine(text);
    if (line.length <= mostText) return line;
    this.shortened += 1;
    return `${line.slice(0, mostText - 1).replace(/[\ud800-\udbff]$/u, '')}…`;
  }
}

const longestBranch = 200;

export function plainText(value: unknown): string {
  return typeof value === 'string'
    ? foldLine(value)
    : typeof value === 'number' && Number.isFinite(value)
      ? String(value)
      : '';
}

/** Returns a time as ISO 8601. Null if the value is no time that we can use. */
export function importedTime(value: unknown): string | null {
  const ms = typeof value === 'number' ? inMs(value) : (readInstant(plainText(value))?.ms ?? NaN);
  return ms >= 0 && ms < latestMs ? exactTime(ms) : null;
}

function inMs(time: number): number {
  return time < 1e11 ? time * 1_000 : time;
}

/** Writes a time (ms since 1970) as ISO 8601, with milliseconds if there are any. */
export function exactTime(ms: number): string {
  const rest = Math.floor(ms) % 1_000;
  const whole = isoSeconds(ms);
  return rest === 0 ? whole : whole.replace('Z', `.${String(rest).padStart(3, '0')}Z`);
}

/** The start of the year 10000, in milliseconds since 1970. */
const latestMs = 253_402_300_800_000;

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function tally(counts: ReadonlyMap<string, number>): string {
  const shown = [...counts].slice(0, mostNames).map(([name, count]) => `${name} (${count})`);
  const more = counts.size - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostNames = 10;

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
