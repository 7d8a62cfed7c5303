import { agentHandlers } from './agents.js';
import { clientHandlers } from './clients/client-handlers.js';
import type { Command } from './command.js';
import { environmentHandlers } from './environment.js';
import { hidingHandlers } from './hidden-notes.js';
import { peopleHandlers } from './people.js';
import { vaultHandlers } from './vault-hands.js';
import type { World } from './world.js';

/** What carries a command out. */
export type Handlers<K extends Command['do']> = {
  readonly [Name in K]: (
    world: World,
    command: Extract<Command, { readonly do: Name }>,
  ) => void | Promise<void>;
};

const handlers: Handlers<Command['do']> = {
  ...environmentHandlers,
  ...peopleHandlers,
  ...vaultHandlers,
  ...hidingHandlers,
  ...agentHandlers,
  ...clientHandlers,
};

/** Does what a command says. */
export async function carryOut(world: World, command: Command): Promise<void> {
  const handle = handlers[command.do] as (world: World, command: Command) => void | Promise<void>;
  await handle(world, command);
}
