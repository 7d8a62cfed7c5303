/** Texts longer than this are folded: nobody reads to their end by accident, and cards stay cards. */
const mostLines = 60;
const mostCharacters = 5_000;
const shownLines = 40;
const shownCharacters = 3_000;

/** A long text while it is folded. */
export interface Fold {
  readonly start: string;
  /** How much is not shown: “940 more lines”. */
  readonly rest: string;
}

/** How a text is folded; `null`: it is short enough to be shown whole. */
export function foldOf(text: string): Fold | null {
  const lines = text.split('\n');
  if (lines.length <= mostLines && text.length <= mostCharacters) return null;
  const start = lines.slice(0, shownLines).join('\n').slice(0, shownCharacters);
  const rest = text.length - start.length;
  const isByLines = lines.length > mostLines && start.length < shownCharacters;
  return {
    start: start.replace(/[\ud800-\udbff]$/, ''),
    rest: isByLines
      ? `${count(lines.length - shownLines)} more lines`
      : `${count(rest)} more characters`,
  };
}

/** Whether all of these texts stand there whole: short, or unfolded by a person. */
export function isWhole(texts: readonly string[], opened: ReadonlySet<string>): boolean {
  return texts.every((text) => opened.has(text) || foldOf(text) === null);
}

function count(number: number): string {
  return number.toLocaleString('en');
}
