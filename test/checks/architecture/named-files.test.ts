import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, readProjectFile } from '../../support/project-files.js';

/** Files that documents and comments name and that we do not keep: built, of a package, or made up in an example. */
const notOurs = new Set(['main.js', 'obsidian.d.ts', 'skip-step.ts']);

const files = projectFiles();
const names = new Set(files.flatMap((path) => [path, basename(path)]));
const exists = (name: string) => names.has(name) || files.some((path) => path.endsWith(`/${name}`));
const documents = files.filter((path) =>
  /^(?:docs\/.*|[A-Z]+|test\/stand-in\/\w+)\.md$/.test(path),
);
const sources = files.filter((path) =>
  /^(?:src|test|tools|scripts)\/.*\.(?:ts|svelte|mjs)$/.test(path),
);

const linesOf = (path: string) =>
  readProjectFile(path)
    .split('\n')
    .filter((line) => path.endsWith('.md') || /^\s*(?:\/\/|\/?\*)/.test(line));

test('each file that a document or a comment names in backticks exists', () => {
  const named = [...documents, ...sources].flatMap((path) =>
    linesOf(path).flatMap((line) =>
      [...line.matchAll(/`([\w./-]+\.(?:ts|svelte|[cm]?js))`/g)].map(([, name = '']) => ({
        path,
        name,
      })),
    ),
  );
  const gone = named.filter(({ name }) => !notOurs.has(name) && !exists(name));
  expect(gone).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
});

test('each folder of ours that a document names in backticks exists', () => {
  const named = documents.flatMap((path) =>
    [...readProjectFile(path).matchAll(/`((?:src|test)(?:\/[\w-]+)+)\/?`/g)].map(
      ([, name = '']) => ({ path, name }),
    ),
  );
  const gone = named.filter(({ name }) => !files.some((path) => path.startsWith(`${name}/`)));
  expect(gone).toEqual([]);
});
