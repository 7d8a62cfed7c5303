import process from 'node:process';
import { main } from './main.js';
import { processTerminal } from './terminal/terminal.js';

// If these variables were set, the YAML library would print what it parses.
for (const name of Object.keys(process.env)) {
  if (/^(?:LOG_STREAM|LOG_TOKENS)$/i.test(name)) delete process.env[name];
}

// No other user may write to files that this program or its servers create.
process.umask(process.umask(0o077) | 0o022);

process.exitCode = await main(process.argv.slice(2), processTerminal(), process.env);
