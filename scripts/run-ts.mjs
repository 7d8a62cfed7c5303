// Bundles one TypeScript entry (packages stay outside) and runs it in a Node of its own:
//   node scripts/run-ts.mjs ENTRY [args…]
import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  console.error('Usage: node scripts/run-ts.mjs ENTRY [args…]');
  process.exit(2);
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Inside node_modules, so that the bundle's package imports resolve as the project's own do.
const folder = join(root, 'node_modules/.cache/countersign', `run-${process.pid}`);
const outfile = join(folder, `${basename(entry).replace(/\.[cm]?tsx?$/, '')}.mjs`);
await mkdir(folder, { recursive: true });

try {
  await build({
    absWorkingDir: root,
    entryPoints: [resolve(entry)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // As in the command line.
    supported: { 'regexp-unicode-property-escapes': true },
    sourcemap: 'inline',
    logLevel: 'warning',
  });
} catch {
  await rm(folder, { recursive: true, force: true });
  process.exit(1);
}

const child = spawn(process.execPath, ['--expose-gc', '--enable-source-maps', outfile, ...args], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('close', async (code, signal) => {
  await rm(folder, { recursive: true, force: true });
  process.exit(code ?? 128 + constants.signals[signal]);
});
