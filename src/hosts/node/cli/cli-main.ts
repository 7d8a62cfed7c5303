import process from 'node:process';
import { main } from './main.js';
import { processTerminal } from './terminal/terminal.js';

// Libraries read these whenever they like: one prints the notes that it parses.
for (const name of Object.keys(process.env)) {
  if (/^(?:LOG_STREAM|LOG_TOKENS)$/i.test(name)) delete process.env[name];
}

// Whatever the terminal allows: what this program and its servers make, no other user writes into.
process.umask(process.umask(0o077) | 0o022);

// A reader that has seen enough (`| head`) is no fault, and no reason to stop a runner.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(process.argv.slice(2), processTerminal(), process.env);
