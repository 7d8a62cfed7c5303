import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { nodes, type Pinned } from './packages.js';
import { objectIn, parsed, textIn } from './read-json.js';
import { lastLines, run } from './run-program.js';

/** Something is missing that only a person can bring. */
export class CannotRun extends Error {
  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** Called in the project's folder, where npm starts everything. */
const cache = resolve('node_modules/.cache/countersign/interop');

/** What the programs need at least: Node 22.19. */
const oldestNode = [22, 19] as const;

/** The Node that runs the programs: this one, or one from npm where this one is too old. */
export async function installNode(): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) {
    return process.execPath;
  }
  const pinned = nodes[`${process.platform}-${process.arch}`];
  if (!pinned) {
    throw new CannotRun(
      `The programs need Node ${oldestNode.join('.')}, and this is ${process.versions.node}.`,
      `npm has none for ${process.platform}-${process.arch}: run this with a newer Node.`,
    );
  }
  return install(pinned);
}

/** Installs a package, unless it is there; the path of its script. */
export async function install({ name, version, script }: Pinned): Promise<string> {
  const [, plain = name] = name.split('/');
  const folder = join(cache, `${plain}-${version}`);
  const installed = join(folder, 'node_modules', name);
  if ((await versionIn(installed)) !== version) {
    console.log(`Installing ${name} ${version} from npm…`);
    await removeOthers(plain);
    const begun = `${folder}.begun`;
    await mkdir(begun, { recursive: true });
    // Without a file of its own, npm would look for the project that the folder is in.
    await writeFile(join(begun, 'package.json'), '{ "private": true }\n');
    const where = ['--prefix', begun, '--save-exact', '--ignore-scripts'];
    const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error'];
    const args = ['install', ...where, ...quiet, `${name}@${version}`];
    const ran = await run('npm', args, { cwd: begun, limitMs: 15 * 60_000 });
    if (ran.code !== 0) {
      throw new CannotRun(
        `npm could not install ${name} ${version} into ${folder}.`,
        lastLines(ran, 20),
        'Check that npm reaches its registry (`npm ping`), then run this again. What is installed stays.',
      );
    }
    await rename(begun, folder);
  }
  return join(installed, script);
}

async function versionIn(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
  return textIn(objectIn(parsed(text))['version']);
}

/** Removes other versions of a package, and what was left half installed. */
async function removeOthers(plain: string): Promise<void> {
  for (const entry of await readdir(cache).catch(() => [])) {
    const [, version] = entry.split(`${plain}-`);
    if (entry.startsWith(`${plain}-`) && version !== undefined && /^\d/.test(version)) {
      await rm(join(cache, entry), { recursive: true, force: true });
    }
  }
}
