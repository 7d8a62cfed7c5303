import { createScanner, ScriptTarget, SyntaxKind } from 'typescript';
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

/** Uses of these words in sources that are right, and why. */
const rightInSources: readonly { readonly phrase: RegExp; readonly why: string }[] = [
  {
    phrase: /\b(?:tells?|told)\b[^.]{1,60}\b(?:from|apart|whether)\b/gi,
    why: 'somebody distinguishes',
  },
  {
    phrase:
      /\btells? (?:an? |the )?(?:agents?|person|reader|engine|Claude|Margit|Countersign|talk)\b/gi,
    why: 'somebody says something to somebody',
  },
  { phrase: /\b(?:nobody|can’t|no probe) can tell\b|\bcan’t tell\b/gi, why: 'nobody knows' },
  { phrase: /\b(?:is|was) not? ?told\b/gi, why: 'nobody said it to them' },
  { phrase: /@param told/g, why: 'the name of a parameter' },
  {
    phrase:
      /\b(?:only )?(?:a )?counts?(?: of)? (?:the|an?|one|by|lines)\b|\bCounts?[,:]|\band counts\.|\bmust count it\b/gi,
    why: 'it finds a number, or is one',
  },
  { phrase: /\bA count, or one word\b/g, why: 'a number' },
  { phrase: /\bwhat counts as success\b/gi, why: 'the name of a field' },
  { phrase: /\bthe other lies in the archive\b/g, why: 'read back from the logs of plans' },
];

/** The comments of a source file, and its texts of several words, with the lines where they begin. */
function wordsOf(path: string): readonly { readonly line: number; readonly text: string }[] {
  const source = readProjectFile(path);
  const lineAt = (position: number): number => source.slice(0, position).split('\n').length;
  if (path.endsWith('.svelte')) {
    const comments = source.matchAll(/<!--[^]*?-->|\/\*[^]*?\*\/|\/\/[^\n]*/g);
    return [...comments].map(({ index, 0: text }) => ({ line: lineAt(index), text }));
  }
  const scanner = createScanner(ScriptTarget.Latest, false, undefined, source);
  const found: { line: number; text: string }[] = [];
  /** How many braces are open in each template that is read. */
  const templates: number[] = [];
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === SyntaxKind.TemplateHead) templates.push(0);
    const braces = templates.at(-1);
    if (kind === SyntaxKind.OpenBraceToken && braces !== undefined)
      templates.push((templates.pop() ?? 0) + 1);
    if (kind === SyntaxKind.CloseBraceToken && braces !== undefined) {
      if (braces > 0) templates.push((templates.pop() ?? 1) - 1);
      else {
        kind = scanner.reScanTemplateToken(false);
        if (kind === SyntaxKind.TemplateTail) templates.pop();
      }
    }
    const isComment =
      kind === SyntaxKind.SingleLineCommentTrivia || kind === SyntaxKind.MultiLineCommentTrivia;
    const isText =
      kind === SyntaxKind.StringLiteral ||
      kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
      kind === SyntaxKind.TemplateHead ||
      kind === SyntaxKind.TemplateMiddle ||
      kind === SyntaxKind.TemplateTail;
    const text = scanner.getTokenText();
    if (isComment || (isText && text.includes(' ')))
      found.push({ line: lineAt(scanner.getTokenStart()), text });
  }
  return found;
}

/** Words that a program reads in what people write, not words of ours. */
const vocabularies = ['src/core/task/instructions.ts', 'src/core/policy/external-action.ts'];

test('comments and sentences in sources use the plainer word', () => {
  const sources = projectFiles().filter(
    (path) => /^src\/.*\.(?:ts|svelte)$/.test(path) && !vocabularies.includes(path),
  );
  const found = sources.flatMap((path) =>
    wordsOf(path).flatMap(({ line, text }) => {
      const words = rightInSources.reduce(
        (left, { phrase }) => left.replace(phrase, ''),
        text.replace(/\s*\n\s*(?:\*|\/\/) /g, ' ').replace(/`[^`\n ]*`|\{@link[^}]*\}/g, ''),
      );
      return patterns.slice(0, -2).flatMap(({ found: pattern, instead }) => {
        const [match] = pattern.exec(words) ?? [];
        return match === undefined ? [] : [`${path}:${line}: “${match}”: ${instead}`];
      });
    }),
  );
  expect(found).toEqual([]);
});
