// `npm run build`: the plugin and the command line, one file each, with the licences of what is inside.
// `node esbuild.config.mjs FOLDER` writes them there instead of to dist/ and the root; with --source-map
// after it, also where each part of main.js comes from. Its bytes are the same.
import { appendFile, chmod, copyFile, mkdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import esbuildSvelte from 'esbuild-svelte';
import { leftOut } from './scripts/left-out.mjs';
import { bundleInOneFile } from './scripts/one-file.mjs';
import { thirdPartyNotices } from './scripts/third-party-notices.mjs';
import svelteConfig from './svelte.config.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'dist'));
const plugin = join(folder, 'main.js');
const cli = join(folder, 'countersign.mjs');

const shared = {
  absWorkingDir: root,
  bundle: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Svelte listens on the document for forms that are reset, and never ends that. Ours are not reset, and
 * what a plugin leaves on the document outlives it.
 */
const formResets = /^export function add_form_reset_listener\(\) \{[^]*?^\}$/m;

/**
 * Svelte asks `esm-env` whether it is developed with. esbuild does not see in Svelte's modules that the
 * answer, another module's default export, is a constant, and would keep what is for development.
 */
const svelteForProduction = {
  name: 'svelte for production',
  setup(made) {
    made.onLoad(
      { filter: /[\\/]node_modules[\\/]svelte[\\/]src[\\/].*\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = text
          .replace(/^import \{[^}]*\} from 'esm-env';$/m, '')
          .replace(/\bDEV\b/g, 'false')
          .replace(/\bBROWSER\b/g, 'true')
          .replace(formResets, 'export function add_form_reset_listener() {}');
        return { contents, loader: 'js' };
      },
    );
  },
};

/** Texts are read as YAML 1.2 in its core schema, and refused if they ask for another one. */
const yamlInOneSchema = {
  name: 'YAML in one schema',
  setup(made) {
    made.onLoad(
      { filter: /[\\/]node_modules[\\/]yaml[\\/]browser[\\/]dist[\\/]schema[\\/]tags\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = text
          .replace(/^import \{ schema as \S+ \} from '\.\/(?:json|yaml-1\.1)\/schema\.js';$/gm, '')
          .replace(/\bschema\$\d\b/g, 'schema');
        return { contents, loader: 'js' };
      },
    );
  },
};

const pluginBuild = () =>
  bundleInOneFile({
    ...shared,
    entryPoints: ['src/main.ts'],
    outfile: plugin,
    platform: 'browser',
    format: 'cjs',
    target: 'es2022',
    minify: true,
    sourcemap: process.argv[3] === '--source-map' && 'external',
    charset: 'utf8',
    // `production` keeps the development half of Svelte out.
    conditions: ['svelte', 'production', 'module'],
    external: ['obsidian', 'electron', '@codemirror/*', 'node:*', ...builtinModules],
    plugins: [
      leftOut,
      svelteForProduction,
      yamlInOneSchema,
      esbuildSvelte({ compilerOptions: svelteConfig.compilerOptions }),
    ],
  });

const commandLineBuild = () =>
  bundleInOneFile({
    ...shared,
    entryPoints: ['src/hosts/node/cli/cli-main.ts'],
    outfile: cli,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Node reads the whole file before any of it runs. Names stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    // Every Node has them; otherwise each pattern would be made anew each time it is used.
    supported: { 'regexp-unicode-property-escapes': true },
    banner: {
      // CommonJS packages inside an ES module bundle call `require` for Node's built-ins.
      js: [
        '#!/usr/bin/env node',
        "import { createRequire as createBundleRequire } from 'node:module';",
        'const require = createBundleRequire(import.meta.url);',
      ].join('\n'),
    },
    plugins: [],
  });

await mkdir(folder, { recursive: true });
const metafiles = await Promise.all([pluginBuild(), commandLineBuild()]);
await chmod(cli, 0o755);
for (const name of ['manifest.json', 'styles.css']) {
  await copyFile(join(root, name), join(folder, name));
}
for (const [at, file] of [plugin, cli].entries()) {
  await appendFile(file, await thirdPartyNotices(root, Object.keys(metafiles[at].inputs)));
}
// The plugin directory's review rebuilds and compares main.js at the root.
if (process.argv[2] === undefined) await copyFile(plugin, join(root, 'main.js'));
