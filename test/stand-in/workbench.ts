// `npm run workbench`: the plugin in a browser, without Obsidian, on a practice vault.
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { practiceNotes } from './practice-notes.js';
import { installPlugin } from './server/built-plugin.js';
import { pageFiles } from './server/page-files.js';
import { projectRoot } from './server/project-root.js';
import { serve } from './server/serve.js';

const USAGE = `Usage: npm run workbench -- [--vault FOLDER] [--port NUMBER] [--reset]

  --vault FOLDER   Your own folder of notes instead of the practice vault. It must exist; the plugin is
                   installed into it.
  --port NUMBER    Where to serve, 4750 by default.
  --reset          Begin with a new practice vault; the old one is deleted.`;

const PORT = 4750;

interface Choice {
  readonly vault: string | null;
  readonly port: number;
  readonly reset: boolean;
}

async function main(): Promise<void> {
  const choice = readArguments();
  const practice = resolve(projectRoot(), 'workbench-vault');
  // Never the person's own configuration folder.
  const stateRoot = `${practice}-state`;
  if (choice.reset) {
    await rm(practice, { recursive: true, force: true });
    await rm(stateRoot, { recursive: true, force: true });
  }
  const vaultRoot = choice.vault ?? practice;
  if (choice.vault === null) await makePracticeVault(practice);
  else if (!(await isThere(vaultRoot))) throw new Error(`There is no folder ${vaultRoot}.`);

  console.log('Building …');
  await Promise.all([installPlugin(vaultRoot), pageFiles()]);
  const served = await serve({ vaultRoot, stateRoot, port: choice.port });
  const welcome = choice.vault === null ? '?open=Welcome.md' : '';
  console.log(`Countersign's workbench: ${served.address}${welcome}`);
  console.log(`Open this address in a browser. The vault is ${vaultRoot}. Ctrl-C ends it.`);

  const end = (): void => void served.close().then(() => process.exit(0));
  process.once('SIGINT', end).once('SIGTERM', end);
  // The second of two is the one that our starter passes on.
  process.on('SIGINT', () => {});
}

function readArguments(): Choice {
  const { values } = parseArgs({
    options: {
      vault: { type: 'string' },
      port: { type: 'string', default: String(PORT) },
      reset: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(USAGE);
  if (values.reset && values.vault !== undefined) {
    throw new Error('--reset deletes the practice vault, never a folder of yours: leave out one.');
  }
  const vault = values.vault === undefined ? null : resolve(values.vault);
  return { vault, port, reset: values.reset };
}

async function makePracticeVault(folder: string): Promise<void> {
  if (await isThere(folder)) return;
  for (const [path, text] of Object.entries(practiceNotes)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

try {
  await main();
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(
    code === 'EADDRINUSE'
      ? 'Another program uses this port. Choose a free one with --port.'
      : (message ?? String(error)),
  );
  process.exit(1);
}
