import { fail, type Problem } from '../../errors.js';
import type { Json } from '../../json.js';
import { textField, type FrontMatter } from '../../note/front-matter/front-matter.js';
import { positionAt } from '../../text/lines.js';
import { showInvisible } from '../../text/show-invisible.js';

/** One thing that is understood of an external note. */
export interface ExternalField<Value extends Json = Json> {
  readonly value: Value;
  /** The property it stands in; `null`: the text below the properties, or nowhere. */
  readonly key: string | null;
  /** `read`: it stands there under this very name, with this very value. */
  readonly how: 'read' | 'guessed';
}

/** A text that stands in a property. */
export interface ExternalText extends ExternalField<string> {
  readonly key: string;
}

/** The state kept while an external note is read. What cannot be read becomes a problem. */
export interface ExternalReading {
  readonly path: string;
  readonly text: string;
  readonly front: FrontMatter;
  readonly problems: Problem[];
  /** The first lines of what is in the text and would not be sent. */
  readonly unsent: string[];
}

/**
 * Says why something is not guessed.
 *
 * @param place where that is in the text; 0: where the property is
 */
export function addProblem(
  { path, text, front, problems }: ExternalReading,
  key: string | null,
  message: string,
  advice: string,
  place = 0,
): void {
  const at =
    place || ((key === null ? undefined : front.ranges.get(key)?.keyStart) ?? front.contentStart);
  problems.push(fail('foreign_unclear', message, advice, { path, ...positionAt(text, at) }).error);
}

/** That a note’s action is none that becomes a request, and what to do. */
export function cannotBeRead(action: string): [message: string, advice: string] {
  return [
    `Countersign can’t turn ${action} into a request, only emails, payments, social posts and WhatsApp messages.`,
    'Ask the agent to write it as a Countersign request (AGENTS.md says how), or move this note elsewhere.',
  ];
}

/** The first of these properties that has a text; all that have one must say the same. */
export function agreedText(
  reading: ExternalReading,
  keys: readonly string[],
  same: (text: string) => string = (text) => text.trim(),
): ExternalText | null {
  const found = keys.flatMap((key): [string, string][] => {
    const text = textOf(reading, key);
    return text === null ? [] : [[key, text]];
  });
  const [first] = found;
  if (!first) return null;
  const other = found.find(([, text]) => same(text) !== same(first[1]));
  if (other) {
    addProblem(
      reading,
      other[0],
      `\`${first[0]}\` and \`${other[0]}\` do not say the same.`,
      'Keep the one that is meant.',
    );
    return null;
  }
  return { value: first[1].trim(), key: first[0], how: first[0] === keys[0] ? 'read' : 'guessed' };
}

/** A property's text; `null` when it is absent or empty, or, which is said, no text. */
export function textOf(reading: ExternalReading, key: string): string | null {
  const { front } = reading;
  if (front.ranges.get(key)?.style === 'collection') {
    addProblem(
      reading,
      key,
      `\`${key}\` is a list, or a link without quotes.`,
      `Write one value after \`${key}:\`. If there are several, make a note for each.`,
    );
    return null;
  }
  const text = textField(front, key);
  return text === null || text.trim() === '' ? null : text;
}

/** A link, an embed or code: another reader makes something else of it than what would be sent. */
const markup = /\[\[|\]\(|[<>`]/;

/** Whether a text is one line of plain words, of which every character can be seen. */
export function isPlainLine(text: string): boolean {
  return !/[\r\n\t]/.test(text) && !markup.test(text) && showInvisible(text) === text;
}
