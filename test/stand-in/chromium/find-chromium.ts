import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import process from 'node:process';

/** Where a browser is looked for. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly exists: (file: string) => boolean;
  /** Names in a folder; none when it is missing. */
  readonly list: (folder: string) => readonly string[];
}

/** Without a window it needs less than half of the processor's time, so the headless shell comes first. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** What Playwright's own download holds, below `chromium-<build>`. */
const PLAYWRIGHT_FILES = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
];

/**
 * The file of a Chromium or Chrome: the one that `CHROMIUM_PATH` names, else one on PATH, in the
 * system's usual places, or of Playwright. `null` when there is none.
 */
export function findChromium(computer: Computer = thisComputer()): string | null {
  const asked = computer.env['CHROMIUM_PATH'] ?? '';
  if (asked !== '') return computer.exists(asked) ? asked : null;
  const places = [...onPath(computer), ...usualPlaces(computer), ...ofPlaywright(computer)];
  return places.find((file) => computer.exists(file)) ?? null;
}

/** One line that says what to do when there is none. */
export function missingChromium({ env }: Pick<Computer, 'env'> = process): string {
  const asked = env['CHROMIUM_PATH'] ?? '';
  return asked === ''
    ? 'No Chromium or Chrome was found: install one (Debian, Ubuntu: sudo apt-get install chromium), or name its file in CHROMIUM_PATH.'
    : `CHROMIUM_PATH names ${asked}, where there is no file: correct it, or leave it out.`;
}

function thisComputer(): Computer {
  return {
    platform: process.platform,
    env: process.env,
    home: homedir(),
    exists: existsSync,
    list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
  };
}

function onPath({ platform, env }: Computer): string[] {
  const windows = platform === 'win32';
  const paths = windows ? win32 : posix;
  const folders = (env['PATH'] ?? '').split(paths.delimiter).filter((folder) => folder !== '');
  const names = windows ? NAMES.map((name) => `${name}.exe`) : NAMES;
  return names.flatMap((name) => folders.map((folder) => paths.join(folder, name)));
}

function usualPlaces({ platform, env, home }: Computer): string[] {
  if (platform === 'darwin') {
    return ['/', home].flatMap((root) =>
      ['Chromium', 'Google Chrome'].map((name) =>
        posix.join(root, 'Applications', `${name}.app`, 'Contents/MacOS', name),
      ),
    );
  }
  if (platform !== 'win32') return ['/snap/bin/chromium', '/opt/google/chrome/chrome'];
  return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const root = env[name] ?? '';
    if (root === '') return [];
    return ['Google\\Chrome', 'Chromium'].map((app) =>
      win32.join(root, app, 'Application', 'chrome.exe'),
    );
  });
}

function ofPlaywright({ platform, env, home, list }: Computer): string[] {
  const paths = platform === 'win32' ? win32 : posix;
  const caches: Partial<Record<NodeJS.Platform, string>> = {
    darwin: paths.join(home, 'Library', 'Caches'),
    win32: paths.join(home, 'AppData', 'Local'),
  };
  const folder =
    env['PLAYWRIGHT_BROWSERS_PATH'] ??
    paths.join(caches[platform] ?? paths.join(home, '.cache'), 'ms-playwright');
  const builds = list(folder).filter((name) => /^chromium-\d+$/.test(name));
  // Newest first.
  builds.sort((one, other) => Number(other.slice(9)) - Number(one.slice(9)));
  return builds.flatMap((build) => PLAYWRIGHT_FILES.map((file) => paths.join(folder, build, file)));
}
