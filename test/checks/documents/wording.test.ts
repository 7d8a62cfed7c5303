import { expect, test } from 'vitest';
import { projectFiles, readProjectFile } from '../../support/project-files.js';

/** Words of documents that have a plainer one. */
const patterns: readonly { readonly found: RegExp; readonly instead: string }[] = [
  { found: /\b(?:stands?|stood)\b/i, instead: 'is, appears, is listed' },
  { found: /\b(?:lies|lay)\b/i, instead: 'is, is stored' },
  { found: /\b(?:tells?|told)\b/i, instead: 'says, reports, warns' },
  { found: /\b(?:an?|one|no|the|each) mail\b|\bmails\b/i, instead: 'email' },
  { found: /\b(?:anew|go(?:es)? on)\b/i, instead: 'again, continues' },
  { found: /\bat once\b/i, instead: 'immediately' },
  { found: /\bcounts?\b/i, instead: 'is accepted, applies, is valid' },
  { found: /\b(?:reads?|marked) otherwise\b/i, instead: 'has changed, differs' },
  { found: /\bthat there (?:is|are) not\b/i, instead: 'that does not exist' },
  { found: /\bit is (?:said|told)\b/i, instead: 'who says it' },
  {
    found:
      /(?:^|[.!?] )What [^.?!:|*→]{3,80} (?:is|are|was|were|has|goes|stays|comes) [^.?!:→]*\.(?= |$)/m,
    instead: 'a name for the thing as the subject',
  },
];

/** Phrases that are right as they are, and why. */
const right: readonly {
  readonly phrase: RegExp;
  /** The only document where it is right. */
  readonly in?: string;
  readonly why: string;
}[] = [
  { phrase: /\bstand-in\b/gi, why: 'the name of a thing' },
  { phrase: /\bstands for\b/gi, why: 'an abbreviation does' },
  { phrase: /\bthe mail (?:server|sink|and chat servers)\b/gi, why: 'part of a name' },
  { phrase: /\ba mail (?:server|sink)\b/gi, why: 'part of a name' },
  { phrase: /\bcounts? down\b/gi, why: 'a countdown does' },
  {
    phrase: /\bcounts (?:every|what the page|those that|only the calls)\b/gi,
    why: 'it finds a number',
  },
  { phrase: /\bat once\b/gi, in: 'docs/benchmarks.md', why: 'at the same time' },
];

/** Written by a program, or kept as it was decided. */
const leftOut = /^docs\/(?:demo\.md|decisions\/\d)/;

const documents = projectFiles().filter(
  (path) => /^(?:docs\/.*|[A-Z]+)\.md$/.test(path) && !leftOut.test(path),
);

test('documents use the plainer word', () => {
  const found = documents.flatMap((path) =>
    readProjectFile(path)
      .replace(/^(`{3,})[^]*?^\1`*$/gm, (code) => code.replace(/[^\n]/g, ''))
      .split('\n')
      .flatMap((line, index) => {
        const words = right.reduce(
          (text, { phrase, in: only = path }) => (only === path ? text.replace(phrase, '') : text),
          line.replace(/`[^`]*`/g, '``').replace(/\]\([^)]*\)/g, ']'),
        );
        return patterns.flatMap(({ found: pattern, instead }) => {
          const [match] = pattern.exec(words) ?? [];
          return match === undefined ? [] : [`${path}:${index + 1}: “${match}”: ${instead}`];
        });
      }),
  );
  expect(found).toEqual([]);
});
