// The first step of `npm test`: makes sure that there is a browser.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { findChromium, missingChromium } from './find-chromium.js';

const INSTALL = [
  ['apt-get', 'update', '-q'],
  ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium'],
] as const;

/** Installs Debian's or Ubuntu's as root; nothing anywhere else. */
function installAsRoot(): void {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (!isRoot || (process.env['CHROMIUM_PATH'] ?? '') !== '') return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const [command, ...args] of INSTALL) spawnSync(command, args, { stdio: 'inherit', env });
}

if (findChromium() === null) installAsRoot();
const found = findChromium();
if (found === null) {
  console.error(missingChromium());
  process.exitCode = 1;
} else {
  console.log(`Browser: ${found}`);
}
