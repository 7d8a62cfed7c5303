import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { readBundle, withEntry } from '../../../../src/core/knowledge/bundle.js';
import { valueOf } from '../../../support/engine/world.js';

const path = 'Knowledge/kb-bundle.toml';

/** The files that a bundle names, by table and name, as smol-toml reads them. */
function byLibrary(text: string): Record<string, Record<string, unknown>> {
  const { base = {}, extended = {} } = parse(text) as Record<string, Record<string, unknown>>;
  return { base: { ...base }, extended: { ...extended } };
}

function byUs(text: string): Record<string, Record<string, unknown>> {
  const { base, extended } = valueOf(readBundle(text, path));
  const named = (all: typeof base) => Object.fromEntries(all.map(({ name, file }) => [name, file]));
  return { base: named(base), extended: named(extended) };
}

const name = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,8}$/u);
const file = fc
  .stringMatching(/^[a-zA-Z0-9äß "\\']{1,8}\.md$/u)
  .filter((one) => !one.includes('\\'));
const entry = fc
  .tuple(name, file, fc.boolean(), fc.constantFrom('', ' # why', '\t'))
  .map(([key, value, isLiteral, end]) =>
    isLiteral && !value.includes("'")
      ? `${key} = '${value}'${end}`
      : `  ${key}=${JSON.stringify(value)}${end}`,
  );
const table = (head: string) =>
  fc.tuple(fc.constantFrom(`[${head}]`, ` [ ${head} ] # x`), fc.array(entry, { maxLength: 4 }));

test('bundles are read as smol-toml reads them [SUB-10]', () => {
  fc.assert(
    fc.property(table('base'), table('extended'), fc.constantFrom('\n', '\r\n'), (a, b, end) => {
      const text = ['version = 1', a[0], ...a[1], '', b[0], ...b[1], ''].join(end);
      const keys = (lines: readonly string[]) => lines.map((line) => line.split('=')[0]?.trim());
      fc.pre([a, b].every(([, lines]) => new Set(keys(lines)).size === lines.length));
      expect(byUs(text)).toEqual(byLibrary(text));
    }),
  );
});

test('what smol-toml refuses is refused here, too, whatever the text [SUB-10]', () => {
  const piece = fc.constantFrom(
    ...[
      '[base]',
      '[extended]',
      '\n',
      '\r',
      '\r\n',
      ' = ',
      '"',
      "'",
      'a',
      '"a.md"',
      '#',
      '\\',
      '\t',
    ],
    ...['[', ']', '1', '01', 'version', '\u0000', '\u007f', '\u00a0', '.', 'a = "b.md"', '\ufeff'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      if (readBundle(text, path).ok)
        expect(() => parse(text.replace(/^\ufeff/u, ''))).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['[base]\na = "a.md"\n', 'base', '[base]\nb = "b.md"\na = "a.md"\n'],
  // Whose line ends differ.
  [
    '[base]\r\n[ extended ] # x\na = "a.md"',
    'extended',
    '[base]\r\n[ extended ] # x\nb = "b.md"\na = "a.md"',
  ],
  ['[base]', 'base', '[base]\nb = "b.md"\n'],
  ['# mine\r\n[base]\r\n', 'extended', '# mine\r\n[base]\r\n\r\n[extended]\r\nb = "b.md"\r\n'],
] as const)('a note is added to %j, and the rest stays as it is [SUB-13]', (text, to, after) => {
  expect(valueOf(withEntry(text, path, to, { name: 'b', file: 'b.md' }))).toBe(after);
});
