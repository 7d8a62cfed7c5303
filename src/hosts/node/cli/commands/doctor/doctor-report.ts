import type { Folders } from '../../../../../core/settings/device-config.js';
import {
  noteFates,
  type CheckedNote,
  type CheckedNotes,
  type NoteFate,
} from '../../../../../engine/views/checked-notes.js';
import { commandFor } from '../../terminal/next-steps.js';
import { withoutPanel } from '../../terminal/no-panel.js';
import { shellWord } from '../../terminal/shell-word.js';

export interface Examined {
  readonly vault: string;
  readonly isSetUp: boolean;
  readonly base: string | undefined;
  readonly folders: Folders;
  readonly elsewhere: readonly string[];
  readonly checked: CheckedNotes;
}

const mostPaths = 10;
const mostRemarks = 5;
const mostReasons = 30;

const places = ['pending', 'approved', 'rejected', 'plans', 'needsAction', 'inbox'] as const;
type Place = (typeof places)[number];

type Words = readonly [one: string, many: string];
const asked: readonly NoteFate[] = noteFates.slice(0, 5);

const ofAll: Readonly<Record<NoteFate, Words>> = {
  unreadable: ['can’t be read', 'can’t be read'],
  unclear: ['needs a correction', 'need a correction'],
  not_a_request: ['is not a request', 'are not requests'],
  without_server: ['lacks only a server', 'lack only a server'],
  importable: ['can become a request', 'can become requests'],
  suggested: ['could use a plan', 'could use a plan'],
  ours: ['is in Countersign’s format', 'are in Countersign’s format'],
  simple_task: ['is a simple task', 'are simple tasks'],
  left_alone: ['is left alone', 'are left alone'],
};
const adoptable: Words = ['can be adopted', 'can be adopted'];
const inWork: Words = ['is a task already', 'are tasks already'];

/** True when a person should look at something in the vault. */
export function needsAttention({ notes, problems }: CheckedNotes): boolean {
  return problems.length > 0 || notes.some(({ fate }) => asked.includes(fate));
}

export function doctorReport(examined: Examined): readonly string[] {
  const { checked, folders } = examined;
  const byPlace = places.map((place) => ({
    place,
    notes: checked.notes.filter((note) => note.place === place),
  }));
  const empty = byPlace.flatMap(({ place, notes }) => (notes.length === 0 ? folders[place] : []));
  return [
    ...headOf(examined),
    ...checked.problems.map(({ message, advice }) => `! ${message} ${withoutPanel(advice)}`),
    ...byPlace.flatMap(({ place, notes }) =>
      notes.length === 0 ? [] : ['', ...sectionOf(examined, place, notes)],
    ),
    '',
    ...(empty.length === 0 ? [] : [`No notes in ${empty.join(', ')}.`, '']),
    ...nextOf(examined),
  ];
}

function headOf({
  vault,
  isSetUp,
  base,
  folders,
  elsewhere,
  checked,
}: Examined): readonly string[] {
  if (isSetUp) return ['Nothing in this vault was changed.'];
  const [top] = folders.pending.split('/Pending_Approval');
  const where = top === folders.pending ? 'at its top' : `in ${top ?? ''}/`;
  const others = elsewhere.map((name) => commandFor(`doctor --base ${shellWord(name)}`, vault));
  return [
    'Nothing in this vault was changed.',
    `It is not set up for Countersign. Its notes were read as if \`countersign setup${base === undefined ? '' : ` --base ${shellWord(base)}`}\` had put Countersign’s folders ${where}.`,
    ...(others.length === 0
      ? []
      : ['There are folders with these names elsewhere, too. To check those:']),
    ...others.map((command) => `  ${command}`),
    ...(others.length === 0 && checked.notes.length === 0
      ? [
          'Those folders have no notes. If your agents use such folders elsewhere, add `--base FOLDER`.',
        ]
      : []),
  ];
}

function sectionOf(
  examined: Examined,
  place: Place,
  notes: readonly CheckedNote[],
): readonly string[] {
  const byFate = noteFates.map((fate) => notes.filter((note) => note.fate === fate));
  const counts = byFate.flatMap((some, at) => {
    const fate = noteFates[at];
    return some.length === 0 || !fate ? [] : `${some.length} ${wordsFor(fate, place, some.length)}`;
  });
  const folder = examined.folders[place];
  return [
    `${folder}: ${notes.length} ${notes.length === 1 ? 'note' : 'notes'}. ${counts.join(', ')}.`,
    ...remarkOn(place, notes),
    ...byFate.flatMap((some) => linesOf(examined, some)),
  ];
}

function remarkOn(place: Place, notes: readonly CheckedNote[]): readonly string[] {
  const has = (...fates: readonly NoteFate[]): boolean =>
    notes.some(({ fate }) => fates.includes(fate));
  if (place === 'approved' && has('unclear', 'without_server', 'importable')) {
    return [
      '  A draft of another tool does not run just because it is in this folder. Adopt it first; then it waits for your approval.',
    ];
  }
  return isItems(place) && has('suggested', 'simple_task')
    ? ['  These notes are not changed. Plans for them are only suggested, in Obsidian.']
    : [];
}

function isItems(place: Place): boolean {
  return place === 'needsAction' || place === 'inbox';
}

function wordsFor(fate: NoteFate, place: Place, count: number): string {
  const words =
    place === 'plans' && fate === 'importable'
      ? adoptable
      : isItems(place) && fate === 'ours'
        ? inWork
        : ofAll[fate];
  return words[count === 1 ? 0 : 1];
}

function linesOf(examined: Examined, notes: readonly CheckedNote[]): readonly string[] {
  const groups = new Map<string, CheckedNote[]>();
  for (const note of notes) {
    const key = JSON.stringify([
      note.is,
      note.remarks.map(({ message, advice }) => [message, advice]),
    ]);
    groups.set(key, [...(groups.get(key) ?? []), note]);
  }
  const all = [...groups.values()].sort((a, b) => b.length - a.length);
  const left = all.slice(mostReasons).reduce((sum, group) => sum + group.length, 0);
  return [
    ...all.slice(0, mostReasons).flatMap((group) => linesOfGroup(examined, group)),
    ...(left > 0 ? [`  … and ${left} more: \`countersign doctor --json\`.`] : []),
  ];
}

function linesOfGroup(examined: Examined, group: readonly CheckedNote[]): readonly string[] {
  const [first, second] = group;
  if (!first) return [];
  const sign = isComplete(first) ? '✓' : asked.includes(first.fate) ? '!' : '·';
  const parts = (which: string, path: string): string =>
    `  ${sign} ${[which, first.is, ...saidOf(examined, first, path)].filter(Boolean).join(' — ')}`;
  if (!second) return [parts(placeOf(first), first.path)];
  const left = group.length - mostPaths;
  return [
    parts(`${group.length} notes`, 'PATH'),
    ...group.slice(0, mostPaths).map((note) => `      ${placeOf(note)}`),
    ...(left > 0 ? [`      and ${left} more`] : []),
  ];
}

function isComplete({ fate }: CheckedNote): boolean {
  return fate === 'importable' || fate === 'without_server';
}

function placeOf({ path, remarks, about }: CheckedNote): string {
  const line = remarks[0]?.line;
  return `${path}${line === undefined ? '' : `:${line}`}${about === '' ? '' : ` (${about})`}`;
}

function saidOf(
  { vault }: Examined,
  { fate, remarks }: CheckedNote,
  path: string,
): readonly string[] {
  if (fate === 'importable') {
    const named = path === 'PATH' ? path : shellWord(path);
    return ['nothing is missing', commandFor(`adopt ${named}`, vault)];
  }
  const said = remarks.map(({ message, advice }) => [message, withoutPanel(advice)]);
  if (said.length < 2) return said.flat();
  const more = said.length - mostRemarks;
  const told = said.slice(0, mostRemarks).flat();
  return [[...told, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')];
}

function nextOf(examined: Examined): readonly string[] {
  const { vault, isSetUp, base, checked } = examined;
  const count = (...fates: readonly NoteFate[]): number =>
    checked.notes.filter(({ fate }) => fates.includes(fate)).length;
  const types = [...new Set(checked.notes.flatMap(({ lacksServerFor }) => lacksServerFor ?? []))];
  const routes = types.map((type) => `--route ${type}=SERVER.TOOL`).join(' ');
  const setup = base === undefined ? 'setup' : `setup --base ${shellWord(base)}`;
  const toCorrect = count('unreadable', 'unclear', 'not_a_request') + checked.problems.length;
  const steps = [
    ...(isSetUp
      ? []
      : [`Set up this vault. Its notes are not changed: ${commandFor(setup, vault)}`]),
    ...(toCorrect > 0
      ? [`Correct or move the notes marked “!”, then check again: ${commandFor('doctor', vault)}`]
      : []),
    ...(types.length > 0
      ? [
          `Import the MCP servers for your drafts, and name a tool for each type: ${commandFor(`bridge import FILE ${routes}`, vault)}`,
        ]
      : []),
    ...(count('importable') > 0 || types.length > 0
      ? [
          `Adopt the notes marked “✓” that you want, one by one. Each request then waits for your approval: ${commandFor('adopt PATH', vault)}`,
        ]
      : []),
    ...(count('suggested') > 0
      ? [
          `To have plans written for emails, messages and dropped files without Obsidian: ${commandFor('run --accept-existing', vault)}`,
        ]
      : []),
  ];
  const needsNothing = needsAttention(checked) ? [] : ['No note needs your attention.'];
  if (steps.length === 0) return needsNothing;
  return [
    ...needsNothing,
    'What to do next:',
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
  ];
}
