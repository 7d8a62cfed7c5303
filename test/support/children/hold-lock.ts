import { writeSync } from 'node:fs';
import process from 'node:process';
import { fileLock } from '../../../src/hosts/desktop/files/file-lock.js';

// Takes the lock of a device folder and holds it until it is killed.
const acquired = await fileLock(process.argv[2] ?? '').acquire();
writeSync(1, `${acquired.ok ? 'held' : acquired.error.code}\n`);
setInterval(() => undefined, 60_000);
