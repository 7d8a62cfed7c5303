import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pluginFiles } from '../../../scripts/plugin-files.mjs';
import { root } from '../../support/project-files.js';
import { builtPlugin } from '../../stand-in/server/built-plugin.js';

const run = promisify(execFile);
const script = join(root, 'scripts/install-plugin.mjs');
const nothing = { code: 0, stdout: '', stderr: '' };

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'install plugin-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function install(...args: string[]): Promise<typeof nothing> {
  const env = { ...process.env, INIT_CWD: folder, HOME: folder };
  return run(process.execPath, [script, ...args], { cwd: root, env }).then(
    (said) => ({ ...nothing, ...said }),
    (failure: typeof nothing) => failure,
  );
}

/** A vault as Obsidian leaves it, with these files below its configuration folder. */
async function makeVault(
  name: string,
  files: Readonly<Record<string, string>> = {},
  configFolder = '.obsidian',
): Promise<string> {
  const vault = join(folder, name);
  for (const [path, text] of Object.entries({ 'app.json': '{}', ...files })) {
    const file = join(vault, configFolder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return vault;
}

const namesIn = async (path: string) => (await readdir(path)).sort();

describe('the plugin is put into a vault', () => {
  test('with its three files as they were built, and the person is told how to enable it [HOST-8]', async () => {
    const vault = await makeVault('My notes');
    const from = await builtPlugin();
    const { code, stdout } = await install('--vault', vault, '--from', from);
    expect(code).toBe(0);
    const made = join(vault, '.obsidian/plugins/countersign');
    expect(await namesIn(made)).toEqual([...pluginFiles]);
    for (const name of pluginFiles) {
      const [there, built] = await Promise.all(
        [made, from].map((place) => readFile(join(place, name))),
      );
      expect(there?.equals(built ?? Buffer.alloc(0)), name).toBe(true);
    }
    expect(stdout).toMatch(/^Countersign \d+\.\d+\.\d+ is in .*My notes/);
    expect(stdout).toContain('written: main.js, manifest.json and styles.css');
    expect(stdout).toContain('open the vault "My notes" in Obsidian');
    expect(stdout).toContain('Switch on Countersign.');
    // It is enabled by a person, in Obsidian.
    expect(await namesIn(join(vault, '.obsidian'))).toEqual(['app.json', 'plugins']);
  }, 60_000);

  test('over an earlier one, whose settings stay as they are, and the person is told to reload', async () => {
    const vault = await makeVault('vault', {
      'community-plugins.json': '["countersign"]',
      'plugins/countersign/main.js': 'old',
      'plugins/countersign/manifest.json': '{ "version": "0.0.9" }',
      'plugins/countersign/data.json': '{ "version": 1,\n "mine": true}',
    });
    const { stdout } = await install('--vault', vault, '--from', await builtPlugin());
    const made = join(vault, '.obsidian/plugins/countersign');
    expect(await readFile(join(made, 'data.json'), 'utf8')).toBe('{ "version": 1,\n "mine": true}');
    expect(await readFile(join(made, 'main.js'), 'utf8')).not.toBe('old');
    expect(await namesIn(made)).toEqual(['data.json', ...pluginFiles].sort());
    expect(stdout).toContain('left as it is: data.json');
    expect(stdout).toContain('the old files (0.0.9) are still running there');
    expect(stdout).toContain('Switch Countersign off\nand on again');
  }, 60_000);

  test("whose configuration folder has another name, from a relative path or one in one's home", async () => {
    const vault = await makeVault('vault', {}, '.config');
    const from = await builtPlugin();
    for (const path of ['vault', '~/vault']) {
      const said = await install('--vault', path, '--config-folder', '.config', '--from', from);
      expect(said).toMatchObject({ code: 0, stderr: '' });
      expect(await namesIn(join(vault, '.config/plugins/countersign'))).toEqual([...pluginFiles]);
      await rm(join(vault, '.config/plugins'), { recursive: true });
    }
    expect(await namesIn(vault)).toEqual(['.config']);
  }, 60_000);
});

describe('nothing is written, and one reads what to do', () => {
  test.each([
    [
      'no vault is named',
      [],
      2,
      /^Say which vault, with --vault\.\n\nUsage: npm run install-plugin/,
    ],
    ['an option is unknown', ['--valt', 'x'], 2, /'--valt'[^]*Usage: npm run install-plugin/],
    ['the folder is not there', ['--vault', 'nowhere'], 1, /^There is no folder .*nowhere\. Name/],
    ['it is no folder', ['--vault', 'vault/.obsidian/app.json'], 1, /^There is no folder/],
    [
      'it is no vault',
      ['--vault', 'plain'],
      1,
      /^.*plain is not a vault yet: it has no folder \.obsidian\. Open it in Obsidian once/,
    ],
    [
      'it lies in a vault',
      ['--vault', 'vault/.obsidian/plugins'],
      1,
      /plugins lies inside a vault and is none itself\. Did you mean --vault ".*vault"\?/,
    ],
    [
      'the configuration folder is a path',
      ['--vault', 'vault', '--config-folder', '../plain'],
      2,
      /^--config-folder is the name of a folder in the vault, and begins with a dot: not "\.\.\/plain"/,
    ],
    [
      'the configuration folder is the one above',
      ['--vault', 'vault', '--config-folder', '..'],
      2,
      /begins with a dot: not "\.\."/,
    ],
    [
      'what is to be installed lacks a file',
      ['--vault', 'vault', '--from', 'plain'],
      1,
      /plain has no main\.js and styles\.css\./,
    ],
    [
      'it is another plugin',
      ['--vault', 'vault', '--from', 'other'],
      1,
      /other holds the plugin "other", not Countersign\./,
    ],
  ] as [string, string[], number, RegExp][])('when %s', async (_, args, code, said) => {
    await makeVault('vault', { 'plugins/other/main.js': '' });
    for (const path of ['plain/manifest.json', ...pluginFiles.map((name) => `other/${name}`)]) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), '{ "id": "other" }');
    }
    const before = await readdir(folder, { recursive: true });
    const answer = await install(...args);
    expect(answer.code).toBe(code);
    expect(answer.stderr).toMatch(said);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });
});
