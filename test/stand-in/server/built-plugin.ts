import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { pluginFiles } from '../../../scripts/plugin-files.mjs';
import { projectRoot } from './project-root.js';

/** What the plugin is built from. */
const SOURCES = [
  'src',
  'styles.css',
  'manifest.json',
  'esbuild.config.mjs',
  'svelte.config.mjs',
  'scripts/one-file.mjs',
  'scripts/left-out.mjs',
  'package-lock.json',
];
const KEPT_MS = 24 * 60 * 60 * 1000;

let building: Promise<string> | null = null;

/**
 * The folder with the built plugin. Built once for one state of the sources, whoever asks: the
 * processes of a test run share it.
 */
export function builtPlugin(): Promise<string> {
  return (building ??= build());
}

/** Puts the built plugin into a vault and switches it on, as a person does. */
export async function installPlugin(vaultRoot: string): Promise<void> {
  const folder = join(vaultRoot, '.obsidian/plugins/countersign');
  const built = await builtPlugin();
  await mkdir(folder, { recursive: true });
  await Promise.all(pluginFiles.map((name) => cp(join(built, name), join(folder, name))));
  const listFile = join(vaultRoot, '.obsidian/community-plugins.json');
  const list = await readFile(listFile, 'utf8').catch(() => '[]');
  const enabled = new Set([...(JSON.parse(list) as string[]), 'countersign']);
  await writeFile(listFile, JSON.stringify([...enabled]));
}

async function build(): Promise<string> {
  const root = projectRoot();
  const cache = join(root, 'node_modules/.cache/countersign');
  const target = join(cache, `plugin-${await fingerprint(root)}`);
  if (await isThere(target)) return target;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'building-'));
  try {
    await runBuild(root, folder);
    await rename(folder, target);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    // Somebody else built the same at the same time.
    if (!(await isThere(target))) throw error;
  }
  await removeOld(cache);
  return target;
}

async function runBuild(root: string, folder: string): Promise<void> {
  const child = spawn(process.execPath, ['esbuild.config.mjs', folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The plugin could not be built.\n${complaint}`);
}

async function fingerprint(root: string): Promise<string> {
  const hash = createHash('sha256');
  const add = async (path: string): Promise<void> => {
    const file = join(root, path);
    const { mtimeMs, size } = await stat(file);
    hash.update(`${path}\n${mtimeMs}\n${size}\n`);
  };
  for (const source of SOURCES) {
    if (!(await stat(join(root, source))).isDirectory()) await add(source);
    else for (const path of await filesIn(root, source)) await add(path);
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
}

async function removeOld(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!/^(?:plugin|building)-/.test(name)) continue;
    const folder = join(cache, name);
    const made = (await stat(folder).catch(() => null))?.mtimeMs ?? Date.now();
    if (Date.now() - made > KEPT_MS) await rm(folder, { recursive: true, force: true });
  }
}

async function isThere(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null)) !== null;
}
