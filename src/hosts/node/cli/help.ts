import { agentGroups } from './agent-commands.js';
import { ownCommands, type Command } from './command-table.js';

type Commands = Readonly<Record<string, Command>>;

const ending = `\`countersign COMMAND --help\` explains one command, with an example.
--vault PATH: the vault’s folder (default: this folder). --version: the version.
--json prints JSON, errors included.
Exit codes: 0 OK, 1 needs attention, 2 usage error, 3 cannot run.`;

/** Words that are not commands, with advice for the person who typed them. */
export const elsewhere = new Map([
  [
    'approve',
    'Approve in the Countersign panel in Obsidian. Without Obsidian: start the runner with `--trust-moves`, then move the note to Approved.',
  ],
  ['reject', 'Move the note to Rejected, or reject it in the Countersign panel in Obsidian.'],
]);

const aboutColumn = 46;
const meansColumn = 28;
const mostWidth = 100;

export function help(commands: Commands, names: readonly string[]): string {
  const [only = '', ...others] = names;
  const command = commands[only];
  if (command && others.length === 0) return helpOfOne(only, command);
  const isWhole = names.length === 0;
  const lines = Object.entries(isWhole ? ownCommands : commands).filter(
    ([name]) => isWhole || names.includes(name),
  );
  const groups = agentGroups.map((group) =>
    beside(`countersign ${group} …`, `what agents do; see \`countersign help ${group}\``),
  );
  return [
    ...(isWhole
      ? ['Countersign holds each external action that goes through it until you approve it.', '']
      : []),
    ...lines.map(([name, one]) => beside(usageOf(name, one), one.about)),
    ...(isWhole ? groups : []),
    '',
    ending,
  ].join('\n');
}

function helpOfOne(name: string, { words = [], options = {}, about, examples }: Command): string {
  const sentence = `${about.slice(0, 1).toUpperCase()}${about.slice(1)}`.replace(/\.?$/u, '.');
  const all = { ...options, '--vault PATH': 'The vault’s folder (default: this folder).' };
  return [
    `Usage: ${usageOf(name, { words, options: all })}`,
    '',
    sentence,
    '',
    'Options:',
    ...Object.entries(all).map(([option, means]) => beside(option, means, meansColumn)),
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.map((example) => `  countersign ${example}`),
  ].join('\n');
}

function usageOf(name: string, { words = [], options = {} }: Pick<Command, 'words' | 'options'>) {
  const hasOptions = Object.keys(options).length > 0;
  // Words after `--` belong to another program.
  const at = words.indexOf('--');
  const own = hasOptions ? ['[options]'] : [];
  const all = at < 0 ? [...words, ...own] : [...words.slice(0, at), ...own, ...words.slice(at)];
  return ['countersign', name, ...all].join(' ');
}

function beside(what: string, means: string, column = aboutColumn): string {
  const indent = ' '.repeat(column + 2);
  const lines = column === aboutColumn ? [means] : wrapped(means, mostWidth - column);
  const [first = ''] = lines;
  const head =
    what.length < column ? `  ${what.padEnd(column)}${first}` : `  ${what}\n${indent}${first}`;
  return [head, ...lines.slice(1).map((line) => indent + line)].join('\n');
}

function wrapped(text: string, width: number): readonly string[] {
  return text.match(new RegExp(`.{1,${width}}(?= |$)`, 'gu'))?.map((line) => line.trim()) ?? [];
}
