import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { baseViews } from '../../../../src/core/views/base-views.js';
import { contractFolders } from '../../../../src/core/settings/folders.js';

const golden = (name: string): string =>
  readFileSync(new URL(`../../../support/golden/bases/${name}`, import.meta.url), 'utf8');

interface Base {
  readonly filters: { readonly and: readonly string[] };
  readonly properties: Readonly<Record<string, { readonly displayName: string }>>;
  readonly views: readonly {
    readonly type: string;
    readonly name: string;
    readonly filters?: { readonly and: readonly string[] };
    readonly order: readonly string[];
  }[];
}

const bases = (base = '', folders = contractFolders(base)) =>
  baseViews(folders, base === '' ? 'Dashboard.md' : `${base}/Dashboard.md`);

test.each(bases())('$path reads as in its golden', ({ path, text }) => {
  expect(text).toBe(golden(path));
});

test('they lie beside the Dashboard', () => {
  expect(bases('Countersign').map(({ path }) => path)).toEqual([
    'Countersign/Plans.base',
    'Countersign/Requests.base',
  ]);
});

test.each(bases('Work/Countersign'))('$path is YAML with only what a base may hold', ({ text }) => {
  const base = parse(text) as Base;
  expect(Object.keys(base)).toEqual(['filters', 'properties', 'views']);
  expect(base.filters.and[0]).toBe('file.ext == "md"');
  for (const view of base.views) {
    expect(view.type).toBe('table');
    // Every column has a name that a person reads.
    for (const column of view.order) expect(base.properties[column]?.displayName).toMatch(/^[A-Z]/);
  }
  const names = base.views.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('requests are listed by the folder they lie in, under whatever name', () => {
  const pending = `Bob's "to do": #1`;
  const [, requests] = bases('', { ...contractFolders(), pending });
  const [waiting] = (parse(requests.text) as Base).views;
  expect(waiting?.filters?.and).toEqual([`file.inFolder(${JSON.stringify(pending)})`]);
});
