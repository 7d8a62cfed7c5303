import { fail, type Problem } from '../../errors.js';
import type { Json } from '../../json.js';
import { textField, type FrontMatter } from '../../note/front-matter/front-matter.js';
import { positionAt } from '../../text/lines.js';
import { showInvisible } from '../../text/show-invisible.js';

export interface ExternalField<Value extends Json = Json> {
  readonly value: Value;
  /** The property that has the value. Null if no property has it. */
  readonly key: string | null;
  readonly how: 'read' | 'guessed';
}

export interface ExternalText extends ExternalField<string> {
  readonly key: string;
}

export interface ExternalReading {
  readonly path: string;
  readonly text: string;
  readonly front: FrontMatter;
  readonly problems: Problem[];
  /** Text of the note that would not be sent. */
  readonly unsent: string[];
}

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

export function cannotBeRead(action: string): [message: string, advice: string] {
  return [
    `Countersign can’t turn ${action} into a request, only emails, payments, social posts and WhatsApp messages.`,
    'Ask the agent to write it as a Countersign request (AGENTS.md says how), or move this note elsewhere.',
  ];
}

/** Returns the text of the properties `keys`. Null if they have no text, or different ones. */
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
      `\`${first[0]}\` and \`${other[0]}\` have different values.`,
      'Keep the one that is meant.',
    );
    return null;
  }
  return { value: first[1].trim(), key: first[0], how: first[0] === keys[0] ? 'read' : 'guessed' };
}

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

const markup = /\[\[|\]\(|[<>`]/;

export function isPlainLine(text: string): boolean {
  return !/[\r\n\t]/.test(text) && !markup.test(text) && showInvisible(text) === text;
}
