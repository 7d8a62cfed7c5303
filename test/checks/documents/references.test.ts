import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, readProjectFile, readProjectJson } from '../../support/project-files.js';

/** Files that documents and comments name and that we do not keep: built, of a package, or made up in an example. */
const notOurs = new Set(['main.js', 'obsidian.d.ts', 'skip-step.ts']);

const files = projectFiles();
const names = new Set(files.flatMap((path) => [path, basename(path)]));
const exists = (name: string) => names.has(name) || files.some((path) => path.endsWith(`/${name}`));
const documents = files.filter((path) =>
  /^(?:docs\/.*|[A-Z]+|test\/stand-in\/\w+)\.md$/.test(path),
);
const sources = files.filter((path) =>
  /^(?:(?:src|test|tools|scripts)\/.*\.(?:ts|svelte|mjs)|docs\/service\/.*)$/.test(path),
);

const linesOf = (path: string) =>
  readProjectFile(path)
    .split('\n')
    .filter((line) => path.endsWith('.md') || /^\s*(?:\/\/|\/?\*|#)/.test(line));

/** A document as it is read: what is code names nothing. */
const wordsOf = (path: string) =>
  readProjectFile(path)
    .replace(/^(`{3,})[^]*?^\1`*$/gm, '')
    .replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, (code) => code.replace(/[[\]()]/g, ' '));

/** The anchors of a document's headings, as GitHub and Obsidian's publishers make them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const found = new Map<string, number>();
  const headings = readProjectFile(path)
    .replace(/^(`{3,})[^]*?^\1`*$/gm, '')
    .matchAll(/^#{1,6} (.+)$/gm);
  const anchors = [...headings].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const before = found.get(slug) ?? 0;
    found.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
  return new Set(anchors);
}

/** Why a place in the project cannot be reached; `null`: it can. */
function whyLost(target: string): string | null {
  const [path = '', anchor] = target.split('#');
  const isFolder = files.some((file) => file.startsWith(`${path}/`));
  if (!files.includes(path) && !isFolder) return 'no such file';
  if (anchor === undefined) return null;
  return path.endsWith('.md') && anchorsOf(path).has(anchor) ? null : 'no such heading';
}

const lost = (from: string, written: string, target: string) => {
  const why = whyLost(target);
  return why === null ? [] : [`${from}: ${written}: ${why}`];
};

test('each link of a document leads to a file and a heading that exist', () => {
  const links = documents.flatMap((path) =>
    [...wordsOf(path).matchAll(/\]\(([^()\s]+)\)/g)]
      .map(([, link = '']) => ({ path, link }))
      .filter(({ link }) => !/^[a-z]+:/.test(link)),
  );
  expect(links.length).toBeGreaterThan(200);
  const targets = links.flatMap(({ path, link }) =>
    lost(path, link, link.startsWith('#') ? `${path}${link}` : join(dirname(path), link)),
  );
  expect(targets).toEqual([]);
});

test('each document that a comment cites exists, with its heading', () => {
  const cited = sources.flatMap((path) =>
    linesOf(path).flatMap((line) =>
      [...line.matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([name]) => ({
        path,
        name,
      })),
    ),
  );
  expect(cited.length).toBeGreaterThan(25);
  expect(cited.flatMap(({ path, name }) => lost(path, name, name))).toEqual([]);
});

test('a comment cites a document by its path', () => {
  const ours = documents
    .filter((path) => path.startsWith('docs/') && path !== 'docs/demo.md')
    .map((path) => basename(path));
  const bare = new RegExp(`(?<![\\w/.-])(?:${ours.join('|')})\\b`, 'u');
  const found = sources.flatMap((path) =>
    linesOf(path)
      .filter((line) => bare.test(line) || /vault[- ]contract\b|(?<![\w/])design\//.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('each requirement that a document names exists', () => {
  const requirements = readProjectJson('test/checks/requirements/requirements.json') as readonly {
    readonly id: string;
  }[];
  const ids = new Set(requirements.map(({ id }) => id));
  const named = documents.flatMap((path) =>
    [...wordsOf(path).matchAll(/\[([A-Z]{1,5}-?\d+(?:\.\d+)?)\](?!\()/g)].map(([, id = '']) => ({
      path,
      id,
    })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ id }) => !ids.has(id))).toEqual([]);
});

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
