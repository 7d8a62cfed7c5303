const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Where a piece of generated code comes from. */
export interface Segment {
  /** Of its first character, in UTF-16 units of the generated code. */
  readonly offset: number;
  /** Number of the source file. */
  readonly source: number;
}

/** The segments of `mappings` of a source map (ECMA-426) that name a source, in their order. */
export function* readSegments(mappings: string, code: string): Generator<Segment> {
  let lineStart = 0;
  let source = 0;
  for (const line of mappings.split(';')) {
    let column = 0;
    for (const text of line === '' ? [] : line.split(',')) {
      const [columnStep = 0, sourceStep] = decodeNumbers(text);
      column += columnStep;
      if (sourceStep === undefined) continue;
      source += sourceStep;
      yield { offset: lineStart + column, source };
    }
    lineStart = code.indexOf('\n', lineStart) + 1;
  }
}

/** Base64 VLQ: five bits a digit, the least first; the sixth says that more follow, the first bit is the sign. */
function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const char of text) {
    const digit = DIGITS.indexOf(char);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
