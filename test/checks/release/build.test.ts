import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAllowed } from '../dependencies/licences.js';
import { readProjectJson, root } from '../../support/project-files.js';

const run = promisify(execFile);

describe('the build', () => {
  let folder: string;
  const once = () => join(folder, 'once');
  const again = () => join(folder, 'again');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-build-'));
    await run(process.execPath, [join(root, 'esbuild.config.mjs'), once()]);
    // From another working directory, which must not matter.
    await run(process.execPath, [join(root, 'esbuild.config.mjs'), again()], { cwd: folder });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('gives the same bytes each time [HOST-8]', async () => {
    const names = await readdir(once());
    expect(names.sort()).toEqual(['countersign.mjs', 'main.js', 'manifest.json', 'styles.css']);
    for (const name of names) {
      const [first, second] = await Promise.all(
        [once(), again()].map((made) => readFile(join(made, name))),
      );
      expect(second?.equals(first ?? Buffer.alloc(0)), name).toBe(true);
    }
  });

  test('makes a plugin of at most 1,458 kB that needs only the app and Node beside it', async () => {
    const text = await readFile(join(once(), 'main.js'), 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_458_000);
    const asked = new Set([...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name));
    expect([...asked].filter((name) => name !== 'obsidian' && !isBuiltin(name))).toEqual([]);
    expect(asked).toContain('obsidian');
    // What was left out is not even named: nothing in the plugin could come to it.
    expect(text).not.toContain('is not part of this build.');
    expect(text.includes(root)).toBe(false);
  });

  test('has a plugin without style elements, marks on the window, or what is for development', async () => {
    const text = await readFile(join(once(), 'main.js'), 'utf8');
    const marks = /createElement\(["'`]style|__svelte\w*|\.svelte-[a-z0-9]{5,}/g;
    expect(text.match(marks) ?? []).toEqual([]);
    expect(text.match(/Property descriptors defined on/g) ?? []).toEqual([]);
  });

  test('makes a command line whose output no variable of its libraries changes', async () => {
    const home = join(folder, 'home');
    const vault = join(home, 'vault');
    await mkdir(join(vault, 'Plans'), { recursive: true });
    const note = '---\ntask_id: PLAN-2026-001\naliases: ["a: b", {c: d}]\n---\n';
    await writeFile(join(vault, 'Plans/PLAN-2026-001.md'), note);
    const env = { PATH: process.env['PATH'], HOME: home, LOG_TOKENS: '1', LOG_STREAM: '1' };
    const countersign = (...args: string[]) =>
      run(process.execPath, [join(once(), 'countersign.mjs'), ...args, '--vault', vault], { env });
    await countersign('setup', '--base', '.');
    const { stdout } = await countersign('status', '--json').catch((error: unknown) => {
      return error as { readonly stdout: string };
    });
    expect(JSON.parse(stdout)).toMatchObject({ current: null });
  });

  test('makes one executable file that needs nothing beside it', async () => {
    const file = join(once(), 'countersign.mjs');
    const text = await readFile(file, 'utf8');
    expect(text.match(/^#!.*$/gm)).toEqual(['#!/usr/bin/env node']);
    const imported = [...text.matchAll(/^import .*? from "([^"]+)";$/gm)].map(([, name]) => name);
    expect(imported.filter((name) => !name?.startsWith('node:') && !isBuiltin(name))).toEqual([]);
    expect((await stat(file)).mode & 0o111).toBe(0o111);
    expect(text).not.toContain(root);
  });

  test.each([
    ['main.js', ['svelte', 'yaml', '@cfworker/json-schema']],
    ['countersign.mjs', ['pino', 'smol-toml', 'yaml']],
  ])('names every package inside with its licence, in %s itself', async (file, packages) => {
    const text = await readFile(join(once(), file), 'utf8');
    const notices = text.slice(text.lastIndexOf('/*!'));
    for (const name of packages) {
      const { version } = readProjectJson(`node_modules/${name}/package.json`) as {
        version: string;
      };
      expect(notices).toContain(`\n${name} ${version} (`);
    }
    // A licence that lets us ship it, of each one: what a package brings along is named, too.
    const named = [...notices.matchAll(/^(@?[a-z][\w./-]*) \d[\w.-]* \((.+)\)$/gm)];
    expect(named.length).toBeGreaterThan(packages.length);
    expect(named.filter(([, , licence = '']) => !isAllowed(licence))).toEqual([]);
    expect(notices).toContain('Permission to use, copy, modify');
    expect(notices).toContain('The above copyright notice and this permission notice shall');
    expect(notices).toMatch(/Copyright \(c\) .*\*\/\n$/s);
    expect(notices).not.toMatch(/undefined/);
  });
});

function isBuiltin(name: string | undefined): boolean {
  return name !== undefined && process.getBuiltinModule(name) !== undefined;
}
