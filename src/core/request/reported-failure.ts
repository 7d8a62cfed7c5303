import { isJsonObject, type Json, type JsonObject } from '../json.js';

/** Words that begin a report of a failure, also as `TypeError` and `NotFoundException`. */
const FAILURE = String.raw`(?:\p{L}{0,60}(?:error|exception)(?:s|ed)?|fail(?:s|ed|ures?)?|traceback|unable|cannot|can['’]t|could(?:\s{1,9}not|n['’]t)|not\s{1,9}sent)(?!-?\p{L})`;

/** What may stand before the first word of a line: emoji, Markdown, brackets, quotes, spaces. */
const MARKS = String.raw`[^\p{L}\p{N}\n\r\u2028\u2029]`;
const WORD = String.raw`[\p{L}\p{N}\p{M}'’]{1,40}[^\p{L}\p{N}\n\r"'‘’“”„«»${'`'}]{1,20}`;

/** A key of JSON or Python is no word of a sentence. */
const NO_KEY = String.raw`(?![\p{L}\p{N}_]{0,40}["']\s{0,9}:)`;
/** One of the first three words of the text: “Request failed with …”, “Slack API error: …”. */
const firstWords = new RegExp(`^(?:${WORD}){0,2}${FAILURE}${NO_KEY}`, 'iu');
/** The first word of any line. */
const lineStart = new RegExp(`^${MARKS}{0,99}${FAILURE}${NO_KEY}`, 'imu');

/** “0 failed”, “without errors”, “Errors: 0”: these deny a failure. */
const denials =
  /(^|[\s,(])(?:(?:no|0|zero|without(?:\s{1,9}any)?)\s{1,9}(?:errors?|failed|failures?)(?!-?\p{L})|(?:errors|failed|failures)\s{0,9}[:=]\s{0,9}0(?=\s{0,9}(?:[,;)\n]|$)))/giu;

const QUOTE = String.raw`\\{0,9}["']`;
const NO_WORD = 'null|none|nil|undefined|false|0';
/** A value that says “no” or “nothing”, up to its end. */
const NO = String.raw`\s{0,99}(?:${QUOTE}(?:${NO_WORD})?${QUOTE}|${NO_WORD}|\[\s{0,99}\])\s{0,99}(?:[,;}\])\n]|$)`;

/** A field of JSON, also inside a string, or as Python, JavaScript and YAML print it. */
function field(names: string, value: string): RegExp {
  const quoted = String.raw`["'](?:${names})${QUOTE}`;
  const bare = String.raw`(?:^${MARKS}{0,20}|[{,]\s{0,99})(?:${names})[*_]{0,2}`;
  return new RegExp(String.raw`(?:${quoted}|${bare})\s{0,99}[:=]${value}`, 'imu');
}

const fields = [
  field(
    '(?:(?:is|has)_?)?(?:err(?:or)?s?|(?:err|error)_?(?:code|message|count)|fail(?:ed|ures?)|exception)',
    `(?!${NO})`,
  ),
  field('(?:is_?)?(?:ok|success|successful|succeeded|sent)', NO),
  field('status|state|result|outcome|type|message', String.raw`[^\p{L}\p{N}]{0,99}${FAILURE}`),
  field('(?:status|status_?code|code)', String.raw`\s{0,99}(?:${QUOTE})?[45]\d\d(?!\d)`),
];

/**
 * Whether a tool result that is not marked as an error reports a failure in its own words. Many servers
 * catch what was thrown and answer with its text. The rule looks at no meaning, only at two forms:
 *
 * - **a line**: the first line has a word such as “error” or “failed” among its first three words, or a
 *   further line begins with one.
 * - **a field**: `error` or `failed` with a value, `ok`, `success` or `sent` that is false or empty, a
 *   `status`, `result` or `message` that begins with such a word, or an HTTP status of 400 or more.
 *
 * It errs towards “yes”, because a wrong “yes” only makes a person check: “Failed login alert sent” is
 * a yes. A route's success pattern decides instead of it. Every repetition in the patterns is bounded, so
 * the cost is linear in the length of the text, and no nesting of JSON matters.
 */
export function reportsFailure(result: JsonObject): boolean {
  return textsOf(result).some((text) => {
    // Characters that nobody sees, such as a byte order mark, part no words.
    const seen = text.replace(/\p{Cf}/gu, '').replace(denials, '$1');
    const words = seen.slice(Math.max(0, seen.search(/[\p{L}\p{N}]/u)));
    return (
      firstWords.test(words) || lineStart.test(seen) || fields.some((pattern) => pattern.test(seen))
    );
  });
}

/** Each text of a result by itself: its items, embedded resources, and the structured content as JSON. */
function textsOf({ content, structuredContent }: JsonObject): string[] {
  const items: readonly Json[] = Array.isArray(content) ? content : [];
  const texts = items.flatMap((item) => {
    if (!isJsonObject(item)) return [item];
    return [item['text'], isJsonObject(item['resource']) ? item['resource']['text'] : undefined];
  });
  return [
    ...texts.filter((text) => typeof text === 'string'),
    ...(structuredContent === undefined ? [] : [JSON.stringify(structuredContent)]),
  ];
}
