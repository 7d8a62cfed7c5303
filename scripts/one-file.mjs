// Bundles a program with lazily loaded parts into one file, in two passes. In one pass esbuild would wrap each
// module behind an `import()` by itself: nothing is shared or shortened across modules then. The first
// pass makes one chunk of all modules that are always loaded together, the second wraps these few chunks.
import { resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Builds `options.entryPoints` into the one file `options.outfile`, with esbuild's `options`. Returns the
 * metafile of the first pass: that of the modules themselves.
 */
export async function bundleInOneFile({
  entryPoints,
  outfile,
  format,
  sourcemap,
  plugins,
  banner,
  ...options
}) {
  const root = options.absWorkingDir;
  // Its paths stand in the chunks' names, and so in the order of the chunks: they must not depend on `outfile`.
  const nowhere = resolve(root, 'dist', 'chunks');
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints,
    plugins,
    outdir: nowhere,
    write: false,
    format: 'esm',
    splitting: true,
    // As our own modules are by package.json; it decides how the chunks read Node's CommonJS.
    outExtension: { '.js': '.mjs' },
    // Always, as it is part of the chunks' names.
    sourcemap: 'inline',
    metafile: true,
  });
  const chunks = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const outputs = Object.entries(metafile.outputs);
  const helpers = outputs.filter(([, { inputs }]) => Object.keys(inputs).length === 0);
  // Each part behind an `import()` is an entry point of its own, and may stand before ours.
  const ours = outputs.find(([, { entryPoint }]) => entryPoint === entryPoints[0]);
  const entry = resolve(root, ours?.[0] ?? '');
  await build({
    ...options,
    entryPoints: [entry],
    outfile,
    format,
    sourcemap,
    banner,
    plugins: [fromMemory(nowhere, chunks, new Set(helpers.map(([path]) => resolve(root, path))))],
    // Chunks also import esbuild's helpers when they take nothing from them.
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  return metafile;
}

/**
 * Resolves and loads the modules of `files` (absolute path to text), which are not on the disk. Those
 * of `helpers` are esbuild's own, which nothing needs that takes nothing from them.
 */
function fromMemory(folder, files, helpers) {
  return {
    name: 'from memory',
    setup(made) {
      made.onResolve({ filter: /^[./]/ }, ({ path: asked }) => {
        const path = resolve(folder, asked);
        return files.has(path) ? { path, sideEffects: !helpers.has(path) } : undefined;
      });
      made.onLoad({ filter: /.*/ }, ({ path }) =>
        files.has(path) ? { contents: files.get(path), loader: 'js' } : undefined,
      );
    },
  };
}
