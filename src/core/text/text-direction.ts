/** Right-to-left text: the Unicode blocks for letters, marks and digits of such scripts. */
export const fromRight =
  '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefe\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]';
const runsFromRight = new RegExp(fromRight, 'u');
const beginsFromRight = new RegExp(`^[^\\p{L}]*${fromRight}`, 'u');
/** Right-to-left words, without numbers or words of other scripts between them. */
const run = new RegExp(`(${fromRight}(?:[^\\p{L}\\p{N}\\n]*${fromRight})*)`, 'u');

/**
 * A part of a text, and how it is isolated from the text around it: `auto` for words with their own
 * direction, `rtl` for a whole line, `null` if not at all.
 */
export interface TextPart {
  readonly text: string;
  readonly isolated: 'auto' | 'rtl' | null;
}

/**
 * A text in parts that are drawn in the order in which they are sent. Right-to-left words would move the
 * numbers beside them to their other side, so each is isolated. Only a line of prose that is written from
 * right to left runs so as a whole.
 */
export function partsByDirection(text: string, isProse = true): readonly TextPart[] {
  if (!runsFromRight.test(text)) return [{ text, isolated: null }];
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines
    .flatMap((line): readonly TextPart[] =>
      isProse && isWrittenFromRight(line)
        ? [{ text: line, isolated: 'rtl' }]
        : line
            .split(run)
            .map((part, at) => ({ text: part, isolated: at % 2 === 1 ? 'auto' : null })),
    )
    .filter((part) => part.text !== '');
}

const isolates = { auto: '\u2068', rtl: '\u2067' } as const;
const endOfIsolate = '\u2069';

/**
 * A line with Unicode's isolates around its right-to-left parts, for notices and for notes that we write.
 */
export function withIsolates(line: string): string {
  return partsByDirection(line)
    .map(({ text, isolated }) => (isolated ? `${isolates[isolated]}${text}${endOfIsolate}` : text))
    .join('');
}

/** A line without the characters that {@link withIsolates} added. Characters that others hid in it stay. */
export function withoutIsolates(line: string): string {
  const bare = line.replace(/[\u2067-\u2069]/gu, '');
  return bare !== line && withIsolates(bare) === line ? bare : line;
}

/** True when a line is written from right to left, as most of its letters are. */
function isWrittenFromRight(line: string): boolean {
  if (!beginsFromRight.test(line)) return false;
  const letters = line.match(/\p{L}/gu) ?? [];
  const own = letters.filter((letter) => runsFromRight.test(letter));
  return own.length * 2 > letters.length;
}
