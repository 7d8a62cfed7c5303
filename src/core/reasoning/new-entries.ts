import { fail, ok, type Result } from '../errors.js';
import { foldLine } from '../text/text-line.js';
import { readExpectation } from './beliefs/likelihoods.js';
import type { EntryKind, RecordEntry } from './record-entry.js';
import type { RecordState } from './record-laws.js';

export const recordVerbs = {
  create_goal: { is: 'goal', letter: 'g', takes: ['of', 'text', 'confidence', 'prompt', 'files'] },
  create_decision: {
    ...{ is: 'decision', letter: 'd' },
    takes: ['of', 'text', 'supersedes', 'confidence', 'prompt', 'files'],
  },
  add_option: { is: 'option', letter: 'o', takes: ['of', 'text', 'confidence', 'prompt', 'files'] },
  choose_option: { is: 'chosen', letter: null, takes: ['of', 'text'] },
  reject_option: { is: 'rejected', letter: null, takes: ['of', 'text'] },
  create_action: {
    ...{ is: 'action', letter: 'a' },
    takes: ['of', 'text', 'step', 'confidence', 'prompt', 'files'],
  },
  create_outcome: {
    ...{ is: 'outcome', letter: 'r' },
    takes: ['of', 'text', 'success', 'confidence', 'files'],
  },
  add_observation: {
    ...{ is: 'observation', letter: 'b' },
    takes: [
      ...(['of', 'text', 'confidence', 'prompt', 'files'] as const),
      ...(['probe', 'outcome', 'independent', 'supports', 'contradicts'] as const),
    ],
  },
  link_commit: { is: 'commit', letter: null, takes: ['of', 'text'] },
  add_note: { is: 'note', letter: null, takes: ['of', 'name', 'text'] },
  create_subsystem: { is: 'subsystem', letter: 'f', takes: ['of', 'text'] },
  focus_on: { is: 'focus', letter: null, takes: ['of', 'text'] },
  ask_question: { is: 'question', letter: 'q', takes: ['of', 'text', 'none', 'supersedes'] },
  add_hypothesis: { is: 'hypothesis', letter: 'h', takes: ['of', 'text', 'prior'] },
  add_probe: { is: 'probe', letter: 'p', takes: ['of', 'text', 'cost'] },
  expect_outcomes: { is: 'expected', letter: null, takes: ['of', 'probe', 'text'] },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly is: EntryKind;
      readonly letter: string | null;
      readonly takes: readonly Exclude<keyof NewEntry, 'do' | 'refs'>[];
    }
  >
>;
export type RecordVerb = keyof typeof recordVerbs;

export interface NewEntry {
  readonly do: RecordVerb;
  /** The node to which the entry belongs. `#2` means the second entry of the same call. */
  readonly of?: string;
  readonly text?: string;
  readonly success?: boolean | null;
  readonly refs?: RecordEntry['refs'];
  readonly supersedes?: string;
  readonly step?: string;
  readonly confidence?: number;
  readonly prompt?: string;
  readonly files?: readonly string[];
  readonly name?: string;
  readonly prior?: number;
  readonly none?: number;
  readonly cost?: string;
  readonly probe?: string;
  readonly outcome?: string;
  readonly independent?: boolean;
  readonly supports?: readonly string[];
  readonly contradicts?: readonly string[];
}

const needsOf: ReadonlySet<RecordVerb> = new Set([
  ...(['add_option', 'choose_option', 'reject_option', 'create_action'] as const),
  ...(['create_outcome', 'link_commit', 'add_note', 'focus_on'] as const),
  ...(['add_hypothesis', 'add_probe', 'expect_outcomes'] as const),
]);
const mayLackText: ReadonlySet<EntryKind> = new Set(['chosen', 'focus']);
export const mostText = 2_000;

/** Returns the fields without which a new entry is refused. */
export function requiredBy(verb: RecordVerb): readonly (keyof NewEntry)[] {
  const { is } = recordVerbs[verb];
  return [
    ...(needsOf.has(verb) ? (['of'] as const) : []),
    ...(mayLackText.has(is) ? [] : (['text'] as const)),
    ...(is === 'note' ? (['name'] as const) : []),
    ...(is === 'expected' ? (['probe'] as const) : []),
  ];
}

export interface DrawnEntries {
  readonly entries: readonly RecordEntry[];
  readonly ids: readonly (string | null)[];
}

/** Builds entries with new ids and adds them to `state`. Do not use `state` after a failure. */
export function entriesOf(
  wanted: readonly NewEntry[],
  state: RecordState,
  newId: () => string,
): Result<DrawnEntries> {
  const entries: RecordEntry[] = [];
  const idAt: (string | null)[] = [];
  const placeOf = new Map<string, string>();
  for (const [at, one] of wanted.entries()) {
    const where = wanted.length === 1 ? '' : `Entry ${at + 1} (${one.do}): `;
    const refused = (message: string, advice: string): Result<never> =>
      fail('input_invalid', `${where}${message}`, `${advice} Nothing was recorded.`);
    const id = (name: string | undefined): string | null => {
      const place = /^#(\d{1,6})$/u.exec(name ?? '')?.[1];
      if (place !== undefined) return idAt[Number(place) - 1] ?? name ?? null;
      return name?.replace(/^(?:\[\[[^\]|]*#)?\^([^\]|]+).*$/u, '$1') ?? null;
    };
    const [lacking, entry] = entryOf(one, id, () =>
      freshId(recordVerbs[one.do].letter, state, newId),
    );
    if (lacking !== null) return refused(...lacking);
    const why = state.whyNot(entry, (name) => placeOf.get(name) ?? name);
    if (why) return refused(...why);
    state.add(entry);
    entries.push(entry);
    idAt.push(entry.id);
    if (entry.id !== null) placeOf.set(entry.id, `#${at + 1}`);
    const about = entry.id ?? entry.of;
    for (const [name, text] of notesOf(one)) {
      if (about === null) continue;
      const note: RecordEntry = { is: 'note', id: null, of: about, text, name, refs: {} };
      entries.push(note);
    }
  }
  return ok({ entries, ids: idAt });
}

type Lacking = readonly [message: string, advice: string];

function entryOf(
  one: NewEntry,
  named: (name: string | undefined) => string | null,
  draw: () => string | null,
): readonly [Lacking, null] | readonly [null, RecordEntry] {
  const { is } = recordVerbs[one.do];
  const text = foldLine(one.text ?? '');
  const lacks = (message: string, advice: string) => [[message, advice], null] as const;
  const about = named(one.of);
  const takes: readonly string[] = recordVerbs[one.do].takes;
  const strange = Object.keys(one).find(
    (key) => key !== 'do' && key !== 'refs' && !takes.includes(key),
  );
  if (strange !== undefined)
    return lacks(`${one.do} takes no \`${strange}\`.`, `It takes ${takes.join(', ')}.`);
  const isImported = one.refs !== undefined;
  if (about === null && !isImported && needsOf.has(one.do))
    return lacks('`of` is missing.', 'Say what it is about, by its id.');
  if (text === '' && !mayLackText.has(is) && !(is === 'rejected' && isImported))
    return lacks('`text` is missing.', is === 'rejected' ? 'Say why not.' : 'Say what it is.');
  if (text.length > mostText)
    return lacks(
      `\`text\` has more than ${mostText} characters.`,
      'Put the rest into a note, and link that.',
    );
  if (is === 'outcome' && one.success === undefined)
    return lacks('`success` is missing.', 'Say whether the action succeeded.');
  if (is === 'commit' && !/^[0-9a-f]{7,64}$/iu.test(text))
    return lacks(`“${text}” is no commit.`, 'Give the commit as 7 to 64 hexadecimal digits.');
  const name = foldLine(one.name ?? '')
    .replaceAll(':', ' ')
    .trim();
  if (is === 'note' && name === '')
    return lacks('`name` is missing.', 'Say what the note is about, as “assumptions”.');
  const { confidence, prior, none } = one;
  for (const [key, share] of Object.entries({ confidence, prior, none }))
    if (share !== undefined && !(share >= 0 && share <= 1))
      return lacks(`\`${key}\` is not from 0 to 1.`, 'Give a number such as 0.8.');
  const probe = named(one.probe);
  if (is === 'expected') {
    if (probe === null) return lacks('`probe` is missing.', 'Say which probe brings the outcomes.');
    const read = readExpectation(text);
    if (!read.ok) return lacks(read.error.message, read.error.advice);
  }
  const isUnder = standsUnder.has(is);
  const isAbout = !isUnder && is !== 'observation';
  const all = (names: readonly string[] = []): readonly string[] =>
    names.flatMap((name) => named(name) ?? []);
  const refs = {
    under: isUnder ? all([one.of ?? []].flat()) : [],
    informs: is === 'observation' ? all([one.of ?? []].flat()) : [],
    supersedes: all([one.supersedes ?? []].flat()),
    implements: all([one.step ?? []].flat()),
    supports: all(one.supports),
    contradicts: all(one.contradicts),
    probe: probe === null ? [] : [probe],
    ...Object.fromEntries(
      Object.entries(one.refs ?? {}).map(([key, ids]) => [
        key,
        ids.map((name) => named(name) ?? name),
      ]),
    ),
  };
  const outcome = foldLine(one.outcome ?? '');
  const cost = foldLine(one.cost ?? '');
  return [
    null,
    {
      ...{ is, id: draw(), of: isAbout ? about : null },
      refs: Object.fromEntries(Object.entries(refs).filter(([, ids]) => ids.length > 0)),
      text: is === 'commit' ? text.toLowerCase() : text,
      ...(is === 'note' ? { name } : {}),
      ...(is === 'outcome' && one.success !== null ? { success: one.success === true } : {}),
      ...rounded({ confidence, prior, none }),
      ...(outcome === '' ? {} : { outcome }),
      ...(cost === '' ? {} : { cost }),
      ...(one.independent === true ? { independent: 'yes' as const } : {}),
    },
  ];
}

const standsUnder: ReadonlySet<EntryKind> = new Set([
  ...(['goal', 'decision', 'question', 'subsystem'] as const),
]);

function rounded(shares: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(shares).flatMap(([key, share]) =>
      share === undefined ? [] : [[key, Number(share.toFixed(4))]],
    ),
  );
}

function notesOf({
  prompt,
  files = [],
}: NewEntry): readonly (readonly [name: string, text: string])[] {
  const said = [['prompt', prompt ?? ''] as const, ...files.map((file) => ['file', file] as const)];
  return said
    .map(([name, text]) => [name, foldLine(text).slice(0, mostText)] as const)
    .filter(([, text]) => text !== '');
}

function freshId(letter: string | null, state: RecordState, newId: () => string): string | null {
  if (letter === null) return null;
  for (;;) {
    const id = `${letter}-${newId()}`;
    if (!state.has(id)) return id;
  }
}
