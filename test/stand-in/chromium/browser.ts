import process from 'node:process';
import { chromium, type Browser } from 'playwright-core';
import { findChromium, missingChromium } from './find-chromium.js';

/** Nothing of the browser may reach out by itself, and it must run in a container as root. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let running: Promise<Browser> | null = null;

/** The one browser of this process, headless and with a profile of its own that is deleted later. */
export function sharedBrowser(): Promise<Browser> {
  return (running ??= launch());
}

/** Ends it, if it was started. */
export async function closeSharedBrowser(): Promise<void> {
  const browser = running;
  running = null;
  await (await browser)?.close();
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(missingChromium());
  return chromium.launch({
    executablePath,
    args: ARGS,
    // A proxy of the environment must not stand between the page and 127.0.0.1.
    env: { ...definedIn(process.env), NO_PROXY: '127.0.0.1' },
  });
}

function definedIn(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env);
  return Object.fromEntries(entries.filter((it): it is [string, string] => it[1] !== undefined));
}
