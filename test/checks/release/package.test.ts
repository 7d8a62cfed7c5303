import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { projectFiles, readProjectJson, root } from '../../support/project-files.js';

const isWindows = process.platform === 'win32';
const run = promisify(execFile);

const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-package-')));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The files of the project as in a new clone where `npm ci` was run, without its tests. */
async function newClone(): Promise<string> {
  const clone = join(folder, 'clone');
  for (const path of projectFiles().filter((one) => !/^(?:test|docs|tools)\//.test(one))) {
    await mkdir(dirname(join(clone, path)), { recursive: true });
    await cp(join(root, path), join(clone, path));
  }
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction');
  return clone;
}

test('the package of a new clone installs a command line that runs, with nothing else beside it', async () => {
  const npm = (...args: string[]) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
      cwd: args[0] === 'pack' ? clone : folder,
      shell: isWindows,
    });
  const clone = await newClone();
  await npm('pack', '--pack-destination', folder);
  const { version, name } = readProjectJson('package.json') as { version: string; name: string };
  const prefix = join(folder, 'prefix');
  await npm('install', '--global', '--prefix', prefix, join(folder, `${name}-${version}.tgz`));

  const modules = join(prefix, isWindows ? 'node_modules' : 'lib/node_modules');
  expect(await readdir(modules)).toEqual([name]);
  const files = await readdir(join(modules, name), { recursive: true });
  const paths = ['LICENSE', 'README.md', 'dist', join('dist', 'countersign.mjs'), 'package.json'];
  expect(files.sort()).toEqual(paths);

  const vault = join(folder, 'vault');
  await mkdir(vault);
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config'), APPDATA: folder };
  const countersign = async (...args: string[]) =>
    (await run(join(prefix, isWindows ? '' : 'bin', name), args, { env, shell: isWindows })).stdout;
  expect(await countersign('--version')).toBe(`${version}\n`);
  expect(await countersign('setup', '--vault', vault)).toContain('Next: countersign bridge import');
  expect((await stat(join(vault, 'Dashboard.md'))).isFile()).toBe(true);
}, 120_000);
