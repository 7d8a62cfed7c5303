import process from 'node:process';
import { main } from './cli/main.js';
import { processTerminal } from './cli/terminal.js';

process.exitCode = await main(process.argv.slice(2), processTerminal(), process.env);
