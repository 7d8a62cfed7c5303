import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './project-root.js';

/** What the page consists of. */
export interface PageFiles {
  readonly page: string;
  readonly script: string;
  readonly style: string;
}

let bundled: Promise<PageFiles> | null = null;

/** Bundles the page, once per process. */
export function pageFiles(): Promise<PageFiles> {
  return (bundled ??= bundle());
}

async function bundle(): Promise<PageFiles> {
  const root = projectRoot();
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['test/stand-in/browser/main.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'chrome120',
    loader: { '.svg': 'text' },
    sourcemap: 'inline',
    logLevel: 'error',
  });
  const style = await readFile(join(root, 'test/stand-in/ui/app.css'), 'utf8');
  return { page: PAGE, script: outputFiles[0]!.text, style };
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Workbench</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="app.css">
  </head>
  <body>
    <script type="module" src="main.js"></script>
  </body>
</html>
`;
