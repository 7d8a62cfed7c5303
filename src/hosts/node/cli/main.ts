import { parseArgs } from 'node:util';
import { fail } from '../../../core/errors.js';
import type { Environment } from '../../desktop/device/device.js';
import { importCommand } from './commands/import-command.js';
import { bridgeCommand } from './commands/bridge-command.js';
import { decideCommand } from './commands/decide-command.js';
import { deviceCommand } from './commands/device-command.js';
import { nameCommand } from './commands/name-command.js';
import { newEpochCommand } from './commands/new-epoch-command.js';
import { runCommand } from './commands/run-command.js';
import { setupCommand } from './commands/setup-command.js';
import { statusCommand } from './commands/status-command.js';
import { exitCodes, sayProblem, type ExitCode, type Terminal } from './terminal/terminal.js';
import { trustCommand } from './commands/trust-command.js';
import { verifyCommand } from './commands/verify-command.js';
import { whichVaultCommand } from './commands/which-vault-command.js';

const help = `Countersign holds every external action of your agents until you approve it.

  countersign setup  [--vault PATH] [--base FOLDER] [--preview]   create the folders and the Dashboard
  countersign run    [--vault PATH] [--trust-moves] [--polling]   run approved actions
  countersign status [--vault PATH]                               show the current plan and what needs you
  countersign pause                                               stop all actions on this computer until you resume
  countersign resume                                              run approved actions again
  countersign adopt PATH                                          use another tool's plan or request
  countersign verify [--vault PATH]                               check the audit trail
  countersign trust  [FINGERPRINT] [--remove DEVICE]              list or trust devices that may approve
  countersign name-device DEVICE NAME                             name this device (“this”) or another
  countersign new-epoch                                           start a new ledger (asks first)
  countersign which-vault                                         answer when the vault's id has changed
  countersign confirm-folders                                     accept renamed folders
  countersign take-over DEVICE                                    prepare requests here instead of there
  countersign withdraw REQUEST_ID                                 withdraw a request
  countersign bring-back REQUEST_ID                               restore a missing request note
  countersign start-plan PLAN_ID                                  start a draft, or reopen a finished plan
  countersign audit-seen                                          dismiss the alert about the audit log
  countersign bridge import [FILE] [--route TYPE=ALIAS.TOOL] [--no-test]
                                                                  add MCP servers (mcpServers JSON) and test
                                                                  them; without FILE, those of other apps
  countersign bridge confirm [ALIAS]                              let servers use files in the vault
  countersign bridge test [ALIAS]                                 connect and list each server's tools
  countersign bridge list                                         list this device's servers and routes

--vault is the vault's folder (default: this folder). --json prints JSON.
--trust-moves: any move into Approved is an approval. Without it, such a move only asks.
Exit codes: 0 OK, 1 needs attention, 2 usage error, 3 cannot run.`;

/** Runs one command and gives its exit code. */
export async function main(
  args: readonly string[],
  terminal: Terminal,
  env: Environment,
): Promise<ExitCode> {
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    return sayProblem(terminal, fail('usage', `${parsed}.`, 'See `countersign --help`.').error);
  }
  const { values, positionals } = parsed;
  const [command, verb, argument] = positionals;
  if (values.help || command === undefined) {
    terminal.line(help);
    return values.help ? exitCodes.well : exitCodes.wrongUsage;
  }
  const { vault, json } = values;
  switch (command) {
    case 'setup':
      return setupCommand(terminal, env, { vault, base: values.base, preview: values.preview });
    case 'run':
      return runCommand(terminal, env, {
        vault,
        json,
        trustMoves: values['trust-moves'],
        polling: values.polling,
      });
    case 'status':
      return statusCommand(terminal, env, { vault, json });
    case 'verify':
      return verifyCommand(terminal, env, { vault, json });
    case 'trust': {
      const { remove } = values;
      return trustCommand(terminal, env, { vault, json, fingerprint: verb, remove });
    }
    case 'name-device':
      return nameCommand(terminal, env, { vault, device: verb, name: argument });
    case 'new-epoch':
      return newEpochCommand(terminal, env, { vault });
    case 'which-vault':
      return whichVaultCommand(terminal, env, { vault });
    case 'withdraw':
    case 'bring-back':
    case 'take-over':
    case 'audit-seen':
    case 'start-plan':
      return decideCommand(terminal, env, { vault, decision: command, named: verb });
    case 'adopt':
      return importCommand(terminal, env, { vault, named: verb });
    case 'pause':
    case 'resume':
    case 'confirm-folders':
      return deviceCommand(terminal, env, { vault, change: command });
    case 'bridge':
      return bridgeCommand(terminal, env, {
        vault,
        json,
        verb: verb ?? '',
        argument,
        routes: values.route,
        noTest: values['no-test'],
      });
    default:
      return sayProblem(
        terminal,
        fail('usage', `Unknown command: ${command}.`, 'See `countersign --help`.').error,
      );
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        vault: { type: 'string', default: '.' },
        base: { type: 'string' },
        preview: { type: 'boolean', default: false },
        'trust-moves': { type: 'boolean', default: false },
        polling: { type: 'boolean', default: false },
        remove: { type: 'string' },
        route: { type: 'string', multiple: true, default: [] },
        'no-test': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
  }
}
