/** A character class that matches right-to-left characters, for the flag `u`. */
export const fromRight =
  '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefe\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]';
const runsFromRight = new RegExp(fromRight, 'u');
const beginsFromRight = new RegExp(`^[^\\p{L}]*${fromRight}`, 'u');
const run = new RegExp(`(${fromRight}(?:[^\\p{L}\\p{N}\\n]*${fromRight})*)`, 'u');

/** A part of a text. `isolated` is the direction of an isolated part, null for any other part. */
export interface TextPart {
  readonly text: string;
  readonly isolated: 'auto' | 'rtl' | null;
}

/**
 * Splits a text into parts to display separately, so that right-to-left words do not move the
 * numbers beside them.
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

/** Adds Unicode's isolate characters around the right-to-left parts of a line. */
export function withIsolates(line: string): string {
  return partsByDirection(line)
    .map(({ text, isolated }) => (isolated ? `${isolates[isolated]}${text}${endOfIsolate}` : text))
    .join('');
}

/** Removes the isolate characters that {@link withIsolates} added. */
export function withoutIsolates(line: string): string {
  const bare = line.replace(/[\u2067-\u2069]/gu, '');
  return bare !== line && withIsolates(bare) === line ? bare : line;
}

function isWrittenFromRight(line: string): boolean {
  if (!beginsFromRight.test(line)) return false;
  const letters = line.match(/\p{L}/gu) ?? [];
  const own = letters.filter((letter) => runsFromRight.test(letter));
  return own.length * 2 > letters.length;
}
