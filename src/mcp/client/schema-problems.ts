import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { Json, JsonObject } from '../../core/json.js';

/** More would not help a person. */
const PROBLEM_LIMIT = 10;

const validator = new CfWorkerJsonSchemaValidator({ shortcircuit: false });

/**
 * What is wrong with a value for a JSON Schema, as sentences; empty when valid. A schema that
 * cannot be used (broken pattern, unresolved or endless `$ref`, unknown dialect) is one sentence:
 * nothing is valid for it.
 */
export function schemaProblems(schema: JsonObject, value: Json, what: string): readonly string[] {
  let message: string | undefined;
  try {
    message = validator.getValidator<Json>(schema)(value).errorMessage;
  } catch (error) {
    const cause = String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
    return [`The schema for ${what} cannot be used: ${cause}.`.replace(/\.{2,}$/u, '.')];
  }
  if (message === undefined) return [];
  const findings = message.split(/; (?=#)/u).map(readFinding);
  const causes = findings.filter(({ text }) => !isConsequence(text));
  const failing = new Set(causes.map(({ path }) => path.split('.', 1)[0]));
  return causes
    .filter(({ unnamed }) => unnamed === null || !failing.has(unnamed))
    .slice(0, PROBLEM_LIMIT)
    .map(({ path, text, unnamed }) => {
      const subject = path === '' ? capitalise(what) : `${capitalise(what)} at "${path}"`;
      const sentence = unnamed === null ? text : `"${unnamed}" is not allowed.`;
      return `${subject}: ${sentence}`;
    });
}

interface Finding {
  /** Where in the value, with dots; `''` for the whole. */
  readonly path: string;
  readonly text: string;
  /** The property that `additionalProperties` or `unevaluatedProperties` refuses. */
  readonly unnamed: string | null;
}

/** One finding of the validator: `#/to: Instance type "number" is invalid.` */
function readFinding(finding: string): Finding {
  const [, pointer = '', text = finding] = /^#\/?(.*?): (.*)$/su.exec(finding) ?? [];
  const unnamed = /^Property "(.*)" does not match (?:additional|unevaluated) properties schema/su;
  return {
    path: decodePointer(pointer),
    text,
    unnamed: unnamed.exec(text)?.[1] ?? null,
  };
}

/** JSON Pointer in a URI fragment, RFC 6901 §6. */
function decodePointer(pointer: string): string {
  return pointer
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

/** The validator also reports each parent of what is wrong; those sentences say nothing new. */
function isConsequence(text: string): boolean {
  return text.endsWith('does not match schema.') || text === 'False boolean schema.';
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
