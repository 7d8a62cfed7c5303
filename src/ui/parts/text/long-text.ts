/** Texts longer than this are folded: nobody reads to their end by accident, and cards stay cards. */
const mostLines = 60;
const shownLines = 20;

/** From how many characters on a text is folded, and how many of them are shown then. */
export interface FoldLengths {
  readonly most: number;
  readonly shown: number;
}

/** What would be sent, and whatever else a person decides by. */
const ofValue: FoldLengths = { most: 5_000, shown: 1_500 };
/** What is one line among others: a step, an objective, an alert. */
export const ofLine: FoldLengths = { most: 600, shown: 300 };
/** What the note of a card says in words: to whom, why, for which step. */
export const ofStep: FoldLengths = { most: ofValue.most, shown: ofLine.shown };

/** A long text while it is folded. */
export interface Fold {
  readonly start: string;
  /** How much is not shown: “940 more lines”. */
  readonly rest: string;
}

/** How a text is folded; `null`: it is short enough to be shown whole. */
export function foldOf(text: string, { most, shown }: FoldLengths = ofValue): Fold | null {
  const lines = text.split('\n');
  if (lines.length <= mostLines && text.length <= most) return null;
  const cut = lines.slice(0, shownLines).join('\n').slice(0, shown);
  const start = cut.replace(/[\ud800-\udbff]$/, '');
  const isByLines = lines.length > mostLines && cut.length < shown;
  return {
    start,
    rest: isByLines
      ? `${count(lines.length - shownLines)} more lines`
      : `${count(text.length - start.length)} more characters`,
  };
}

/** A line that is not the place to read a long text: its beginning. */
export function beginningOf(text: string): string {
  const fold = foldOf(text, ofLine);
  return fold === null ? text : `${fold.start}…`;
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
