import { parseArgs } from 'node:util';
import { fail } from '../../../core/errors.js';
import type { agentCommand } from './commands/agents/agent-command.js';
import type { agentToolsCommand } from './commands/agents/agent-tools-command.js';
import type { bridgeCommand } from './commands/bridges/bridge-command.js';
import type { decideCommand } from './commands/decide-command.js';
import type { deviceCommand } from './commands/device-command.js';
import type { notifyCommand } from './commands/notify-command.js';
import type { reasoningCommand } from './commands/reasoning-command.js';
import type { ToolCommand } from './commands/tool-command.js';
import type { Environment } from '../../desktop/device/device.js';
import { elsewhere, ending } from './help-words.js';
import { exitCodes, sayProblem, type ExitCode, type Terminal } from './terminal/terminal.js';
import { load } from './load-commands.js';

/** @throws with Node's own words when an option is unknown or lacks its value */
function parse(args: readonly string[], toolCommands: readonly ToolCommand[]) {
  // They are read by name, so that the others keep their types.
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
      ...toolOptions,
    },
  });
}

type Values = ReturnType<typeof parse>['values'];

interface Command {
  /** What may stand behind its name, one word each. */
  readonly words?: readonly string[];
  /** Its options beside `--vault` and `--help`, as its help writes them. */
  readonly options?: readonly string[];
  readonly about: string;
  readonly run: (
    terminal: Terminal,
    env: Environment,
    values: Values,
    words: readonly string[],
  ) => Promise<ExitCode>;
}

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

const ownCommands: Readonly<Record<string, Command>> = {
  setup: {
    options: ['--base FOLDER', '--preview'],
    about: 'create the folders and the Dashboard',
    run: async (terminal, env, { vault, base, preview }) =>
      (await load.setup()).setupCommand(terminal, env, { vault, base, preview }),
  },
  run: {
    options: [
      ...['--agents', '--trust-moves', '--accept-existing', '--once', '--polling', '--json'],
    ],
    about: 'run approved actions',
    async run(terminal, env, values) {
      const { vault, json, agents, once, polling } = values;
      const { 'trust-moves': trustMoves, 'accept-existing': acceptExisting } = values;
      const options = { vault, json, agents, once, polling, trustMoves, acceptExisting };
      return (await load.run()).runCommand(terminal, env, options);
    },
  },
  status: {
    options: ['--json'],
    about: 'show the current plan and what needs you',
    run: async (terminal, env, { vault, json }) =>
      (await load.status()).statusCommand(terminal, env, { vault, json }),
  },
  doctor: {
    options: ['--base FOLDER', '--json'],
    about: 'say what would be done with the notes of a vault, and why; writes nothing',
    run: async (terminal, env, { vault, base, json }) =>
      (await load.doctor()).doctorCommand(terminal, env, { vault, base, json }),
  },
  pause: { about: 'stop all actions until you resume', run: deviceChange('pause') },
  resume: { about: 'run approved actions again', run: deviceChange('resume') },
  adopt: {
    words: ['PATH'],
    about: 'use another tool’s plan or request',
    run: async (terminal, env, { vault }, [named]) =>
      (await load.import()).importCommand(terminal, env, { vault, named }),
  },
  'agent instructions': {
    options: ['--preview'],
    about: 'write the skill and AGENTS.md for agents into the vault',
    run: async (terminal, env, { vault, preview }) =>
      (await load.agentInstructions()).agentInstructionsCommand(terminal, env, { vault, preview }),
  },
  verify: {
    options: ['--json'],
    about: 'check the audit trail',
    run: async (terminal, env, { vault, json }) =>
      (await load.verify()).verifyCommand(terminal, env, { vault, json }),
  },
  trust: {
    words: ['[FINGERPRINT]'],
    options: ['--remove DEVICE', '--json'],
    about: 'list or trust devices that may approve',
    run: async (terminal, env, { vault, json, remove }, [fingerprint]) =>
      (await load.trust()).trustCommand(terminal, env, { vault, json, fingerprint, remove }),
  },
  'name-device': {
    words: ['DEVICE', 'NAME'],
    about: 'name this device (“this”) or another',
    run: async (terminal, env, { vault }, [device, name]) =>
      (await load.name()).nameCommand(terminal, env, { vault, device, name }),
  },
  'new-epoch': {
    about: 'start a new ledger (asks first)',
    run: async (terminal, env, { vault }) =>
      (await load.newEpoch()).newEpochCommand(terminal, env, { vault }),
  },
  'which-vault': {
    about: 'answer when the vault’s id has changed',
    run: async (terminal, env, { vault }) =>
      (await load.whichVault()).whichVaultCommand(terminal, env, { vault }),
  },
  'confirm-folders': { about: 'accept renamed folders', run: deviceChange('confirm-folders') },
  'take-over': {
    words: ['DEVICE'],
    about: 'prepare requests here instead of there',
    run: decision('take-over'),
  },
  withdraw: { words: ['REQUEST_ID'], about: 'withdraw a request', run: decision('withdraw') },
  'bring-back': {
    words: ['REQUEST_ID'],
    about: 'restore a missing note that asks about an unknown outcome',
    run: decision('bring-back'),
  },
  'start-plan': {
    words: ['PLAN_ID'],
    about: 'start a draft, or reopen a finished plan',
    run: decision('start-plan'),
  },
  'plan approve': {
    words: ['PLAN_ID'],
    about: 'approve a plan that waits; its ✋ steps still ask you',
    run: decision('plan approve'),
  },
  'plan reject': {
    words: ['PLAN_ID'],
    options: ['--reason TEXT'],
    about: 'reject a plan that waits',
    run: decision('plan reject'),
  },
  'plan cancel': {
    words: ['PLAN_ID'],
    options: ['--reason TEXT'],
    about: 'end a plan, also one whose note is gone',
    run: decision('plan cancel'),
  },
  'decision export': {
    words: ['[PLAN_ID]'],
    options: ['--as sql|canvas|mermaid|graph', '--to FILE'],
    about: 'write the decisions of a plan, or of a record of its own, for another program',
    run: async (terminal, env, { vault, as, to }, [named]) =>
      (await load.exchange()).exportCommand(terminal, env, { vault, named, as, to }),
  },
  'decision import': {
    words: ['FILE'],
    about: 'make a record of a graph (Deciduous) or of an agent’s trajectory (JSON Lines)',
    run: async (terminal, env, { vault }, [file]) =>
      (await load.exchange()).importFileCommand(terminal, env, { vault, file }),
  },
  'decision git': {
    words: ['[on|off]', '[FOLDER]'],
    options: ['--diffs'],
    about: 'let decisions find their branch and commits; --diffs: keep diffs (asks first)',
    run: async (...given) => (await load.decisionGit()).decisionGitCommand(...given),
  },
  mcp: {
    options: ['--client NAME'],
    about: 'serve an agent over stdio (MCP), as the client of this name',
    run: async (terminal, env, { vault, client }) =>
      (await load.mcp()).mcpCommand(terminal, env, { vault, client }),
  },
  'audit-seen': { about: 'dismiss the alert about the audit log', run: decision('audit-seen') },
  'mcp-files-seen': {
    about: 'dismiss the alert about MCP configurations in the vault (asks first)',
    run: async (terminal, env, { vault }) =>
      (await load.mcpFiles()).mcpFilesCommand(terminal, env, { vault }),
  },
  'bridge import': {
    words: ['[FILE]'],
    options: ['--route TYPE=ALIAS.TOOL', '--no-test'],
    about: 'add MCP servers (mcpServers JSON) and test them; without FILE, those of other apps',
    run: bridge('import'),
  },
  'bridge confirm': {
    words: ['[ALIAS]'],
    about: 'let servers use files in the vault',
    run: bridge('confirm'),
  },
  'bridge test': {
    words: ['[ALIAS]'],
    options: ['--json'],
    about: 'connect and list each server’s tools',
    run: bridge('test'),
  },
  'bridge list': {
    options: ['--json'],
    about: 'list this device’s servers and routes',
    run: bridge('list'),
  },
  'reasoning on': { about: 'have agents think on record, see Knowledge', run: reasoning('on') },
  'reasoning off': { about: 'have them think as they like', run: reasoning('off') },
  'reasoning check': { about: 'read the notes in Knowledge', run: reasoning('check') },
  'reasoning write': { about: 'create the usual ones (asks first)', run: reasoning('write') },
  'reasoning add': {
    words: ['FILE', 'NAME'],
    about: 'add a note to Knowledge; asks the questions that decide where it belongs',
    run: reasoning('add'),
  },
  'notify set-url': {
    words: ['[URL]'],
    about: 'send a message to an address when requests wait; without URL, asks for it (asks first)',
    run: notify('set-url'),
  },
  'notify set-command': {
    words: ['--', 'PROGRAM', '[ARGUMENT]…'],
    about: 'start a program when requests wait; the message is its last argument (asks first)',
    run: notify('set-command'),
  },
  'notify test': { about: 'send a test message', run: notify('test') },
  'notify off': { about: 'send no more messages', run: notify('off') },
  'agent add': {
    words: ['NAME'],
    options: ['--token'],
    about: 'let an agent’s program connect; --token: show its token, once (asks first)',
    run: agent('add'),
  },
  'agent list': {
    options: ['--json'],
    about: 'list the programs that may connect, and what each did last',
    run: agent('list'),
  },
  'agent revoke': {
    words: ['NAME'],
    about: 'end a program’s access (asks first)',
    run: agent('revoke'),
  },
  'agent pause': { words: ['NAME'], about: 'refuse a program’s calls', run: agent('pause') },
  'agent resume': {
    words: ['NAME'],
    about: 'accept them again (asks first)',
    run: agent('resume'),
  },
  'agent tools': {
    words: ['[ALIAS]', '[TOOL,TOOL]'],
    options: ['--json'],
    about:
      'list the tools of your servers that agents may ask for, and which they may just call; one that is named is shown whole',
    run: agentTools('tools'),
  },
  'agent offer': {
    words: ['ALIAS', '[TOOL,TOOL]'],
    about: 'let agents ask for tools of a server; each call waits for you (asks first)',
    run: agentTools('offer'),
  },
  'agent hide': {
    words: ['ALIAS', '[TOOL,TOOL]'],
    about: 'offer agents these tools no longer',
    run: agentTools('hide'),
  },
  'agent allow': {
    words: ['ALIAS', '[TOOL,TOOL]'],
    options: ['--client NAME,NAME'],
    about: 'let clients call tools that only read without asking, for 90 days (asks first)',
    run: agentTools('allow'),
  },
  'agent ask': {
    words: ['ALIAS', '[TOOL,TOOL]'],
    about: 'have each call of these tools wait for you again',
    run: agentTools('ask'),
  },
  connect: {
    words: ['PROGRAM'],
    options: ['--client NAME', '--server NAME', '--hook', '--write', '--move'],
    about:
      'show the entry for a program’s own configuration, or write it; --move: move its servers here, too (asks first)',
    run: async (terminal, env, values, [program]) => {
      const { vault, client, server = 'countersign', hook, write, move } = values;
      const options = { vault, program, client, server, hook, write, move };
      return (await load.connect()).connectCommand(terminal, env, options);
    },
  },
  hook: {
    options: ['--server NAME', '--device-folder FOLDER'],
    about: 'a PreToolUse hook for Claude Code: denies what bypasses Countersign',
    run: async (terminal, env, { vault, server = 'countersign', 'device-folder': deviceFolder }) =>
      (await load.hook()).hookCommand(terminal, env, { vault, server, deviceFolder }),
  },
};

/** Commands that are the tools of agents begin with one of these. */
const agentGroups = ['plan', 'request', 'task', 'decision'];

/** The tools of agents as commands: listed by `help plan` and the like only. */
function agentCommands(toolCommands: readonly ToolCommand[]): Readonly<Record<string, Command>> {
  return Object.fromEntries(
    toolCommands.map((command): [string, Command] => [
      command.command,
      {
        options: [...command.options.map(({ usage }) => usage), '--client NAME', '--json'],
        about: command.about,
        run: async (terminal, env, values) =>
          (await load.tool()).toolCommand(terminal, env, command, {
            ...{ vault: values.vault, json: values.json, client: values.client, values },
          }),
      },
    ]),
  );
}

function helpOf(name: string, { words = [], options: own = [], about }: Command): string {
  const usage = ['countersign', name, ...words, ...own.map((option) => `[${option}]`)].join(' ');
  return usage.length < aboutColumn
    ? `  ${usage.padEnd(aboutColumn)}${about}`
    : `  ${usage}\n${' '.repeat(aboutColumn + 2)}${about}`;
}

/** Where in the help it stands what a command does. */
const aboutColumn = 46;

function help(commands: Readonly<Record<string, Command>>, names: readonly string[]): string {
  const lines = Object.entries(names.length === 0 ? ownCommands : commands).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  const groups = agentGroups.map(
    (group) =>
      `  countersign ${group} …`.padEnd(aboutColumn + 2) +
      `what agents do; see \`countersign help ${group}\``,
  );
  return [
    ...(names.length === 0
      ? ['Countersign holds every external action of your agents until you approve it.', '']
      : []),
    ...lines.map(([name, command]) => helpOf(name, command)),
    ...(names.length === 0 ? groups : []),
    '',
    ending,
  ].join('\n');
}

/** Runs one command and gives its exit code. */
export async function main(
  args: readonly string[],
  terminal: Terminal,
  env: Environment,
): Promise<ExitCode> {
  const wrong = (message: string, advice = 'See `countersign --help`.'): ExitCode =>
    sayProblem(terminal, fail('usage', message, advice).error);
  const isAgents = args.some((arg) => agentGroups.includes(arg));
  const toolCommands = isAgents ? (await load.tool()).toolCommands : [];
  const commands = { ...ownCommands, ...agentCommands(toolCommands) };
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args, toolCommands);
  } catch (error) {
    // Without what Node says about words that begin with a dash.
    const [said = ''] = error instanceof Error ? error.message.split('. ') : [String(error)];
    return wrong(`${said.replace(/\.$/, '')}.`);
  }
  const { values, tokens } = parsed;
  const positionals = parsed.positionals.slice(parsed.positionals[0] === 'help' ? 1 : 0);
  const [first = '', second = ''] = positionals;
  // “bridge import” in one word is no command.
  const name = [`${first} ${second}`, first].find(
    (one) => !first.includes(' ') && Object.hasOwn(commands, one),
  );
  const command = name === undefined ? undefined : commands[name];
  const isHelp = values.help || positionals.length < parsed.positionals.length;
  const isGroup = name !== undefined || second === '';
  const asked = Object.keys(commands).filter(
    (one) => one === name || (isGroup && one.startsWith(`${first} `)),
  );
  if (first === '' || (isHelp && asked.length > 0)) {
    terminal.line(help(commands, asked));
    return isHelp ? exitCodes.well : exitCodes.wrongUsage;
  }
  if (name === undefined || !command) {
    const isKnown = Object.keys(commands).some((one) => one.startsWith(`${first} `));
    if (!isKnown) return wrong(`Unknown command: ${first}.`, elsewhere.get(first));
    const which =
      second === '' ? `Which ${first} command?` : `Unknown command: ${first} ${second}.`;
    return wrong(which, `See \`countersign help ${first}\`.`);
  }
  const { words: wanted = [], options: own = [] } = command;
  const words = positionals.slice(name.split(' ').length);
  const extra = wanted.at(-1)?.endsWith('…') ? undefined : words[wanted.length];
  if (extra !== undefined) {
    return wrong(
      `\`countersign ${name}\` doesn’t take “${extra}”.`,
      'Put a text with spaces in quotes. To name the vault, use `--vault PATH`.',
    );
  }
  const known = ['vault', ...own.map((option) => option.replace(/^--| .*$/g, ''))];
  const unknown = tokens.find((token) => token.kind === 'option' && !known.includes(token.name));
  if (unknown?.kind === 'option') {
    return wrong(
      `\`countersign ${name}\` doesn’t take ${unknown.rawName}.`,
      `See \`countersign ${name} --help\`.`,
    );
  }
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = given.find((one, at) => one !== 'route' && given.indexOf(one) < at);
  if (twice !== undefined) return wrong(`--${twice} is given twice.`, 'Give it once.');
  if (values.vault === '') return wrong('--vault is empty.', 'Name the folder of the vault.');
  return command.run(terminal, env, values, words);
}
