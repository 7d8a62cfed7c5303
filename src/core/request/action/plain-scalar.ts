import { fail, ok, type SourceLocation, type Result } from '../../errors.js';
import { trimEnd } from '../../text/trim-end.js';

/** No exponent: YAML 1.1 reads `1e3` as text. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const readDifferently = new RegExp(
  `^(?:${[
    'y|n|yes|no|on|off|true|false|null|~|<<|=',
    '[-+]?\\.(?:inf|nan)',
    '[-+]?0[xob][\\da-f_]+',
    '[-+]?(?=[_,]*[\\d.]|[_,.]*e[-+]?\\d)[\\d_,]*\\.?[\\d_]*(?:e[-+]?\\d+)?',
    '[-+]?\\d[\\d_]*(?::[0-5]?\\d)+(?:\\.[\\d_]*)?',
    '\\d{4}-\\d{1,2}-\\d{1,2}(?:(?:t|\\s+)\\d.*)?',
    '(?:---|\\.\\.\\.).*',
  ].join('|')})$`,
  'is',
);

/** Returns the value of an unquoted YAML scalar. */
export function readPlainScalar(
  source: string,
  read: unknown,
  place: SourceLocation,
): Result<null | boolean | number | string> {
  if (source === 'true') return ok(true);
  if (source === 'false') return ok(false);
  if (source === 'null') return ok(null);
  if (plainNumber.test(source)) return readNumber(source, place);
  if (typeof read !== 'string' || readDifferently.test(source)) {
    return fail(
      'action_number_ambiguous',
      `\`${shown(source)}\` can be read as a text or as something else.`,
      `Quote it: "${shown(source)}".`,
      place,
    );
  }
  return ok(read);
}

function readNumber(source: string, place: SourceLocation): Result<number> {
  const value = Number(source);
  const sent = String(value);
  if (sent === source) return ok(value);
  const isRounded = significantDigits(source) !== significantDigits(sent);
  return fail(
    'action_number_ambiguous',
    `The number ${shown(source)} would lose digits.`,
    isRounded ? `Quote it: "${shown(source)}".` : `Write ${sent}, or quote it: "${shown(source)}".`,
    place,
  );
}

function significantDigits(number: string): string {
  return trimEnd(number.replace(/[-.]/g, '').replace(/^0+/, ''), '0');
}

function shown(source: string): string {
  const line = source.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
