import type { ErrorCode } from 'yaml';
import { trimEnd } from '../../text/trim-end.js';

const inQuotes = 'Put the whole value in quotes.';
const BROKEN = 'The front matter is not valid YAML';

const EXPLANATIONS: Partial<Record<ErrorCode, readonly [message: string, advice: string]>> = {
  BLOCK_AS_IMPLICIT_KEY: [`${BROKEN}: a value contains a colon followed by a space.`, inQuotes],
  MULTILINE_IMPLICIT_KEY: [
    `${BROKEN}: a line looks like a property but continues the one above.`,
    'Start every property in the same column, and write a colon and a space after its name. Indent the lines of a longer text by two spaces.',
  ],
  UNEXPECTED_TOKEN: [`${BROKEN}: something follows a value that was already complete.`, inQuotes],
  TAG_RESOLVE_FAILED: [`${BROKEN}: a value starts with an exclamation mark.`, inQuotes],
  BAD_SCALAR_START: [`${BROKEN}: a value starts with a character that YAML reserves.`, inQuotes],
  BAD_ALIAS: [`${BROKEN}: a value starts with \`&\` or \`*\`.`, inQuotes],
  TAB_AS_INDENT: [`${BROKEN}: a line is indented with a tab.`, 'Indent with spaces.'],
  BAD_INDENT: [
    `${BROKEN}: a line is indented differently from the lines around it.`,
    'Start every property in the same column and close every bracket.',
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
    `${BROKEN}: it contains more than one document.`,
    'Keep one list of properties between the two `---` lines.',
  ],
};

const quotable = /^([\w -]{1,40}:) +((?=\S)[^\\`\p{C}]{1,120}?) *$/u;

/** Explains a YAML error to a person, as message and advice. */
export function explainYamlError(
  code: ErrorCode,
  detail: string,
  line = '',
): readonly [string, string] {
  const known = EXPLANATIONS[code];
  if (known?.[1].endsWith(inQuotes)) {
    const [, key = '', value = ''] = quotable.exec(line) ?? [];
    const quote = ['"', "'"].find((one) => !value.includes(one));
    if (key === '' || quote === undefined) return known;
    return [known[0], `${known[1].slice(0, -1)}: \`${key} ${quote}${value}${quote}\`.`];
  }
  if (known !== undefined) return known;
  const sentence = trimEnd(detail, ' .\n');
  return [`${BROKEN}: ${sentence}.`, 'Correct the property on this line.'];
}
