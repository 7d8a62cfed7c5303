import { fail, ok, type Result } from '../errors.js';
import { foldLine } from '../text/text-line.js';
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
    takes: ['of', 'text', 'confidence', 'prompt', 'files'],
  },
  link_commit: { is: 'commit', letter: null, takes: ['of', 'text'] },
  add_note: { is: 'note', letter: null, takes: ['of', 'name', 'text'] },
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
   * What it is about, by id: the goal of a goal or decision (default: the plan’s), the decision of an option, action,
   * commit or observation, the option that is chosen or rejected, the action of an outcome. `#2` is what the second
   * entry of the same call adds.
   */
  readonly of?: string;
  /** Contents; of a choice or rejection its reason; of a commit its name. */
  readonly text?: string;
  /** Of an outcome; `null`: nobody says, which only an import may do. */
  readonly success?: boolean | null;
  /** Only of what is imported: what else it names. It may be about nothing. */
  readonly refs?: RecordEntry['refs'];
  /** Of a decision: the one that it takes the place of. */
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
}

/** What an entry must have, and may not be without. */
const needsOf: ReadonlySet<RecordVerb> = new Set([
  ...(['add_option', 'choose_option', 'reject_option', 'create_action'] as const),
  ...(['create_outcome', 'link_commit', 'add_note'] as const),
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
  if (text === '' && is !== 'chosen' && !(is === 'rejected' && isImported))
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
  const { confidence } = one;
  if (confidence !== undefined && !(confidence >= 0 && confidence <= 1))
    return lacks('`confidence` is not from 0 to 1.', 'Give a number such as 0.8.');
  const isUnder = is === 'goal' || is === 'decision';
  const supersedes = named(one.supersedes);
  const step = named(one.step);
  const refs = {
    ...(isUnder && about !== null ? { under: [about] } : {}),
    ...(is === 'observation' && about !== null ? { informs: [about] } : {}),
    ...(is === 'decision' && supersedes !== null ? { supersedes: [supersedes] } : {}),
    ...(is === 'action' && step !== null ? { implements: [step] } : {}),
    ...Object.fromEntries(
      Object.entries(one.refs ?? {}).map(([key, ids]) => [
        key,
        ids.map((name) => named(name) ?? name),
      ]),
    ),
  };
  return [
    null,
    {
      ...{ is, id: draw(), of: isUnder || is === 'observation' ? null : about, refs },
      text: is === 'commit' ? text.toLowerCase() : text,
      ...(is === 'note' ? { name } : {}),
      ...(is === 'outcome' && one.success !== null ? { success: one.success === true } : {}),
      ...(confidence === undefined ? {} : { confidence: Number(confidence.toFixed(3)) }),
    },
  ];
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
