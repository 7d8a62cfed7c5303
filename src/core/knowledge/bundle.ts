import { fail, ok, type Result } from '../errors.js';
import { checkVaultPath } from '../note/vault-path.js';
import { lineEndOf } from '../text/lines.js';
import { hasUnseen } from '../text/show-invisible.js';
import { quoted } from '../text/quote.js';

export const bundleFile = 'kb-bundle.toml';

export const requiredRules = [
  ...(['integrity-security', 'epistemic-default-distrust'] as const),
  ...(['response-one-step-before-finish', 'scope-disambiguation-all-everywhere'] as const),
];

export interface BundleEntry {
  readonly name: string;
  readonly file: string;
}

export interface Bundle {
  readonly base: readonly BundleEntry[];
  readonly extended: readonly BundleEntry[];
  readonly problems: readonly {
    readonly table: 'base' | 'extended';
    readonly name: string | null;
    readonly why: string;
  }[];
}

const tables = ['base', 'extended'] as const;
const nameForm = /^[a-z0-9][a-z0-9-]{0,63}$/u;
const howToName = 'Names have small letters, digits and hyphens.';

export function isEntryName(name: string): boolean {
  return nameForm.test(name);
}

export function readBundle(text: string, path: string): Result<Bundle> {
  const read = readToml(text, path);
  if (!read.ok) return read;
  const problems: Bundle['problems'][number][] = [];
  const found: Record<(typeof tables)[number], BundleEntry[]> = { base: [], extended: [] };
  for (const { table: key, name, value, line } of read.value) {
    const table = tables.find((one) => one === key);
    if (table) {
      const why = entryProblem(name, value, table);
      if (why === null) found[table].push({ name, file: String(value) });
      else problems.push({ table, name, why: `${quoted(name)} in [${table}]: ${why}` });
    } else if (key !== '' || name !== 'version') {
      const why = `Line ${line} of ${path} is neither in [base] nor in [extended], so it is not read.`;
      problems.push({ table: 'extended', name: null, why });
    }
  }
  return ok({ ...found, problems });
}

function entryProblem(name: string, file: unknown, table: (typeof tables)[number]): string | null {
  if (!isEntryName(name)) return `this is not a valid name. ${howToName}`;
  if (typeof file !== 'string') return 'it names no file. Write the file’s name in quotes.';
  const path = checkVaultPath(file);
  if (!path.ok) return `${quoted(file)} leads out of the folder, or is not the path of a note.`;
  if (hasUnseen(file)) return `${quoted(file)} has a hidden character.`;
  if (file.endsWith('.md') || (table === 'extended' && file.endsWith('.toml'))) return null;
  return table === 'base'
    ? `${quoted(file)} is not a note. Its name must end in .md.`
    : `${quoted(file)} is neither a note (.md) nor a bundle (.toml).`;
}

export function withEntry(
  text: string,
  path: string,
  table: (typeof tables)[number],
  { name, file }: BundleEntry,
): Result<string> {
  const now = readBundle(text, path);
  if (!now.ok) return now;
  const known = [...now.value.base, ...now.value.extended].some((one) => one.name === name);
  if (known)
    return fail(
      'input_invalid',
      `The bundle already has a note ${quoted(name)}.`,
      'Choose another name.',
    );
  const lineEnd = lineEndOf(text);
  const line = `${name} = ${JSON.stringify(file)}`;
  const head = new RegExp(
    `(?:^\\ufeff?|\\n)[ \\t]*\\[[ \\t]*${table}[ \\t]*\\][ \\t]*(?:#[^\\n]*?)?(\\r?\\n|$)`,
    'u',
  ).exec(text);
  const at = head ? head.index + head[0].length : text.length;
  const before = head
    ? text.slice(0, at)
    : `${text}${text.endsWith('\n') ? '' : lineEnd}${lineEnd}[${table}]${lineEnd}`;
  const own = head?.[1];
  const after = `${before}${own === '' ? lineEnd : ''}${line}${own ? own : lineEnd}${text.slice(at)}`;
  const read = readBundle(after, path);
  const isThere = read.ok && read.value[table].some((one) => one.name === name);
  return isThere
    ? ok(after)
    : fail(
        'input_invalid',
        `Nothing can be added to [${table}] in ${path}.`,
        `Write this line into it yourself: ${line}`,
        { path },
      );
}

interface TomlEntry {
  readonly table: string;
  readonly name: string;
  readonly value: string | number;
  readonly line: number;
}

const tomlTable = /^[ \t]*\[[ \t]*([\w-]+)[ \t]*\][ \t]*(?:#.*)?$/u;
const tomlEntry =
  /^[ \t]*([\w-]+)[ \t]*=[ \t]*(?:("(?:[^"\\]|\\["\\bfnrtu])*")|'([^']*)'|(0|[1-9]\d{0,8}))[ \t]*(?:#.*)?$/u;

function readToml(text: string, path: string): Result<readonly TomlEntry[]> {
  const entries: TomlEntry[] = [];
  const known = new Set<string>();
  let table = '';
  for (const [at, line] of text
    .replace(/^\ufeff/u, '')
    .split(/\r?\n/u)
    .entries()) {
    const refused = (what: string): Result<never> =>
      fail('settings_invalid', `This can’t be read as TOML: ${what}.`, howToWrite, {
        ...{ path, line: at + 1 },
      });
    if (/(?!\t)\p{Cc}/u.test(line)) return refused('it has a control character');
    if (/^[ \t]*(?:#.*)?$/u.test(line)) continue;
    const head = tomlTable.exec(line)?.[1];
    const [, key = '', basic, literal, number] = tomlEntry.exec(line) ?? [];
    const own = head === undefined ? `${table}.${key}` : `.${head}`;
    if (head === undefined && key === '') return refused(quoted(line.trim()));
    if (known.has(own)) return refused(`${quoted(head ?? key)} appears twice`);
    known.add(own);
    if (head !== undefined) {
      table = head;
      continue;
    }
    const value = literal ?? (basic === undefined ? Number(number) : unescaped(basic));
    if (value === null) return refused(quoted(line.trim()));
    entries.push({ table, name: key, value, line: at + 1 });
  }
  return ok(entries);
}

const howToWrite =
  'Write [base] or [extended] in a line, and lines such as name = "file.md" below.';

function unescaped(text: string): string | null {
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}
