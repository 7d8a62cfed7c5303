import type { ToolCommand } from './commands/tool-command.js';
import { json, type Command } from './command-table.js';
import { load } from './load-commands.js';

/** Commands that are the tools of agents begin with one of these. */
export const agentGroups = ['plan', 'request', 'task', 'decision'];

/** The tools of agents as commands, which only `help plan` and the like list. */
export function agentCommands(
  toolCommands: readonly ToolCommand[],
): Readonly<Record<string, Command>> {
  return Object.fromEntries(
    toolCommands.map((command): [string, Command] => [
      command.command,
      {
        options: {
          ...Object.fromEntries(command.options.map(({ usage, means }) => [usage, means])),
          '--client NAME': 'The client to name in the log (default: Outside).',
          ...json,
        },
        about: command.about,
        examples: [command.example],
        run: async (terminal, env, values) =>
          (await load.tool()).toolCommand(terminal, env, command, {
            ...{ vault: values.vault, json: values.json, client: values.client, values },
          }),
      },
    ]),
  );
}
