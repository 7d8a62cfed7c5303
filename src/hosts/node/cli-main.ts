import process from 'node:process';
import { main } from './cli/main.js';
import { processTerminal } from './cli/terminal.js';

// A reader that has seen enough (`| head`) is no fault, and no reason to stop a runner.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(process.argv.slice(2), processTerminal(), process.env);
