import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { sharedBrowser } from '../../../../stand-in/chromium/browser.js';

const entry = join(import.meta.dirname, 'page', 'trusted-page.ts');
const classes = join(import.meta.dirname, 'page', 'obsidian-classes.ts');

/** A page in a real browser with this body, where gestures and drags are watched. */
export async function openTrustedPage(body: string): Promise<Page> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    alias: { obsidian: classes },
    logLevel: 'silent',
  });
  const page = await (await sharedBrowser()).newPage();
  await page.setContent(`<!doctype html><body>${body}</body>`);
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  return page;
}
