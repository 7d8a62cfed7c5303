import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFiles, readProjectFile } from '../../support/project-files.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the desktop side may ask of Node; the plugin's stand-in for a browser offers exactly these. */
const offered = [
  ...['child_process', 'fs', 'fs/promises', 'http', 'net', 'os', 'path', 'process', 'timers'],
].map((name) => `node:${name}`);

let metafile: Metafile;
let bundle: string;
beforeAll(async () => {
  const built = await build({
    absWorkingDir: root,
    entryPoints: ['src/hosts/desktop/desktop.ts'],
    bundle: true,
    write: false,
    metafile: true,
    format: 'cjs',
    platform: 'browser',
    external: ['node:*'],
    logLevel: 'error',
  });
  metafile = built.metafile;
  bundle = built.outputFiles[0]?.text ?? '';
});

/** Everything that the plugin loads when it reaches for this computer, and the rest of the folder. */
function desktopFiles(): string[] {
  const reached = Object.keys(metafile.inputs).filter((path) => path.startsWith('src/'));
  const beside = projectFiles().filter((path) => path.startsWith('src/hosts/desktop/'));
  return [...new Set([...reached, ...beside])].sort();
}

/** The built code as a function. */
type Evaluate = (module: object, require: () => undefined) => void;

describe('the desktop side, which runs inside Obsidian,', () => {
  test.each([
    ['Buffer, which a browser does not have', /\bBuffer\b/],
    ['synchronous calls, which would stop the window', /\w+Sync\b/],
    ['Node’s own crypto', /['"](?:node:)?crypto['"]/],
  ])('holds nothing of %s', (_what, pattern) => {
    const found = desktopFiles().filter((path) => pattern.test(readProjectFile(path)));
    // Hashes by itself where there is no Node.
    expect(found.filter((path) => path !== 'src/core/digest.ts')).toEqual([]);
  });

  test('asks of Node only what can be reached without waiting for it', () => {
    const asked = (later: boolean): string[] => {
      const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
      const paths = imports
        .filter(({ kind }) => (kind === 'dynamic-import') === later)
        .map(({ path }) => path);
      return [...new Set(paths)].sort();
    };
    expect(asked(false)).toEqual(offered);
    // With the first request to a server over HTTP.
    expect(asked(true)).toEqual(['node:http', 'node:https']);
  });

  test('carries no package that belongs to the runner', () => {
    const packages = Object.keys(metafile.inputs).flatMap(
      (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
    );
    expect([...new Set(packages)].sort()).toEqual([
      // What agents call is checked against its schema.
      ...['@cfworker/json-schema', '@date-fns/utc', '@noble/hashes', 'date-fns'],
    ]);
  });

  test('touches nothing of Node while it is evaluated, as on a phone that has none of it', () => {
    const module = { exports: {} };
    const evaluate = compileFunction(bundle, ['module', 'require']) as Evaluate;
    evaluate(module, () => undefined);
    expect(Object.keys(module.exports)).toEqual(['decideVault', 'openDesktop']);
  });
});
