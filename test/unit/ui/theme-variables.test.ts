import { expect, test } from 'vitest';
import { readProjectFile } from '../../support/project-files.js';

const declarations = [
  ...readProjectFile('styles.css')
    .replace(/\/\*[^]*?\*\//g, '')
    .matchAll(/^\s+([\w-]+):\s*([^;{}]+);/gm),
].map(([, name = '', value = '']) => ({ name, value: value.trim() }));

test('every colour, letter form and shadow is a variable of the theme', () => {
  const named =
    /(?:color|background|border|outline|shadow|fill|stroke)(?:$|-(?!width|radius|offset))/;
  const own =
    /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklch|oklab)a?\(|\b(?:white|black|red|green|blue|orange|yellow|gr[ae]y)\b/i;
  const literal = declarations.filter(({ name, value }) => named.test(name) && own.test(value));
  expect(literal).toEqual([]);
  const letters = declarations.filter(({ name }) => /^font-(?:family|size|weight)$/.test(name));
  expect(letters.length).toBeGreaterThan(20);
  expect(
    letters.filter(
      ({ value }) => !/^(?:var\(--[\w-]+\)|calc\([\d.]+ \* var\(--[\w-]+\)\)|inherit)$/.test(value),
    ),
  ).toEqual([]);
});
