import type { Edit } from '../../text/edit.js';
import type { FieldRange, FrontMatter } from './front-matter-fields.js';
import { lineAt } from '../../text/lines.js';
import { doubleQuoted, writeScalar } from './yaml-scalar.js';

export function setField(
  text: string,
  frontMatter: FrontMatter,
  key: string,
  value: string | null,
): Edit[] {
  const place = frontMatter.ranges.get(key);
  if (place === undefined) return [addField(text, frontMatter, key, value)];
  if (frontMatter.fields.get(key) === value) return [];
  if (frontMatter.braces) {
    const written = value === null ? 'null' : doubleQuoted(value);
    return [replaceFrom(colonAfter(text, place.keyEnd) + 1, place, ` ${written}`)];
  }
  const written = writeScalar(value, value === null ? 'plain' : place.style);
  const lineStart = lineStartOf(text, place.keyStart);
  if (text.slice(lineStart, place.keyStart).includes('?')) {
    const keyText = text.slice(place.keyStart, place.keyEnd);
    return [
      replaceFrom(text.indexOf('?', lineStart), trimmed(text, place), `${keyText}: ${written}`),
    ];
  }
  return replaceValue(text, trimmed(text, place), written);
}

export function removeField(text: string, frontMatter: FrontMatter, key: string): Edit[] {
  const place = frontMatter.ranges.get(key);
  if (place === undefined) return [];
  if (frontMatter.braces) return [removeFromBraces(frontMatter, key, place)];
  const start = lineStartOf(text, place.keyStart);
  const { next } = lineAt(text, trimmed(text, place).valueEnd);
  return [{ at: start, remove: next - start, insert: '' }];
}

function addField(text: string, frontMatter: FrontMatter, key: string, value: string | null): Edit {
  const first = frontMatter.ranges.values().next().value;
  if (frontMatter.braces) {
    const brace = text.indexOf('{', frontMatter.contentStart) + 1;
    const written = `${doubleQuoted(key)}: ${value === null ? 'null' : doubleQuoted(value)}`;
    return { at: brace, remove: 0, insert: first === undefined ? written : `${written}, ` };
  }
  const lineEnd = text.charCodeAt(frontMatter.contentStart - 2) === 13 ? '\r\n' : '\n';
  const indent =
    first === undefined ? '' : /^ */u.exec(text.slice(lineStartOf(text, first.keyStart)))?.[0];
  const insert = `${indent ?? ''}${writeScalar(key)}: ${writeScalar(value)}${lineEnd}`;
  return { at: frontMatter.contentEnd, remove: 0, insert };
}

function replaceValue(text: string, place: FieldRange, written: string): Edit[] {
  const behindColon = colonAfter(text, place.keyEnd) + 1;
  const valueStart = Math.max(behindColon, place.valueStart);
  const valueEnd = Math.max(valueStart, place.valueEnd);
  const gap = text.slice(behindColon, valueStart);
  const line = lineAt(text, behindColon);
  if (line.end < valueStart) {
    const besideKey = text.slice(behindColon, line.end).trim();
    if (besideKey !== '' && !besideKey.startsWith('#')) {
      return [{ at: behindColon, remove: valueEnd - behindColon, insert: ` ${written}` }];
    }
    const valueLine = lineStartOf(text, valueStart);
    return [
      { at: behindColon, remove: 0, insert: ` ${written}` },
      { at: valueLine, remove: lineAt(text, valueEnd).next - valueLine, insert: '' },
    ];
  }
  if (gap.trim() === '' && valueStart === valueEnd) {
    return [{ at: behindColon, remove: 0, insert: ` ${written}` }];
  }
  const from = behindColon + (gap.length - gap.trimStart().length);
  return [{ at: from, remove: valueEnd - from, insert: written }];
}

function removeFromBraces(frontMatter: FrontMatter, key: string, place: FieldRange): Edit {
  const keys = [...frontMatter.ranges.keys()];
  const index = keys.indexOf(key);
  const after = frontMatter.ranges.get(keys[index + 1] ?? '');
  const before = frontMatter.ranges.get(keys[index - 1] ?? '');
  const start = after === undefined ? (before?.valueEnd ?? place.keyStart) : place.keyStart;
  const end = after?.keyStart ?? Math.max(place.valueEnd, place.keyEnd);
  return { at: start, remove: end - start, insert: '' };
}

function replaceFrom(start: number, place: FieldRange, insert: string): Edit {
  return { at: start, remove: Math.max(start, place.valueEnd) - start, insert };
}

function trimmed(text: string, place: FieldRange): FieldRange {
  let valueEnd = place.valueEnd;
  while (valueEnd > place.valueStart && isBlank(text.charCodeAt(valueEnd - 1))) valueEnd -= 1;
  return { ...place, valueEnd };
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function colonAfter(text: string, keyEnd: number): number {
  let at = keyEnd;
  while (isBlank(text.charCodeAt(at)) || text[at] === '#') {
    at = text[at] === '#' ? lineAt(text, at).next : at + 1;
  }
  return at;
}

function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
