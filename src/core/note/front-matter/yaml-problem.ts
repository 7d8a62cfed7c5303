import type { ErrorCode } from 'yaml';
import { trimEnd } from '../../text/trim-end.js';

const BROKEN = 'The front matter is not valid YAML';

const EXPLANATIONS: Partial<Record<ErrorCode, readonly [message: string, advice: string]>> = {
  BLOCK_AS_IMPLICIT_KEY: [
    `${BROKEN}: a value contains a colon followed by a space.`,
    'Put the whole value in double quotes.',
  ],
  MULTILINE_IMPLICIT_KEY: [
    `${BROKEN}: a line looks like a property but continues the one above.`,
    'Start every property at the same column, and write a colon and a space behind its name.',
  ],
  UNEXPECTED_TOKEN: [
    `${BROKEN}: something follows a value that was already complete.`,
    'Put the whole value in quotes.',
  ],
  TAG_RESOLVE_FAILED: [
    `${BROKEN}: a value starts with an exclamation mark.`,
    'Put the whole value in quotes.',
  ],
  BAD_SCALAR_START: [
    `${BROKEN}: a value starts with a character that YAML reserves.`,
    'Put the whole value in quotes.',
  ],
  BAD_ALIAS: [`${BROKEN}: a value starts with \`&\` or \`*\`.`, 'Put the whole value in quotes.'],
  TAB_AS_INDENT: [`${BROKEN}: a line is indented with a tab.`, 'Indent with spaces.'],
  BAD_INDENT: [
    `${BROKEN}: a line is indented differently from the lines it belongs to.`,
    'Start every property at the same column and close every bracket.',
  ],
  BAD_DQ_ESCAPE: [
    `${BROKEN}: a value in double quotes has a backslash that means nothing.`,
    'Double the backslash, or use single quotes.',
  ],
  MISSING_CHAR: [
    `${BROKEN}: a colon, a quote or a bracket is missing.`,
    'Write every property as `name: value` and close every quote and bracket.',
  ],
  RESOURCE_EXHAUSTION: [`${BROKEN}: it is nested too deeply.`, 'Flatten the properties.'],
  MULTIPLE_DOCS: [
    `${BROKEN}: it holds more than one document.`,
    'Keep one list of properties between the two `---` lines.',
  ],
};

/** What a YAML error means for a person, as message and advice. */
export function explainYamlError(code: ErrorCode, detail: string): readonly [string, string] {
  const known = EXPLANATIONS[code];
  if (known !== undefined) return known;
  const sentence = trimEnd(detail, ' .\n');
  return [`${BROKEN}: ${sentence}.`, 'Correct the property on this line.'];
}
