import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Page } from 'playwright-core';
import { callNote } from '../builders/request-note.js';
import { sharedBrowser } from '../../stand-in/chromium/browser.js';

const root = join(import.meta.dirname, '../../..');

/**
 * The panel alone in a real browser, without Obsidian and without a vault behind it. Its clock stands
 * still unless `page.clock` moves it.
 */
export async function openPanelPage(): Promise<Page> {
  const [script, styles] = await Promise.all([
    (built ??= buildPage()),
    readFile(join(root, 'styles.css'), 'utf8'),
  ]);
  const page = await (await sharedBrowser()).newPage();
  await page.clock.install({ time: begin });
  await page.clock.pauseAt(begin + 3_600_000);
  await page.setContent(`<!doctype html><style>${styles}</style><body>`);
  await page.addScriptTag({ content: script });
  return page;
}

const begin = Date.UTC(2026, 1, 21, 10, 40);
let built: Promise<string> | null = null;

async function buildPage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page', 'panel-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    conditions: ['svelte', 'production', 'browser'],
    plugins: [await svelte()],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Svelte as the build of the plugin has it; neither module has types that fit how it is loaded. */
async function svelte(): Promise<Plugin> {
  const { default: config } = (await import(
    pathToFileURL(join(root, 'svelte.config.mjs')).href
  )) as { default: { compilerOptions: object } };
  const { default: plugin } = (await import('esbuild-svelte')) as unknown as {
    default: (options: object) => Plugin;
  };
  return plugin({ compilerOptions: config.compilerOptions });
}

/** A request's note with these arguments, written as JSON. */
export function cardText(
  args: unknown,
  { id = 'r-1', recipient = 'someone', stamp = false } = {},
): string {
  const machine = stamp ? '\n%% countersign {"stamp":"v1~d~t~h~s"} %%\n' : '';
  return callNote(args, { request_id: id, target_recipient: recipient }, machine);
}
