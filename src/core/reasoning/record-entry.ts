import type { LogLineParts, LogRecord } from '../plan/plan.js';
import { withoutIsolates } from '../text/text-direction.js';

/** The first letter of a node's id gives the kind of the node. */
export const nodeKinds = {
  g: 'goal',
  d: 'decision',
  o: 'option',
  a: 'action',
  b: 'observation',
  r: 'outcome',
  q: 'decision',
  h: 'option',
  p: 'action',
  f: 'goal',
} as const;
export type NodeKind = (typeof nodeKinds)[keyof typeof nodeKinds];

const sorts = { q: 'question', h: 'hypothesis', p: 'probe', f: 'subsystem' } as const;
export type NodeSort = (typeof sorts)[keyof typeof sorts];

export type EntryKind =
  NodeKind | NodeSort | 'chosen' | 'rejected' | 'commit' | 'note' | 'expected' | 'focus';

/** References that may follow the text of an entry, such as `[informs:: [[#^d-7k2mxa]]]`. */
export const referenceKeys = [
  ...(['informs', 'under', 'supersedes', 'implements'] as const),
  ...(['supports', 'contradicts', 'probe'] as const),
];
export type ReferenceKey = (typeof referenceKeys)[number];

/** Values that may follow the text of an entry, such as `[confidence:: 0.8]`. */
export interface EntryValues {
  readonly confidence?: number;
  readonly branch?: string;
  /** From 0 to 1. */
  readonly prior?: number;
  /** The probability that no hypothesis is true, from 0 to 1. */
  readonly none?: number;
  readonly cost?: string;
  readonly outcome?: string;
  readonly independent?: 'yes';
}
export type ValueKey = keyof EntryValues;

export interface RecordEntry extends EntryValues {
  readonly is: EntryKind;
  readonly id: string | null;
  readonly of: string | null;
  readonly text: string;
  readonly name?: string;
  readonly success?: boolean;
  readonly refs: Readonly<Partial<Record<ReferenceKey, readonly string[]>>>;
}

interface Form {
  readonly is: EntryKind;
  readonly word: string;
  readonly letter?: string;
  readonly of?: string;
  readonly refs?: Readonly<Partial<Record<ReferenceKey, string>>>;
  readonly values?: readonly ValueKey[];
  readonly mayBeSilent?: true;
}

const forms: readonly Form[] = [
  { is: 'goal', word: 'Goal', letter: 'g', refs: { under: 'gfP' } },
  { is: 'decision', word: 'Decision', letter: 'd', refs: { under: 'gfP', supersedes: 'd' } },
  {
    ...{ is: 'observation', word: 'Observed', letter: 'b', values: ['outcome', 'independent'] },
    refs: { informs: 'dq', under: 'gaofSP', supports: 'h', contradicts: 'h', probe: 'p' },
  },
  { is: 'option', word: 'Option for', letter: 'o', of: 'd' },
  { is: 'action', word: 'Action for', letter: 'a', of: 'd', refs: { implements: 'dS' } },
  { is: 'chosen', word: 'Chose', of: 'oh', mayBeSilent: true },
  { is: 'rejected', word: 'Rejected', of: 'oh', mayBeSilent: true },
  { is: 'outcome', word: 'Outcome of', letter: 'r', of: 'aS' },
  { is: 'option', word: 'Option', letter: 'o' },
  { is: 'action', word: 'Action', letter: 'a', refs: { under: 'gP' } },
  { is: 'outcome', word: 'Outcome', letter: 'r', refs: { under: 'gP' } },
  { is: 'commit', word: 'Linked', of: 'd' },
  { is: 'note', word: 'Note on', of: 'gdoabrqhpfSP' },
  { is: 'subsystem', word: 'Subsystem', letter: 'f', refs: { under: 'gP' } },
  { is: 'focus', word: 'Focus on', of: 'f', mayBeSilent: true },
  {
    ...{ is: 'question', word: 'Question', letter: 'q', refs: { under: 'gfP', supersedes: 'q' } },
    values: ['none'],
  },
  { is: 'hypothesis', word: 'Hypothesis for', letter: 'h', of: 'q', values: ['prior'] },
  { is: 'probe', word: 'Probe for', letter: 'p', of: 'q', values: ['cost'] },
  { is: 'expected', word: 'Expected under', of: 'hq', refs: { probe: 'p' } },
];
const words = new RegExp(
  `^(${forms.map(({ word }) => word.replace(' ', '[ \\t]+')).join('|')})(?=[ \\t]|$)`,
  'iu',
);

const ownId = /^[gdoabrqhpf]-[a-z2-7]{6}$/u;
const reference = /^\[\[([^[\]|#^]*)#\^([A-Za-z0-9-]+)(?:\|([^[\]]*))?\]\]/u;
const references = /\[\[[^[\]|#^]*#\^([A-Za-z0-9-]+)(?:\|[^[\]]*)?\]\]/gu;
const dash = /^[ \t]*(?:—|–|--?)(?:[ \t]+|$)/u;
const shares = ['confidence', 'prior', 'none'] as const;
const valueKeys: readonly ValueKey[] = [...shares, 'branch', 'cost', 'outcome', 'independent'];
const lastReferences = new RegExp(
  `[ \\t]\\[(${referenceKeys.join('|')})::((?:[ \\t,]*\\[\\[[^[\\]]*\\]\\])+)[ \\t]*\\]$`,
  'iu',
);
const lastValue = new RegExp(`[ \\t]\\[(${valueKeys.join('|')})::([^[\\]]*)\\]$`, 'iu');
const keyBegins = new RegExp(`^[ \\t]\\[(?:${[...referenceKeys, ...valueKeys].join('|')})::`, 'iu');
const anyKey = new RegExp(`\\[(?=(?:${[...referenceKeys, ...valueKeys].join('|')})::)`, 'giu');
const longestEntry = 20_000;
const commitForm = /^(?:commit[ \t]+)?([0-9a-f]{7,64})$/iu;

export function isNodeId(id: string): boolean {
  return ownId.test(id);
}

export function kindOfId(id: string): NodeKind | null {
  return ownId.test(id)
    ? ((nodeKinds as Readonly<Record<string, NodeKind>>)[id[0] ?? ''] ?? null)
    : null;
}

export function sortOfId(id: string): NodeSort | null {
  return ownId.test(id)
    ? ((sorts as Readonly<Record<string, NodeSort>>)[id[0] ?? ''] ?? null)
    : null;
}

export function mayName(
  is: EntryKind,
  there: ReferenceKey | 'of',
  { id, kind }: { readonly id: string; readonly kind: NodeKind },
): boolean {
  const letter = isNodeId(id) ? id[0] : { goal: 'P', action: 'S' }[kind as string];
  return (
    letter !== undefined &&
    forms.some(
      (form) =>
        form.is === is && ((there === 'of' ? form.of : form.refs?.[there]) ?? '').includes(letter),
    )
  );
}

export function isRecordEntry(record: LogRecord): boolean {
  const read = readLogEntry(record);
  return read !== null && 'entry' in read;
}

/** Reads a log entry as an entry of the decision record. Null for an ordinary sentence. */
export function readLogEntry({ action, rationale, blockId }: LogRecord): ReadEntry | null {
  if (!words.test(action)) return null;
  const body = rationale === '' ? action : `${action} — ${rationale}`;
  return readEntry({ body, blockId: blockId ?? null });
}

/** `unread` lists keys that could not be read. `damaged` says why nothing could be read. */
export type ReadEntry =
  | { readonly entry: RecordEntry; readonly unread: readonly string[] }
  | { readonly damaged: string };

/**
 * Reads the text of a log line as an entry of the decision record. Null for an ordinary sentence.
 */
export function readEntry({
  body: written,
  blockId,
}: Pick<LogLineParts, 'body' | 'blockId'>): ReadEntry | null {
  const hasOwnId = blockId !== null && isNodeId(blockId);
  if (written.length > longestEntry)
    return hasOwnId ? lacks(`It has more than ${longestEntry} characters.`) : null;
  const body = withoutIsolates(written.trim());
  const word = words.exec(body)?.[1];
  if (word === undefined) return hasOwnId ? lacks('It begins with no word of a decision.') : null;
  const form = forms.find((one) => one.word === fold(word));
  if (!form) return null;
  let rest = body.slice(word.length).trimStart();
  let of: string | null = null;
  if (form.of !== undefined) {
    const named = reference.exec(rest);
    if (!named)
      return hasOwnId ? lacks('It does not begin with a link to what it is about.') : null;
    of = named[2] ?? '';
    if (!isOneOf(of, form.of)) {
      const isOurs = hasOwnId || isNodeId(of);
      return isOurs ? lacks(`“${form.word}” can’t be said of ^${of}.`) : null;
    }
    rest = rest.slice(named[0].length);
  }
  if (
    form.letter === undefined
      ? hasOwnId
      : blockId?.startsWith(`${form.letter}-`) !== true || !hasOwnId
  ) {
    if (!hasOwnId && of === null) return null;
    return lacks(
      form.letter === undefined
        ? `“${form.word}” adds nothing, and still has the id ^${blockId ?? ''}.`
        : `“${form.word}” needs an id like ^${form.letter}-7k2mxa at its end.`,
    );
  }
  const { text: said, ...keys } = readKeys(rest, form);
  const dashed = dash.exec(said);
  const text = dashed ? unescaped(said.slice(dashed[0].length).trim()) : '';
  if ((said.trim() !== '' && !dashed) || (text === '' && form.mayBeSilent !== true)) {
    return of === null && !hasOwnId ? null : lacks('There is no text after “ — ”.');
  }
  const content = readContent(form.is, text);
  if (content === null) return lacks(wanted[form.is] ?? '');
  const { unread, ...others } = keys;
  return {
    entry: {
      is: form.is,
      id: form.letter === undefined ? null : blockId,
      of,
      ...content,
      ...others,
    },
    unread,
  };
}

const wanted: Readonly<Partial<Record<EntryKind, string>>> = {
  outcome: 'It does not say “succeeded: …”, “failed: …” or “unknown: …”.',
  commit: 'It names no commit.',
  note: 'It does not say what it is about, as “prompt: …”.',
};

type Content = Pick<RecordEntry, 'text' | 'name' | 'success'>;

function readContent(is: EntryKind, text: string): Content | null {
  if (is === 'commit') {
    const commit = commitForm.exec(text)?.[1];
    return commit === undefined ? null : { text: commit.toLowerCase() };
  }
  if (is !== 'outcome' && is !== 'note') return { text };
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).trim();
  const rest = text.slice(colon + 1).trim();
  if (name === '' || rest === '') return null;
  if (is === 'note') return { text: rest, name };
  const came = name.toLowerCase();
  if (came === 'unknown') return { text: rest };
  return came === 'succeeded' || came === 'failed'
    ? { text: rest, success: came === 'succeeded' }
    : null;
}

function readKeys(
  from: string,
  form: Form,
): EntryValues & Pick<RecordEntry, 'refs'> & { text: string; unread: string[] } {
  const refs: Partial<Record<ReferenceKey, string[]>> = {};
  const values: Partial<Record<ValueKey, string | number>> = {};
  const unread: string[] = [];
  let text = from.trimEnd();
  for (;;) {
    const begin = lastKey(text);
    const last = text.slice(begin);
    const found = begin === -1 ? null : (lastReferences.exec(last) ?? lastValue.exec(last));
    if (!found) break;
    const [whole, name = '', written = ''] = found;
    text = text.slice(0, begin).trimEnd();
    const key = name.toLowerCase();
    const letters = form.refs?.[key as ReferenceKey];
    const ids = Array.from(written.matchAll(references), ([, id = '']) => id);
    const value = readValue(key as ValueKey, written.trim(), form);
    if (letters !== undefined && ids.length > 0 && ids.every((id) => isOneOf(id, letters))) {
      refs[key as ReferenceKey] = [...ids, ...(refs[key as ReferenceKey] ?? [])];
    } else if (value !== null) values[key as ValueKey] = value;
    else unread.push(whole.trim());
  }
  return { text, refs, ...(values as EntryValues), unread };
}

function lastKey(text: string): number {
  let at = text.lastIndexOf('[') - 1;
  while (at >= 0 && !keyBegins.test(text.slice(at))) at = text.lastIndexOf('[', at) - 1;
  return Math.max(-1, at);
}

function readValue(key: ValueKey, value: string, form: Form): string | number | null {
  const isItsOwn = form.values?.includes(key) ?? false;
  if (!isItsOwn && !((key === 'confidence' || key === 'branch') && form.letter !== undefined))
    return null;
  if ((shares as readonly string[]).includes(key)) return isShare(value) ? Number(value) : null;
  if (key === 'independent') return value.toLowerCase() === 'yes' ? 'yes' : null;
  return value === '' ? null : unescaped(value);
}

function isShare(value: string): boolean {
  return /^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/u.test(value.trim());
}

function isOneOf(id: string, letters: string): boolean {
  return isNodeId(id) ? letters.includes(id[0] ?? '') : /[SP]/u.test(letters);
}

function lacks(damaged: string): ReadEntry {
  return { damaged };
}

function fold(word: string): string {
  const plain = word.replace(/[ \t]+/gu, ' ').toLowerCase();
  return `${(plain[0] ?? '').toUpperCase()}${plain.slice(1)}`;
}

export interface LinkName {
  readonly note?: string;
  readonly label: string;
}

/** Writes an entry's text, such as `Option for [[#^d-7k2mxa|How to deliver it]] — Email`. */
export function entryBody(entry: RecordEntry, nameOf: (id: string) => LinkName): string {
  const { is, of, text, name, success, refs } = entry;
  const form = forms.find((one) => one.is === is && (one.of === undefined) === (of === null));
  const said =
    is === 'outcome'
      ? `${success === undefined ? 'unknown' : success ? 'succeeded' : 'failed'}: ${escaped(text)}`
      : is === 'note'
        ? `${escaped(name ?? '').replaceAll(':', ' ')}: ${escaped(text)}`
        : is === 'commit'
          ? `commit ${text}`
          : escaped(text);
  const keys = referenceKeys.flatMap((key) =>
    (refs[key] ?? []).map((id) => ` [${key}:: ${linkTo(id, nameOf(id))}]`),
  );
  return [
    form?.word ?? '',
    of === null ? '' : ` ${linkTo(of, nameOf(of))}`,
    said === '' ? '' : ` — ${said}`,
    ...keys,
    ...valueKeys.flatMap((key) => {
      const value = entry[key];
      return value === undefined ? [] : [` [${key}:: ${valueText(value)}]`];
    }),
  ].join('');
}

function valueText(value: string | number): string {
  return typeof value === 'number' ? `${value}` : escaped(value).replace(/[[\]]/gu, '-');
}

const longestLabel = 40;

function linkTo(id: string, { note = '', label }: LinkName): string {
  const words = label
    .replace(/[`[\]|#^—]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const shown = Array.from(words).slice(0, longestLabel).join('').trim();
  const place = /[[\]|#^]/u.test(note) ? '' : note;
  return `[[${place}#^${id}${shown === '' ? '' : `|${shown}`}]]`;
}

function escaped(text: string): string {
  return text
    .replace(/\\(?=[\\^[]|$)/gu, '\\\\')
    .replace(/(^|\s)\^/gu, '$1\\^')
    .replace(anyKey, '\\[');
}

function unescaped(text: string): string {
  return text.replace(/\\([\\^[])/gu, '$1');
}
