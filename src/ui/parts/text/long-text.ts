const mostLines = 60;
const shownLines = 20;

export interface FoldLengths {
  readonly most: number;
  readonly shown: number;
}

const ofValue: FoldLengths = { most: 5_000, shown: 1_500 };
export const ofLine: FoldLengths = { most: 600, shown: 300 };
export const ofStep: FoldLengths = { most: ofValue.most, shown: ofLine.shown };

export interface Fold {
  readonly start: string;
  readonly rest: string;
}

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

export function beginningOf(text: string): string {
  const fold = foldOf(text, ofLine);
  return fold === null ? text : `${fold.start}…`;
}

export function isWhole(
  texts: readonly string[],
  opened: Pick<ReadonlySet<string>, 'has'>,
): boolean {
  return texts.every((text) => opened.has(text) || foldOf(text) === null);
}

function count(number: number): string {
  return number.toLocaleString('en');
}
