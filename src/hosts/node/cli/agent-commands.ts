import type { ToolCommand } from './commands/tool-command.js';
import { json, type Command } from './command-table.js';
import { load } from './load-commands.js';

/** The first words of the commands that are made from the tools for agents. */
export const agentGroups = ['plan', 'request', 'task', 'decision'];

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
