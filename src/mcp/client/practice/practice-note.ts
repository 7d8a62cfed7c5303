import type { Result } from '../../../core/errors.js';
import { inlineText } from '../../../core/text/inline-text.js';
import type { Json, JsonObject } from '../../../core/json.js';
import { folderOf, joinPath, slugOf } from '../../../core/note/file-name.js';
import { isoSeconds, timestampForName } from '../../../core/time.js';
import { atFirstFreeName } from '../../../core/note/free-name.js';
import { showTemplates } from '../../../core/text/show-invisible.js';
import { showHidden } from '../../../core/text/text-line.js';
import type { Folders } from '../../../core/settings/device-config.js';
import type { NoteStore } from '../../../ports/note-store.js';
import type { PracticeTool } from './practice-tools.js';

export interface PracticeOptions {
  readonly store: Pick<NoteStore, 'create'>;
  readonly folder: string;
  readonly now: () => number;
}

export function practiceFolderOf({ folders }: { readonly folders: Folders }): string {
  return joinPath(folderOf(folders.inbox), 'Practice');
}

/** Writes what a call would have done as a new note, and returns the note's path. */
export function writePracticeNote(
  { store, folder, now }: PracticeOptions,
  tool: PracticeTool,
  args: JsonObject,
): Promise<Result<string>> {
  const at = now();
  const title = args[tool.titleOf];
  const slug = slugOf(typeof title === 'string' ? title : '');
  const name = `${timestampForName(at)}_${tool.definition.name}_${slug}`;
  const text = showTemplates(practiceNote(tool, args, at));
  const random = (): string => crypto.randomUUID().slice(0, 8);
  return atFirstFreeName(folder, name, random, (path) => store.create(path, text));
}

function practiceNote({ definition, texts }: PracticeTool, args: JsonObject, at: number): string {
  const entries = Object.entries(args);
  const short = entries.filter(([name]) => !texts.includes(name));
  const long = entries.filter(([name]) => texts.includes(name));
  return [
    '---',
    'type: practice',
    `tool: ${definition.name}`,
    `created_date: ${isoSeconds(at)}`,
    '---',
    '',
    `# Practice: ${definition.name}`,
    '',
    'The practice server wrote this note. Nothing left this vault.',
    '',
    ...short.map(([name, value]) => `- ${name}: ${inlineText(formatValue(value))}`),
    ...long.flatMap(([name, value]) => ['', `## ${name}`, '', ...indented(formatValue(value))]),
    '',
  ].join('\n');
}

function formatValue(value: Json): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(formatValue).join(', ') : JSON.stringify(value);
}

function indented(text: string): string[] {
  return showHidden(text)
    .split(/\r\n|\r|\n/u)
    .map((line) => `    ${line}`.trimEnd());
}
