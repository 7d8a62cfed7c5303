import { relative } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { text as readText } from 'node:stream/consumers';
import type { JsonObject } from '../../../../core/json.js';
import { hexOf, showUnseen } from '../../../../core/text/show-invisible.js';
import { withoutPanel } from './no-panel.js';
import { describeProblem, fail, ok, type Problem, type Result } from '../../../../core/errors.js';

/** Exit codes of the command line. */
export const exitCodes = { well: 0, needsPerson: 1, wrongUsage: 2, cannotRun: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** How commands write to a person, and ask them. */
export interface Terminal {
  /** Writes one line to stdout: a sentence for a person, or a JSON value with `--json`. */
  readonly line: (text: string) => void;
  readonly error: (text: string) => void;
  readonly colours: boolean;
  /** Asks the person at the terminal for a line; undefined if there is no person at a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /** Reads all of standard input as text. */
  readonly readInput?: () => Promise<string>;
  /** True to write problems to stdout as JSON, for a program that reads them. */
  readonly sayProblemsAsJson?: boolean;
}

/** The terminal of this process. It has colours only if stdout is a terminal and `NO_COLOR` is not set. */
export function processTerminal(): Terminal {
  return {
    line: (text) => process.stdout.write(`${text}\n`),
    error: (text) => process.stderr.write(`${text}\n`),
    colours: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    readInput: () => readText(process.stdin),
    ...(process.stdin.isTTY && process.stdout.isTTY ? { ask: askPerson } : {}),
  };
}

async function askPerson(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } catch (error) {
    // Ctrl-C or Ctrl-D: nothing was typed.
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    process.stdout.write('\n');
    return '';
  } finally {
    lines.close();
  }
}

/**
 * Asks the person to type one of several words, for a decision that only a person may make. Fails with `usage` if there is no person at a
 * terminal, or if they typed anything else.
 */
export async function confirmed<Word extends string>(
  terminal: Terminal,
  ...words: readonly [Word, ...Word[]]
): Promise<Result<Word>> {
  if (!terminal.ask) {
    return fail(
      'usage',
      'Only a person at a terminal can decide this.',
      'Run the command in a terminal.',
    );
  }
  const named = words.map((word) => `“${word}”`).join(' or ');
  const typed = (await terminal.ask(`Type ${named} to continue: `)).trim();
  const word = words.find((one) => one === typed);
  return word === undefined
    ? fail('usage', `You didn’t type ${named}.`, 'Nothing was changed.')
    : ok(word);
}

/** How this program was started: `countersign`, or `node dist/countersign.mjs`. */
export function ownCommand(): string {
  const [, file = ''] = process.argv;
  if (!file.endsWith('.mjs')) return 'countersign';
  const path = relative(process.cwd(), file);
  return `node ${path.includes(' ') ? `"${path}"` : path}`;
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** A text in a style, or as it is if the terminal has no colours. */
export function styled(terminal: Terminal, style: keyof typeof codes, text: string): string {
  return terminal.colours ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}

/** A text that others wrote, made safe to print: control, direction and invisible characters are shown as their codes. */
export function plain(text: string): string {
  return showUnseen(text).replace(/[\n\t]/gu, (character) => `‹U+${hexOf(character)}›`);
}

/** A value as one line of JSON. Control and invisible characters are escaped, so that they have no effect on the terminal. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** A problem as `--json` prints it. */
export function problemJson({ code, message, advice, ...place }: Problem): JsonObject {
  const [where] =
    describeProblem({ code, message: '', advice: '', ...place }).match(/^.*(?=:$)/u) ?? [];
  return { error: withoutPanel(message), code, where: where ?? null, advice: withoutPanel(advice) };
}

/** Prints a problem, and returns the exit code for it. */
export function sayProblem(terminal: Terminal, problem: Problem): ExitCode {
  if (terminal.sayProblemsAsJson) terminal.line(jsonLine(problemJson(problem)));
  else terminal.error(styled(terminal, 'red', plain(withoutPanel(describeProblem(problem)))));
  if (problem.code === 'vault_id_changed') return exitCodes.needsPerson;
  return problem.code === 'usage' ? exitCodes.wrongUsage : exitCodes.cannotRun;
}
