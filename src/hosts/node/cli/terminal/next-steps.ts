import { shellWord } from './shell-word.js';
import { ownCommand, plain } from './terminal.js';

export const movesWarning =
  'An agent that can write in the vault could move its own requests to Approved, and so approve them.';

export function commandFor(words: string, root: string): string {
  return plain(`${ownCommand()} ${words} --vault ${shellWord(root)}`);
}

export function nextRun(root: string): string {
  return `${commandFor('run --agents', root)}  (without Obsidian, with \`--trust-moves\`)`;
}

export function howToRun(root: string): readonly string[] {
  return [
    commandFor('run --agents', root),
    'Without Obsidian, add `--trust-moves`: you approve a request by moving its note to Approved.',
    `! ${movesWarning}`,
    'With Obsidian, you can turn agents on in its settings instead, under “Connect an agent”.',
  ];
}
