import { fail, ok, type SourceLocation, type Result } from '../../errors.js';
import { trimEnd } from '../../text/trim-end.js';

/**
 * JSON's number syntax (RFC 8259 §6) without exponents: `1e3` is a number to YAML 1.2 and JSON, and a
 * text to YAML 1.1.
 */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Matches plain texts that some YAML 1.1 or 1.2 parser does not read as text. */
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

/**
 * Returns the value of an unquoted scalar. Fails with `action_number_ambiguous` if another parser could read
 * another value, or if a number would lose digits.
 * @param source as written, with the lines of a multi-line scalar joined
 * @param read the value that a YAML 1.2 parser returns
 */
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

/** JSON would turn `1.10` into `1.1`, and round a number of 19 digits. */
function readNumber(source: string, place: SourceLocation): Result<number> {
  const value = Number(source);
  const sent = String(value);
  if (sent === source) return ok(value);
  // Also true if JSON would send an exponent (`1e-7`), because a note with that spelling is refused too.
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
