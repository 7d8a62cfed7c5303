import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A script, bundled so that plain Node runs it in a process of its own. */
export interface BundledChild {
  readonly script: string;
  /** Starts it. `fileLimitBytes` is the largest file it may write, as on a disk that is nearly full. */
  start(
    args: readonly string[],
    fileLimitBytes?: number,
    env?: Record<string, string | undefined>,
  ): ChildProcess;
  dispose(): void;
}

/** Bundles a script. To be called in the project's folder, where npm starts everything. */
export async function bundleChild(source: URL): Promise<BundledChild> {
  // Inside node_modules, so that the bundle's package imports resolve as the project's own do.
  const cache = resolve('node_modules/.cache/countersign');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'child-'));
  const script = join(folder, 'child.mjs');
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile: script,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  return {
    script,
    start(args, fileLimitBytes, env = process.env) {
      const stdio = ['ignore', 'pipe', 'inherit'] as const;
      if (fileLimitBytes === undefined) {
        return spawn(process.execPath, [script, ...args], { stdio: [...stdio], env });
      }
      const limited = `ulimit -S -f ${fileLimitBytes / 1024}; exec "$0" "$@"`;
      return spawn('bash', ['-c', limited, process.execPath, script, ...args], {
        stdio: [...stdio],
        env,
      });
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Collects the lines a child prints; resolves when there are `count` of them or the child has ended. */
export async function readLinesOf(child: ChildProcess, count: number): Promise<string[]> {
  let text = '';
  const lines = (): string[] => text.split('\n').slice(0, -1);
  return new Promise((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (lines().length >= count) resolve(lines());
    });
    child.once('close', () => resolve(lines()));
  });
}

/** Kills a child at once (SIGKILL) and waits until it is gone; gives all it printed. */
export async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
}
