import ts from 'typescript';
import { expect, test } from 'vitest';
import { projectFiles, readProjectFile } from '../../support/project-files.js';

/** Words for which `docs/glossary.md` has a better one, as parts of a name in small letters. */
const oldWords =
  /^(?:twins?|desks?|doubts?|foreign|contests?|contested|contesting|keepers?|outlines?|adopt|adopts|adopted|adoption|settle|settles|people|heard|unheard|arrival|completions?|wakeups?)$/;

/** Names that keep an old word, and why. */
const kept: Readonly<Record<string, string>> = {
  'src/core/alert.ts: foreign': 'a kind of alert; these keep their names',
  'src/core/audit/ledger-conflicts.ts: heard': 'a field of ledger records',
  'src/core/ledger/ledger-record.ts: heard': 'a field of ledger records',
  'src/engine/ledger/earlier-ledgers.ts: heard': 'a field of ledger records',
  'src/engine/ledger/ledger-book.ts: heard': 'a field of ledger records',
  'src/engine/ledger/vault-ledgers.ts: heard': 'a field of ledger records',
  'src/hosts/node/cli/command-table.ts: adopt': 'the name of a command',
  'src/ui/parts/scroll-into-view.ts: outline': 'a property of CSS',
  'src/ui/parts/scroll-into-view.ts: outlineOffset': 'a property of CSS',
};

/** Words of a name in camel case or with hyphens: `whileCallsBlocked` → `while`, `ending`. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/);
const isOld = (name: string) =>
  wordsOf(name).some((word) => oldWords.test(word)) || /wake-?up/i.test(name);

/** The names that a file declares: variables, functions, types, parameters and properties. */
function declaredIn(path: string): readonly string[] {
  const text = readProjectFile(path);
  const code = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
        .map(([, script]) => script)
        .join('\n')
    : text;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isPropertyAccessExpression(node)
      ? undefined
      : ts.getNameOfDeclaration(node as ts.Declaration);
    if (name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) found.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true));
  return found;
}

const files = projectFiles().filter((path) => /^src\/.*\.(?:ts|svelte)$/.test(path));

test('no file of src has a name with an old word', () => {
  expect(files.filter((path) => isOld(path))).toEqual([]);
});

test('no name that is declared in src has an old word', () => {
  const found = files.flatMap((path) => declaredIn(path).map((name) => [path, name] as const));
  expect(found.length).toBeGreaterThan(1_000);
  const old = found.filter(([, name]) => isOld(name)).map(([path, name]) => `${path}: ${name}`);
  expect([...new Set(old)].sort()).toEqual(Object.keys(kept).sort());
});
