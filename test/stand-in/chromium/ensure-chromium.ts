// The first step of `npm test`: makes sure that there is a browser.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { findChromium, missingChromium } from './find-chromium.js';

/** The first that there is: Debian has both, others only the second. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const MANAGER = 'apt-get';

/** Installs Debian's or Ubuntu's as root; nothing anywhere else. */
function installAsRoot(): void {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (!isRoot || (process.env['CHROMIUM_PATH'] ?? '') !== '') return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const manage = (...args: string[]): boolean =>
    spawnSync(MANAGER, args, { stdio: 'inherit', env }).status === 0;
  manage('update', '-q');
  PACKAGES.some((name) => manage('install', '-y', '-q', '--no-install-recommends', name));
}

if (findChromium() === null) installAsRoot();
const found = findChromium();
if (found === null) {
  console.error(missingChromium());
  process.exitCode = 1;
} else {
  console.log(`Browser: ${found}`);
}
