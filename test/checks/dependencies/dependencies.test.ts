import { describe, expect, test } from 'vitest';
import { projectFiles, readProjectFile, readProjectJson } from '../../support/project-files.js';
import { isAllowed } from './licences.js';

interface Package {
  readonly version: string;
  readonly engines: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides: Record<string, string>;
}

interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Record<string, { version?: string; resolved?: string }>;
}

const pkg = readProjectJson('package.json') as Package;
const lock = readProjectJson('package-lock.json') as Lock;
const pins = pkg.devDependencies;

/** The set that was tested together on Node 20.20; a change here is a decision, not an upgrade. */
const tested: Record<string, string> = {
  '@cfworker/json-schema': '4.1.1',
  '@dagrejs/dagre': '3.1.3',
  '@date-fns/utc': '2.1.1',
  '@modelcontextprotocol/client': '2.4.0',
  '@modelcontextprotocol/sdk': '1.32.2',
  '@modelcontextprotocol/server': '2.4.0',
  '@modelcontextprotocol/server-everything': '2026.8.31',
  '@modelcontextprotocol/server-filesystem': '2026.8.31',
  '@modelcontextprotocol/server-memory': '2026.8.31',
  '@noble/hashes': '2.2.0',
  '@sveltejs/vite-plugin-svelte': '7.3.1',
  '@stryker-mutator/core': '9.6.1',
  '@stryker-mutator/vitest-runner': '9.6.1',
  '@tsconfig/strictest': '2.0.8',
  '@types/node': '20.19.43',
  '@types/smtp-server': '3.5.13',
  '@types/sql.js': '1.4.9',
  '@types/ws': '8.18.2',
  '@vitest/coverage-v8': '4.1.12',
  'axe-core': '4.14.1',
  'date-fns': '4.4.0',
  'dependency-cruiser': '17.4.3',
  esbuild: '0.28.2',
  'esbuild-svelte': '0.9.5',
  eslint: '10.15.0',
  'eslint-config-prettier': '10.1.8',
  'eslint-plugin-obsidianmd': '0.4.2',
  'eslint-plugin-svelte': '3.24.1',
  'fake-indexeddb': '6.2.8',
  'fast-check': '4.10.2',
  'gray-matter': '4.0.3',
  idb: '8.0.4',
  knip: '6.42.1',
  'lucide-static': '1.62.0',
  'mcp-mail-server': '1.2.1',
  obsidian: '1.13.1',
  'obsidian-typings': '6.36.0',
  pino: '10.4.0',
  'playwright-core': '1.65.1',
  prettier: '3.10.1',
  'prettier-plugin-svelte': '4.1.1',
  remark: '15.0.1',
  'smol-toml': '1.9.1',
  'smtp-server': '3.21.6',
  'sql.js': '1.14.0',
  svelte: '5.57.3',
  'svelte-check': '4.7.8',
  typescript: '6.0.3',
  'typescript-eslint': '8.73.0',
  vite: '8.3.8',
  vitest: '4.1.12',
  'write-file-atomic': '7.0.1',
  ws: '8.23.0',
  xstate: '5.33.3',
  yaml: '2.9.1',
};

describe('the dependencies', () => {
  test.each(Object.entries(pins))('%s is pinned to the tested version', (name, version) => {
    expect(version).toBe(tested[name]);
  });

  test('are pinned exactly where a package of theirs is overridden', () => {
    expect(pkg.overrides).toEqual({ mailparser: '3.7.4' });
  });

  test('need the Node that we say', () => {
    expect(pkg.engines).toEqual({ node: '>=20.19.0' });
  });

  test('are locked without the address of a registry', () => {
    const resolved = Object.entries(lock.packages).filter(([, entry]) => entry.resolved);
    expect(resolved).toEqual([]);
    expect(readProjectFile('.npmrc')).toContain('omit-lockfile-registry-resolved=true');
  });

  test('are locked at the versions of package.json', () => {
    for (const [name, version] of Object.entries(pins)) {
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  test('are all for development: what is shipped has them inside, so that nobody installs them', () => {
    expect(pkg.dependencies).toBeUndefined();
  });

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND BSD-3-Clause', true],
    ['LGPL-3.0', false],
    ['MIT AND GPL-3.0', false],
    ['SEE LICENSE IN x', false],
  ])('the licence "%s" may be shipped: %s', (licence, allowed) => {
    expect(isAllowed(licence)).toBe(allowed);
  });
});

test('nothing that is made is among the files of the project', () => {
  expect(projectFiles().filter((path) => /^(?:main\.js|dist\/)/.test(path))).toEqual([]);
});
