// `npm run build`: the command line as one file, and the notices of what is inside it.
// `node esbuild.config.mjs FOLDER` writes them there instead of to dist/.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { thirdPartyNotices } from './scripts/third-party-notices.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'dist'));

await mkdir(folder, { recursive: true });
const cli = join(folder, 'countersign.mjs');
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/hosts/node/cli-main.ts'],
  outfile: cli,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  banner: {
    // CommonJS packages inside an ES module bundle call `require` for Node's built-ins.
    js: [
      '#!/usr/bin/env node',
      "import { createRequire as createBundleRequire } from 'node:module';",
      'const require = createBundleRequire(import.meta.url);',
    ].join('\n'),
  },
  sourcemap: false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});
await chmod(cli, 0o755);
await writeFile(
  join(folder, 'THIRD_PARTY_NOTICES.txt'),
  await thirdPartyNotices(root, Object.keys(metafile.inputs)),
);
