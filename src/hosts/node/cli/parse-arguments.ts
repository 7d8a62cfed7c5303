import { parseArgs } from 'node:util';
import type { ToolCommand } from './commands/tool-command.js';

/** Throws an error with Node's message if the arguments are invalid. */
export function parseArguments(args: readonly string[], toolCommands: readonly ToolCommand[]) {
  const toolOptions = Object.fromEntries(
    toolCommands.flatMap(({ options }) => options.map(({ name, type }) => [name, { type }])),
  ) as Record<never, never>;
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    tokens: true,
    options: {
      vault: { type: 'string', default: '.' },
      base: { type: 'string' },
      client: { type: 'string' },
      server: { type: 'string' },
      'device-folder': { type: 'string' },
      hook: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      move: { type: 'boolean', default: false },
      token: { type: 'boolean', default: false },
      preview: { type: 'boolean', default: false },
      diffs: { type: 'boolean', default: false },
      'trust-moves': { type: 'boolean', default: false },
      agents: { type: 'boolean', default: false },
      once: { type: 'boolean', default: false },
      'accept-existing': { type: 'boolean', default: false },
      polling: { type: 'boolean', default: false },
      remove: { type: 'string' },
      route: { type: 'string', multiple: true, default: [] },
      'no-test': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      reason: { type: 'string' },
      as: { type: 'string' },
      to: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', short: 'V', default: false },
      ...toolOptions,
    },
  });
}

export type Values = ReturnType<typeof parseArguments>['values'];
