import { format, Validator, type OutputUnit, type SchemaDraft } from '@cfworker/json-schema';
import { decodeFragment, type Json, type JsonObject } from '../../core/json.js';
import type { ArgumentProblem } from '../../core/request/action/form-fields.js';
import { formatSchemaProblem } from './format-schema-problem.js';

format['url'] = (text: string) => URL.canParse(text);

const PROBLEM_LIMIT = 10;

const drafts = new Map<string, SchemaDraft>([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft-07/schema', '7'],
  ['json-schema.org/draft-06/schema', '7'],
]);

/** Returns the problems of a value under a JSON Schema. Empty if the value is valid. */
export function schemaProblems(
  schema: JsonObject,
  value: Json,
  of: Judged = 'arguments',
): readonly ArgumentProblem[] {
  const ofAll = (text: string): ArgumentProblem => ({ path: '', text, sentence: text });
  const ofSchema = (why: string): readonly ArgumentProblem[] => [
    { ...ofAll(`The schema for the ${of} can’t be used: ${why}`), isOfSchema: true },
  ];
  let errors: readonly OutputUnit[];
  try {
    const draft = draftOf(schema['$schema']);
    if (asksForDifferent(schema) && itemsIn(value) > mostDifferent) {
      const most = `more than ${mostDifferent} items, which are not compared with each other`;
      return [ofAll(`There are ${most}.`)];
    }
    if (draft === null) return ofSchema('its dialect is unknown.');
    const verdict = new Validator(countedSchema(schema, mostSteps), draft, false).validate(
      bare(value),
    );
    if (verdict.valid) return [];
    errors = verdict.errors;
  } catch (error) {
    if (error === tooManySteps) {
      return [ofAll(`${subjectOf(of, '')} are too deeply nested to be checked.`)];
    }
    const cause = String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
    return ofSchema(`${cause}.`.replace(/\.{2,}$/u, '.'));
  }
  const findings = errors.map(readFinding);
  const causes = findings.filter(({ text }) => !isConsequence(text));
  const told = causes
    .filter((finding) => finding.unnamed === null || !isSaidAt(placeOf(finding), causes))
    .slice(0, PROBLEM_LIMIT)
    .map((finding) => problemOf(of, finding));
  if (told.length > 0) return told;
  const paths = findings.map((finding) => finding.path);
  const longest = paths.reduce((one, other) => (other.length > one.length ? other : one), '');
  const does = longest === '' && of === 'arguments' ? 'do' : 'does';
  const text = `${does} not match the schema.`;
  return [{ path: longest, text, sentence: `${subjectOf(of, longest)} ${text}` }];
}

export function whyNoneValid(schema: JsonObject): string | null {
  const { required } = schema;
  const names = Array.isArray(required) ? required.map(String) : [];
  const trial = schemaProblems(schema, Object.fromEntries(names.map((name) => [name, ''])));
  return trial.find(({ isOfSchema }) => isOfSchema)?.sentence ?? null;
}

function placeOf({ path, unnamed }: Finding): string {
  return [path, unnamed].filter((part) => part !== null && part !== '').join('.');
}

function isSaidAt(place: string, findings: readonly Finding[]): boolean {
  return findings.some(
    ({ path, unnamed }) => unnamed === null && (path === place || path.startsWith(`${place}.`)),
  );
}

type Judged = 'arguments' | 'answer';

function problemOf(of: Judged, { path, text: said, unnamed }: Finding): ArgumentProblem {
  const { text, name = unnamed } =
    unnamed === null ? formatSchemaProblem(said) : { text: 'is not allowed.' };
  const at = [path, name].filter((part) => part !== null && part !== '').join('.');
  const isOurs = /^\p{Ll}/u.test(text);
  const subject = unnamed === '' && at === '' ? 'A name that is empty' : subjectOf(of, at);
  const sentence = `${subject}${isOurs ? '' : ':'} ${text}`;
  return { path: at, text: text.charAt(0).toUpperCase() + text.slice(1), sentence };
}

function subjectOf(of: Judged, path: string): string {
  if (path === '') return `The ${of}`;
  return of === 'arguments' ? `The argument “${path}”` : `In the answer, “${path}”`;
}

/** Without a limit, checking a deep schema might never end. */
const mostSteps = 200_000;
const tooManySteps = new Error('too many steps');

function countedSchema(schema: JsonObject, most: number): JsonObject {
  let steps = 0;
  const copyOf = (value: Json, isData = false): Json => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one: Json) => copyOf(one, isData));
    const copy = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        copyOf(one, isData || key === 'const' || key === 'enum'),
      ]),
    );
    const { $ref } = copy;
    if (!isData && typeof $ref === 'string' && $ref.startsWith('#')) {
      copy['$ref'] = encodeURI(decodeFragment($ref));
    }
    const { $recursiveAnchor = undefined } = copy;
    Object.defineProperty(copy, '$recursiveAnchor', {
      enumerable: false,
      get() {
        steps += 1;
        if (steps > most) throw tooManySteps;
        return $recursiveAnchor;
      },
    });
    return copy;
  };
  return copyOf(schema) as JsonObject;
}

/** `uniqueItems` compares each item with all others, which is slow for long lists. */
const mostDifferent = 5_000;

function asksForDifferent(schema: JsonObject): boolean {
  return JSON.stringify(schema).includes('"uniqueItems"');
}

function bare(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(bare);
  const copy = Object.create(null) as Record<string, Json>;
  for (const [key, one] of Object.entries(value)) copy[key] = bare(one);
  return copy;
}

function itemsIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  const inner = Object.values(value) as readonly Json[];
  return inner.reduce((sum: number, one) => sum + itemsIn(one), own);
}

interface Finding {
  readonly path: string;
  readonly text: string;
  readonly unnamed: string | null;
}

function draftOf(dialect: Json | undefined): SchemaDraft | null {
  if (typeof dialect !== 'string') return '2020-12';
  return drafts.get(dialect.replace(/^https?:\/\//u, '').replace(/#$/u, '')) ?? null;
}

function readFinding({ instanceLocation, keyword, error }: OutputUnit): Finding {
  const unnamed = /^Property "(.*)" does not match (?:additional|unevaluated) properties schema/su;
  return {
    path: decodePointer(instanceLocation.replace(/^#\/?/u, '')),
    text: keyword === 'exclusiveMinimum' ? error.replace(' than ', ' than or equal to ') : error,
    unnamed: unnamed.exec(error)?.[1] ?? null,
  };
}

function decodePointer(pointer: string): string {
  return decodeURI(pointer)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

function isConsequence(text: string): boolean {
  return text.endsWith('does not match schema.') || text === 'False boolean schema.';
}
