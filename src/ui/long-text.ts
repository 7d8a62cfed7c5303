/** Texts longer than this are folded: nobody reads to their end by accident, and cards stay cards. */
const mostLines = 60;
const mostCharacters = 5_000;
const shownLines = 20;
const shownCharacters = 1_500;

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
  const cut = lines.slice(0, shownLines).join('\n').slice(0, shownCharacters);
  const start = cut.replace(/[\ud800-\udbff]$/, '');
  const isByLines = lines.length > mostLines && cut.length < shownCharacters;
  return {
    start,
    rest: isByLines
      ? `${count(lines.length - shownLines)} more lines`
      : `${count(text.length - start.length)} more characters`,
  };
}

/** Whether all of these texts stand there whole: short, or unfolded by a person. */
export function isWhole(
  texts: readonly string[],
  opened: Pick<ReadonlySet<string>, 'has'>,
): boolean {
  return texts.every((text) => opened.has(text) || foldOf(text) === null);
}

function count(number: number): string {
  return number.toLocaleString('en');
}
