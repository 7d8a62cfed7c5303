// `npm run install-plugin -- --vault PATH`: builds the plugin and puts its three files into a vault.
import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pluginFiles } from './plugin-files.mjs';

const USAGE = `Usage: npm run install-plugin -- --vault PATH [--config-folder NAME] [--from FOLDER]

  --vault PATH           The vault: the folder that you open in Obsidian.
  --config-folder NAME   Obsidian's folder inside it, if you gave it another name than .obsidian.
  --from FOLDER          Take ${listed(pluginFiles)} from this folder, such as a
                         downloaded release, instead of building them.`;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What a person can set right, as opposed to a fault of ours. */
class Refusal extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

async function main() {
  const { vault, configFolder, from } = readArguments();
  await checkVault(vault, configFolder);
  if (from !== null) {
    await install({ from, vault, configFolder });
    return;
  }
  const built = await mkdtemp(join(tmpdir(), 'countersign-install-'));
  try {
    console.log('Building …');
    await build(built);
    await install({ from: built, vault, configFolder });
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}

function readArguments() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        vault: { type: 'string' },
        'config-folder': { type: 'string', default: '.obsidian' },
        from: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Refusal(`${error.message}\n\n${USAGE}`, 2);
  }
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  if (!values.vault) throw new Refusal(`Say which vault, with --vault.\n\n${USAGE}`, 2);
  const configFolder = values['config-folder'];
  // What Obsidian itself takes as the name of that folder.
  if (!/^\.[^\\/]*[^.\\/][^\\/]*$/.test(configFolder)) {
    throw new Refusal(
      `--config-folder is the name of a folder in the vault, and begins with a dot: not "${configFolder}".`,
      2,
    );
  }
  return {
    vault: asked(values.vault),
    configFolder,
    from: values.from ? asked(values.from) : null,
  };
}

/** npm runs scripts in the project's folder, wherever it was called from. */
function asked(path) {
  return resolve(
    process.env.INIT_CWD ?? process.cwd(),
    path.replace(/^~(?=$|[\\/])/, () => homedir()),
  );
}

async function checkVault(vault, configFolder) {
  if (!(await isFolder(vault))) {
    throw new Refusal(`There is no folder ${vault}. Name the folder that you open in Obsidian.`);
  }
  if (await isFolder(join(vault, configFolder))) return;
  const around = await vaultAround(vault, configFolder);
  throw new Refusal(
    around !== null
      ? `${vault} lies inside a vault and is none itself. Did you mean --vault "${around}"?`
      : `${vault} is not a vault yet: it has no folder ${configFolder}. Open it in Obsidian once ` +
          `(Open folder as vault), then try again. If Obsidian's folder in it has another name, add ` +
          `--config-folder NAME.`,
  );
}

async function vaultAround(folder, configFolder) {
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (await isFolder(join(above, configFolder))) return above;
  }
  return null;
}

async function build(folder) {
  if (!(await isFolder(join(root, 'node_modules/esbuild')))) {
    throw new Refusal('What the build needs is not installed yet: run npm ci, then try again.');
  }
  const child = spawn(process.execPath, [join(root, 'esbuild.config.mjs'), folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((settle) => child.on('close', settle));
  if (code !== 0) throw new Refusal('The build failed, see above. Nothing was installed.');
}

async function install({ from, vault, configFolder }) {
  const missing = [];
  for (const name of pluginFiles) {
    if (!(await isThere(join(from, name)))) missing.push(name);
  }
  if (missing.length > 0) throw new Refusal(`${from} has no ${listed(missing)}.`);
  const { id, name, version } = await readJson(join(from, 'manifest.json'));
  if (id !== 'countersign') throw new Refusal(`${from} holds the plugin "${id}", not Countersign.`);

  const plugins = `${configFolder}/plugins`;
  const folder = join(vault, plugins, id);
  const before = await readJson(join(folder, 'manifest.json')).catch(() => null);
  await mkdir(folder, { recursive: true });
  for (const file of pluginFiles) {
    // In one step: an app that runs never reads half of a file.
    const coming = join(folder, `.${file}.new`);
    await copyFile(join(from, file), coming);
    await rename(coming, join(folder, file));
  }

  console.log(`${name} ${version} is in ${folder}`);
  console.log(`  written: ${listed(pluginFiles)}`);
  if (await isThere(join(folder, 'data.json'))) console.log('  left as it is: data.json');
  console.log('');
  const enabled = await readJson(join(vault, configFolder, 'community-plugins.json')).catch(
    () => [],
  );
  const isEnabled = Array.isArray(enabled) && enabled.includes(id);
  console.log(isEnabled ? reload(name, basename(vault), before) : enable(name, basename(vault)));
}

function enable(name, vault) {
  return [
    `Now open the vault "${vault}" in Obsidian, and there Settings → Community plugins:`,
    '  1. Press Turn on community plugins, if it asks.',
    '  2. Press the reload symbol beside Installed plugins.',
    `  3. Switch on ${name}.`,
  ].join('\n');
}

function reload(name, vault, before) {
  const old =
    typeof before?.version === 'string' ? `the old files (${before.version})` : 'old files';
  return [
    `If the vault "${vault}" is open in Obsidian, ${old} are still running there. Switch ${name} off`,
    'and on again under Settings → Community plugins, or run the command Reload app without saving.',
  ].join('\n');
}

async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}

async function isFolder(path) {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

async function isThere(path) {
  return (await stat(path).catch(() => null)) !== null;
}

/** “a, b and c” */
function listed(names) {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}

try {
  await main();
} catch (error) {
  // An error of the file system says what and where by itself.
  console.error(error instanceof Refusal || error.code ? error.message : error);
  process.exitCode = error.exitCode ?? 1;
}
