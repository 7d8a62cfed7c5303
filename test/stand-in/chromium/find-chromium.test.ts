import { expect, test } from 'vitest';
import { findChromium, missingChromium, type Computer } from './find-chromium.js';

/** A computer with just these files. */
function computerWith(files: readonly string[], given: Partial<Computer> = {}): Computer {
  return {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    home: '/home/me',
    exists: (file) => files.includes(file),
    list: (folder) => [
      ...new Set(
        files
          .filter((file) => file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`))
          .map((file) => file.slice(folder.length + 1).split(/[/\\]/)[0]!),
      ),
    ],
    ...given,
  };
}

const playwright = (build: number): string =>
  `/home/me/.cache/ms-playwright/chromium-${build}/chrome-linux/chrome`;

test.each<[string, string | null, Computer]>([
  ['nothing', null, computerWith([])],
  ["Debian's", '/usr/bin/chromium', computerWith(['/usr/bin/chromium'])],
  [
    'the one without a window, before any other',
    '/usr/bin/chromium-headless-shell',
    computerWith(['/usr/local/bin/chromium', '/usr/bin/chromium-headless-shell']),
  ],
  ["Google's", '/usr/bin/google-chrome', computerWith(['/usr/bin/google-chrome'])],
  [
    'Chromium before Chrome',
    '/usr/bin/chromium',
    computerWith(['/usr/local/bin/google-chrome', '/usr/bin/chromium']),
  ],
  [
    'the one that is named, before all others',
    '/opt/mine/chrome',
    computerWith(['/usr/bin/chromium', '/opt/mine/chrome'], {
      env: { PATH: '/usr/bin', CHROMIUM_PATH: '/opt/mine/chrome' },
    }),
  ],
  [
    'no other than the one that is named',
    null,
    computerWith(['/usr/bin/chromium'], {
      env: { PATH: '/usr/bin', CHROMIUM_PATH: '/opt/absent' },
    }),
  ],
  ["Ubuntu's snap", '/snap/bin/chromium', computerWith(['/snap/bin/chromium'])],
  [
    "a Mac's",
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    computerWith(['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'], {
      platform: 'darwin',
    }),
  ],
  [
    "Windows'",
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    computerWith(['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'], {
      platform: 'win32',
      env: { PATH: 'C:\\Windows', PROGRAMFILES: 'C:\\Program Files' },
    }),
  ],
  [
    "Playwright's newest",
    playwright(1200),
    computerWith([playwright(999), playwright(1200), playwright(1199)]),
  ],
  [
    "Playwright's, elsewhere",
    '/cache/chromium-9/chrome-linux64/chrome',
    computerWith(['/cache/chromium-9/chrome-linux64/chrome'], {
      env: { PLAYWRIGHT_BROWSERS_PATH: '/cache' },
    }),
  ],
])('finds %s', (_, expected, computer) => {
  expect(findChromium(computer)).toBe(expected);
});

test.each([
  [{}, /^No Chromium or Chrome was found: install one .* CHROMIUM_PATH\.$/],
  [{ CHROMIUM_PATH: '/opt/absent' }, /^CHROMIUM_PATH names \/opt\/absent, .* correct it/],
])('without a browser, one line says what to do', (env, line) => {
  expect(missingChromium({ env })).toMatch(line);
});
