import { fail, ok, type Result } from '../errors.js';
import { foldLine } from '../text/text-line.js';
import { readExpectation } from './beliefs/likelihoods.js';
import type { EntryKind, RecordEntry } from './record-entry.js';
import type { RecordState } from './record-laws.js';

/** What can be recorded, as functions of the interface that this follows: the entry that it makes, and what it may say. */
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

/** One thing to record. */
export interface NewEntry {
  readonly do: RecordVerb;
  /**
   * What it is about, by id: the goal of a goal, decision, question or subsystem (default: the plan’s), the decision of
   * an option, action or commit, the decision or question that an observation informs, the question of a hypothesis or
   * probe, the option or hypothesis that is chosen or rejected, the action of an outcome. Of expected outcomes the
   * hypothesis, or the question for “none of these”. `#2` is what the second entry of the same call adds.
   */
  readonly of?: string;
  /** Contents; of a choice or rejection its reason; of a commit its name; of outcomes `two rows: likely, one: unlikely`. */
  readonly text?: string;
  /** Of an outcome; `null`: nobody says, which only an import may do. */
  readonly success?: boolean | null;
  /** Only of what is imported: what else it names. It may be about nothing. */
  readonly refs?: RecordEntry['refs'];
  /** Of a decision or question: the one that it takes the place of. */
  readonly supersedes?: string;
  /** Of an action: the step of the plan that carries it out, by its block id. */
  readonly step?: string;
  /** From 0 to 1. */
  readonly confidence?: number;
  /** What the agent was asked. */
  readonly prompt?: string;
  /** What it is about in the vault or in a project. */
  readonly files?: readonly string[];
  /** Of a note: what it tells. */
  readonly name?: string;
  /** Of a hypothesis: from 0 to 1, before anything was observed. */
  readonly prior?: number;
  /** Of a question: from 0 to 1, that the answer is none of its hypotheses. */
  readonly none?: number;
  /** Of a probe: `20 min`. */
  readonly cost?: string;
  /** Of an observation or of expected outcomes: the probe. */
  readonly probe?: string;
  /** Of an observation: which outcome of its probe it is. */
  readonly outcome?: string;
  /** Of an observation: it counts although its probe was carried out before. */
  readonly independent?: boolean;
  /** Of an observation: hypotheses that it speaks for, and against. */
  readonly supports?: readonly string[];
  readonly contradicts?: readonly string[];
}

/** What an entry must have, and may not be without. */
const needsOf: ReadonlySet<RecordVerb> = new Set([
  ...(['add_option', 'choose_option', 'reject_option', 'create_action'] as const),
  ...(['create_outcome', 'link_commit', 'add_note', 'focus_on'] as const),
  ...(['add_hypothesis', 'add_probe', 'expect_outcomes'] as const),
]);
export const mostText = 2_000;

/** What is to be written. */
export interface DrawnEntries {
  readonly entries: readonly RecordEntry[];
  /** By thing that was to be recorded, the id of what it adds; `null`: it adds nothing that has one. */
  readonly ids: readonly (string | null)[];
}

/**
 * The entries that are to be written, with new ids, if all of them may follow what the record says. Nothing is written
 * here. `state` has them afterwards; where the value is a problem, it may have some of them, and is of no use any more.
 *
 * @param newId draws six characters of `a-z2-7`
 */
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
      // As it stands in notes.
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
  if (text === '' && is !== 'chosen' && is !== 'focus' && !(is === 'rejected' && isImported))
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
    return lacks('`name` is missing.', 'Say what the note tells, as “assumptions”.');
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
