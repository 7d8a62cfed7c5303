import { fail } from '../../../core/errors.js';
import type { Environment } from '../../desktop/device/device.js';
import { agentCommands, agentGroups } from './agent-commands.js';
import { ownCommands, sayVersion } from './command-table.js';
import { elsewhere, help } from './help.js';
import { load } from './load-commands.js';
import { parseArguments } from './parse-arguments.js';
import { exitCodes, sayProblem, type ExitCode, type Terminal } from './terminal/terminal.js';

export async function main(
  args: readonly string[],
  processTerminal: Terminal,
  env: Environment,
): Promise<ExitCode> {
  const optionsEnd = args.indexOf('--');
  const own = optionsEnd < 0 ? args : args.slice(0, optionsEnd);
  const terminal = { ...processTerminal, sayProblemsAsJson: own.includes('--json') };
  const wrong = (message: string, advice = 'See `countersign --help`.'): ExitCode =>
    sayProblem(terminal, fail('usage', message, advice).error);
  const isAgents = args.some((arg) => agentGroups.includes(arg));
  const toolCommands = isAgents ? (await load.tool()).toolCommands : [];
  const commands = { ...ownCommands, ...agentCommands(toolCommands) };
  let parsed: ReturnType<typeof parseArguments>;
  try {
    parsed = parseArguments(args, toolCommands);
  } catch (error) {
    const [said = ''] = error instanceof Error ? error.message.split('. ') : [String(error)];
    return wrong(`${said.replace(/\.$/, '')}.`);
  }
  const { values, tokens } = parsed;
  const positionals = parsed.positionals.slice(parsed.positionals[0] === 'help' ? 1 : 0);
  const [first = '', second = ''] = positionals;
  if (values.version) return sayVersion(terminal);
  // An argument that contains a space, such as “bridge import” in quotes, is not a command.
  const name = [`${first} ${second}`, first].find(
    (one) => !first.includes(' ') && Object.hasOwn(commands, one),
  );
  const command = name === undefined ? undefined : commands[name];
  const isHelp = values.help || positionals.length < parsed.positionals.length;
  const isGroup = name === undefined && second === '';
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
  const { words: wanted = [], options = {} } = command;
  const words = positionals.slice(name.split(' ').length);
  const extra = wanted.at(-1)?.endsWith('…') ? undefined : words[wanted.length];
  if (extra !== undefined) {
    return wrong(
      `\`countersign ${name}\` doesn’t take “${extra}”.`,
      'Put a text with spaces in quotes. To name the vault, use `--vault PATH`.',
    );
  }
  const known = ['vault', ...Object.keys(options).map((one) => one.replace(/^--| .*$/g, ''))];
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
