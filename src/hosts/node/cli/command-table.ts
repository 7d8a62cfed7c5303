import type { Environment } from '../../desktop/device/device.js';
import { clientInfo } from '../../../mcp/client/protocol/client-info.js';
import type { agentCommand } from './commands/agents/agent-command.js';
import type { agentToolsCommand } from './commands/agents/agent-tools-command.js';
import type { bridgeCommand } from './commands/bridges/bridge-command.js';
import type { decideCommand } from './commands/decide-command.js';
import type { deviceCommand } from './commands/device-command.js';
import type { notifyCommand } from './commands/notify-command.js';
import type { reasoningCommand } from './commands/reasoning-command.js';
import { load } from './load-commands.js';
import type { Values } from './parse-arguments.js';
import { exitCodes, type ExitCode, type Terminal } from './terminal/terminal.js';

export interface Command {
  readonly words?: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
  readonly about: string;
  readonly examples: readonly [string, ...string[]];
  readonly run: (
    terminal: Terminal,
    env: Environment,
    values: Values,
    words: readonly string[],
  ) => Promise<ExitCode>;
}

export const json = { '--json': 'Print JSON, errors included.' };
const reason = { '--reason TEXT': 'Why. It is saved in the plan’s log.' };
const server = { '--server NAME': 'The name of Countersign’s entry there (default: countersign).' };

const deviceChange =
  (change: Parameters<typeof deviceCommand>[2]['change']): Command['run'] =>
  async (terminal, env, { vault }) =>
    (await load.device()).deviceCommand(terminal, env, { vault, change });

const decision =
  (decision: Parameters<typeof decideCommand>[2]['decision']): Command['run'] =>
  async (terminal, env, { vault, reason }, [named]) =>
    (await load.decide()).decideCommand(terminal, env, { vault, decision, named, reason });

const bridge =
  (verb: Parameters<typeof bridgeCommand>[2]['verb']): Command['run'] =>
  async (terminal, env, values, [argument]) =>
    (await load.bridge()).bridgeCommand(terminal, env, {
      ...{ vault: values.vault, json: values.json, verb, argument },
      routes: values.route,
      noTest: values['no-test'],
    });

const agent =
  (verb: Parameters<typeof agentCommand>[2]['verb']): Command['run'] =>
  async (terminal, env, { vault, json, token }, [name]) =>
    (await load.agent()).agentCommand(terminal, env, { vault, json, verb, name, token });

const agentTools =
  (verb: Parameters<typeof agentToolsCommand>[2]['verb']): Command['run'] =>
  async (terminal, env, { vault, json, client }, [alias, names]) => {
    const options = { vault, json, verb, alias, names, client };
    return (await load.agentTools()).agentToolsCommand(terminal, env, options);
  };

const reasoning =
  (verb: Parameters<typeof reasoningCommand>[2]['verb']): Command['run'] =>
  async (terminal, env, { vault }, [file, name]) =>
    (await load.reasoning()).reasoningCommand(terminal, env, { vault, verb, file, name });

const notify =
  (verb: Parameters<typeof notifyCommand>[2]['verb']): Command['run'] =>
  async (terminal, env, { vault }, words) =>
    (await load.notify()).notifyCommand(terminal, env, { vault, verb, words });

export function sayVersion(terminal: Terminal): ExitCode {
  terminal.line(clientInfo.version);
  return exitCodes.well;
}

/** All commands except those that are made from the tools for agents. */
export const ownCommands: Readonly<Record<string, Command>> = {
  setup: {
    options: {
      '--base FOLDER': 'Create everything in this folder of the vault; `.` is the vault itself.',
      '--preview': 'List what would be created, and create nothing.',
      ...json,
    },
    about: 'create the folders and the Dashboard',
    examples: ['setup --preview', 'setup --base Countersign'],
    run: async (terminal, env, { vault, base, preview, json }) =>
      (await load.setup()).setupCommand(terminal, env, { vault, base, preview, json }),
  },
  run: {
    options: {
      '--agents': 'Let agents connect; see `countersign agent add`.',
      '--accept-existing':
        'On the first start, also make tasks of the items that are already there.',
      '--once': 'Do what can be done now, then end.',
      '--polling': 'Look for changes at intervals, where the system doesn’t report them.',
      '--json': 'Print structured logs (JSON Lines), errors included.',
      '--trust-moves':
        'Treat any move of a note into Approved as your approval, whoever moves it. Without this, a move only asks, and you approve in Obsidian.',
    },
    about: 'run approved actions; you approve in Obsidian, or with --trust-moves by moving notes',
    examples: ['run', 'run --trust-moves'],
    async run(terminal, env, values) {
      const { vault, json, agents, once, polling } = values;
      const { 'trust-moves': trustMoves, 'accept-existing': acceptExisting } = values;
      const options = { vault, json, agents, once, polling, trustMoves, acceptExisting };
      return (await load.run()).runCommand(terminal, env, options);
    },
  },
  status: {
    options: json,
    about: 'show the current plan and what needs you',
    examples: ['status', 'status --json'],
    run: async (terminal, env, { vault, json }) =>
      (await load.status()).statusCommand(terminal, env, { vault, json }),
  },
  doctor: {
    options: {
      '--base FOLDER': 'Look in this folder (only if the vault is not set up).',
      ...json,
    },
    about: 'say how Countersign would treat the notes of a vault, and why; changes nothing',
    examples: ['doctor'],
    run: async (terminal, env, { vault, base, json }) =>
      (await load.doctor()).doctorCommand(terminal, env, { vault, base, json }),
  },
  pause: {
    about: 'stop all actions until you resume',
    examples: ['pause'],
    run: deviceChange('pause'),
  },
  resume: {
    about: 'run approved actions again (asks first)',
    examples: ['resume'],
    run: deviceChange('resume'),
  },
  adopt: {
    words: ['PATH'],
    options: json,
    about: 'use another tool’s plan or request (asks first)',
    examples: ['adopt Pending_Approval/EMAIL_ana.md'],
    run: async (terminal, env, { vault, json }, [named]) =>
      (await load.import()).importCommand(terminal, env, { vault, json, named }),
  },
  'agent instructions': {
    options: { '--preview': 'Show what would be written, and write nothing.' },
    about: 'write the skill and AGENTS.md for agents into the vault',
    examples: ['agent instructions --preview'],
    run: async (terminal, env, { vault, preview }) =>
      (await load.agentInstructions()).agentInstructionsCommand(terminal, env, { vault, preview }),
  },
  verify: {
    options: json,
    about: 'check the audit log',
    examples: ['verify'],
    run: async (terminal, env, { vault, json }) =>
      (await load.verify()).verifyCommand(terminal, env, { vault, json }),
  },
  trust: {
    words: ['[FINGERPRINT]'],
    options: { '--remove DEVICE': 'Stop trusting this device.', ...json },
    about: 'list the devices that may approve, or trust another one (asks first)',
    examples: ['trust', 'trust --remove phone'],
    run: async (terminal, env, { vault, json, remove }, [fingerprint]) =>
      (await load.trust()).trustCommand(terminal, env, { vault, json, fingerprint, remove }),
  },
  'name-device': {
    words: ['DEVICE', 'NAME'],
    about: 'name this device (`this`) or another',
    examples: ["name-device this 'Office computer'"],
    run: async (terminal, env, { vault }, [device, name]) =>
      (await load.name()).nameCommand(terminal, env, { vault, device, name }),
  },
  'new-epoch': {
    about: 'start a new ledger (asks first)',
    examples: ['new-epoch'],
    run: async (terminal, env, { vault }) =>
      (await load.newEpoch()).newEpochCommand(terminal, env, { vault }),
  },
  'which-vault': {
    about: 'say which vault this is, if its id has changed (asks first)',
    examples: ['which-vault'],
    run: async (terminal, env, { vault }) =>
      (await load.whichVault()).whichVaultCommand(terminal, env, { vault }),
  },
  'confirm-folders': {
    about: 'accept renamed folders (asks first)',
    examples: ['confirm-folders'],
    run: deviceChange('confirm-folders'),
  },
  'take-over': {
    words: ['DEVICE'],
    about: 'prepare requests on this computer instead of that one (asks first)',
    examples: ["take-over 'Office computer'"],
    run: decision('take-over'),
  },
  withdraw: {
    words: ['REQUEST_ID'],
    about: 'withdraw a request (asks first)',
    examples: ['withdraw 2026-02-21T10-40-00Z_email_ana'],
    run: decision('withdraw'),
  },
  'bring-back': {
    words: ['REQUEST_ID'],
    about: 'restore a missing note that asks about an unknown outcome (asks first)',
    examples: ['bring-back 2026-02-21T10-40-00Z_email_ana'],
    run: decision('bring-back'),
  },
  'start-plan': {
    words: ['PLAN_ID'],
    about: 'start a draft, or reopen a finished plan (asks first)',
    examples: ['start-plan PLAN-2026-001'],
    run: decision('start-plan'),
  },
  'plan approve': {
    words: ['PLAN_ID'],
    about: 'approve a plan that is waiting; its ✋ steps still ask you (asks first)',
    examples: ['plan approve PLAN-2026-001'],
    run: decision('plan approve'),
  },
  'plan reject': {
    words: ['PLAN_ID'],
    options: reason,
    about: 'reject a plan that is waiting (asks first)',
    examples: ["plan reject PLAN-2026-001 --reason 'Not this year'"],
    run: decision('plan reject'),
  },
  'plan cancel': {
    words: ['PLAN_ID'],
    options: reason,
    about: 'cancel a plan, even if its note is missing (asks first)',
    examples: ["plan cancel PLAN-2026-001 --reason 'No longer needed'"],
    run: decision('plan cancel'),
  },
  'decision export': {
    words: ['[PLAN_ID]'],
    options: {
      '--as FORMAT': 'sql, canvas, mermaid or graph. Required.',
      '--to FILE': 'Write to this new file (default: print).',
    },
    about: 'export the decisions of a plan, or of a record without a plan, for another program',
    examples: ['decision export PLAN-2026-001 --as canvas --to decisions.canvas'],
    run: async (terminal, env, { vault, as, to }, [named]) =>
      (await load.exchange()).exportCommand(terminal, env, { vault, named, as, to }),
  },
  'decision import': {
    words: ['FILE'],
    about: 'create a record from a graph (Deciduous) or from an agent’s trajectory (JSON Lines)',
    examples: ['decision import graph.json'],
    run: async (terminal, env, { vault }, [file]) =>
      (await load.exchange()).importFileCommand(terminal, env, { vault, file }),
  },
  'decision git': {
    words: ['[on|off]', '[FOLDER]'],
    options: { '--diffs': 'Keep the diffs of the commits, too.' },
    about:
      'link decisions to their Git branch and commits: turn this on (asks first) or off, or show it',
    examples: ['decision git on ~/code/project', 'decision git off'],
    run: async (...given) => (await load.decisionGit()).decisionGitCommand(...given),
  },
  mcp: {
    options: { '--client NAME': 'The client that this agent is; see `countersign agent add`.' },
    about: 'serve an agent over stdio (MCP)',
    examples: ["mcp --client 'Claude Code'"],
    run: async (terminal, env, { vault, client }) =>
      (await load.mcp()).mcpCommand(terminal, env, { vault, client }),
  },
  'audit-seen': {
    about: 'dismiss the alert about the audit log (asks first)',
    examples: ['audit-seen'],
    run: decision('audit-seen'),
  },
  'mcp-files-seen': {
    about: 'dismiss the alert about MCP configurations in the vault (asks first)',
    examples: ['mcp-files-seen'],
    run: async (terminal, env, { vault }) =>
      (await load.mcpFiles()).mcpFilesCommand(terminal, env, { vault }),
  },
  'bridge import': {
    words: ['[FILE]'],
    options: {
      '--route TYPE=ALIAS.TOOL':
        'The tool for actions of this type (email, payment, social_post, api_call, other); can be given several times.',
      '--no-test': 'Don’t connect to the servers.',
    },
    about:
      'add MCP servers (mcpServers JSON; `-`: from stdin) and test them; without FILE, those of other apps',
    examples: ['bridge import ~/mcp.json --route email=mail.send_email', 'bridge import -'],
    run: bridge('import'),
  },
  'bridge remove': {
    words: ['ALIAS'],
    about: 'remove a server and its routes from this device',
    examples: ['bridge remove mail'],
    run: bridge('remove'),
  },
  'bridge confirm': {
    words: ['[ALIAS]'],
    about: 'let servers use files in the vault (asks first)',
    examples: ['bridge confirm mail'],
    run: bridge('confirm'),
  },
  'bridge test': {
    words: ['[ALIAS]'],
    options: json,
    about: 'connect and list each server’s tools',
    examples: ['bridge test', 'bridge test mail'],
    run: bridge('test'),
  },
  'bridge list': {
    options: json,
    about: 'list this device’s servers and routes',
    examples: ['bridge list'],
    run: bridge('list'),
  },
  'reasoning on': {
    about: 'have agents record their reasoning, following the notes in Knowledge',
    examples: ['reasoning on'],
    run: reasoning('on'),
  },
  'reasoning off': {
    about: 'no longer have agents record their reasoning',
    examples: ['reasoning off'],
    run: reasoning('off'),
  },
  'reasoning check': {
    about: 'check the notes in Knowledge',
    examples: ['reasoning check'],
    run: reasoning('check'),
  },
  'reasoning write': {
    about: 'create the usual notes in Knowledge (asks first)',
    examples: ['reasoning write'],
    run: reasoning('write'),
  },
  'reasoning add': {
    words: ['FILE', 'NAME'],
    about: 'add a note to Knowledge; asks the questions that decide where it belongs',
    examples: ['reasoning add ~/style.md style'],
    run: reasoning('add'),
  },
  'notify set-url': {
    words: ['[URL]'],
    about: 'send a message to an address when requests wait (asks first); without URL, asks for it',
    examples: ['notify set-url', 'notify set-url https://ntfy.example/approvals'],
    run: notify('set-url'),
  },
  'notify set-command': {
    words: ['--', 'PROGRAM', '[ARGUMENT]…'],
    about: 'start a program when requests wait, with the message as its last argument (asks first)',
    examples: ["notify set-command -- notify-send 'Countersign'"],
    run: notify('set-command'),
  },
  'notify test': {
    about: 'send a test message',
    examples: ['notify test'],
    run: notify('test'),
  },
  'notify off': {
    about: 'send no more messages',
    examples: ['notify off'],
    run: notify('off'),
  },
  'agent add': {
    words: ['NAME'],
    options: { '--token': 'Show its token, once.' },
    about: 'let an agent’s program connect (asks first)',
    examples: ["agent add 'Claude Code'", 'agent add Script --token'],
    run: agent('add'),
  },
  'agent list': {
    options: json,
    about: 'list the programs that may connect, and what each did last',
    examples: ['agent list'],
    run: agent('list'),
  },
  'agent revoke': {
    words: ['NAME'],
    about: 'end a program’s access (asks first)',
    examples: ["agent revoke 'Claude Code'"],
    run: agent('revoke'),
  },
  'agent pause': {
    words: ['NAME'],
    about: 'refuse a program’s calls',
    examples: ["agent pause 'Claude Code'"],
    run: agent('pause'),
  },
  'agent resume': {
    words: ['NAME'],
    about: 'accept a program’s calls again (asks first)',
    examples: ["agent resume 'Claude Code'"],
    run: agent('resume'),
  },
  'agent tools': {
    words: ['[ALIAS]', '[TOOL,TOOL]'],
    options: json,
    about:
      'list the tools that agents may ask for, and those they may call without asking; shows a TOOL in full',
    examples: ['agent tools', 'agent tools mail send_email'],
    run: agentTools('tools'),
  },
  'agent offer': {
    words: ['ALIAS', '[TOOL,TOOL]'],
    about: 'let agents ask for tools of a server; each call waits for you (asks first)',
    examples: ['agent offer mail send_email,search'],
    run: agentTools('offer'),
  },
  'agent hide': {
    words: ['ALIAS', '[TOOL,TOOL]'],
    about: 'no longer offer agents these tools',
    examples: ['agent hide mail send_email'],
    run: agentTools('hide'),
  },
  'agent allow': {
    words: ['ALIAS', '[TOOL,TOOL]'],
    options: { '--client NAME,NAME': 'The clients that may. Required.' },
    about: 'let clients call read-only tools without asking you, for 90 days (asks first)',
    examples: ["agent allow mail search --client 'Claude Code'"],
    run: agentTools('allow'),
  },
  'agent ask': {
    words: ['ALIAS', '[TOOL,TOOL]'],
    about: 'have each call of these tools wait for you again',
    examples: ['agent ask mail search'],
    run: agentTools('ask'),
  },
  connect: {
    words: ['PROGRAM'],
    options: {
      '--client NAME': 'The client name that this program uses; see `countersign agent add`.',
      ...server,
      '--hook': 'Show Claude Code’s hook instead of the entry.',
      '--write': 'Write it (asks first).',
      '--move': 'Move the program’s servers to Countersign, too (asks first).',
    },
    about: 'show the entry for a program’s own configuration, or write it',
    examples: ['connect claude-code --write', 'connect claude-code --move'],
    run: async (terminal, env, values, [program]) => {
      const { vault, client, server = 'countersign', hook, write, move } = values;
      const options = { vault, program, client, server, hook, write, move };
      return (await load.connect()).connectCommand(terminal, env, options);
    },
  },
  hook: {
    options: {
      ...server,
      '--device-folder FOLDER': 'Where this device’s settings are.',
    },
    about: 'deny calls of Claude Code that bypass Countersign, as its PreToolUse hook',
    examples: ['hook'],
    run: async (terminal, env, { vault, server = 'countersign', 'device-folder': deviceFolder }) =>
      (await load.hook()).hookCommand(terminal, env, { vault, server, deviceFolder }),
  },
  version: {
    about: 'print the version',
    examples: ['version'],
    run: (terminal) => Promise.resolve(sayVersion(terminal)),
  },
};
