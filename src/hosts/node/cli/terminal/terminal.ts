import { relative } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { text as readText } from 'node:stream/consumers';
import type { JsonObject } from '../../../../core/json.js';
import { hexOf, showUnseen } from '../../../../core/text/show-invisible.js';
import { systemErrorCode } from '../../../desktop/system/system-error.js';
import { withoutPanel } from './no-panel.js';
import { describeProblem, fail, ok, type Problem, type Result } from '../../../../core/errors.js';

export const exitCodes = { well: 0, needsPerson: 1, wrongUsage: 2, cannotRun: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface Terminal {
  readonly line: (text: string) => void;
  readonly error: (text: string) => void;
  readonly colours: boolean;
  /** Undefined if there is no person at a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  readonly readInput?: () => Promise<string>;
  readonly sayProblemsAsJson?: boolean;
}

export function processTerminal(): Terminal {
  return {
    line: writerTo(process.stdout),
    error: writerTo(process.stderr),
    colours: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    readInput: () => readText(process.stdin),
    ...(process.stdin.isTTY && process.stdout.isTTY ? { ask: askPerson } : {}),
  };
}

/** A closed terminal, a full disk or a reader such as `| head` must not stop a runner that is making a call. */
function writerTo(stream: NodeJS.WriteStream): Terminal['line'] {
  let isLost = false;
  const noteLoss = (error: unknown): void => {
    if (isLost || systemErrorCode(error) === 'EPIPE') return;
    isLost = true;
    process.once('exit', () => (process.exitCode ||= exitCodes.cannotRun));
  };
  stream.on('error', noteLoss);
  return (text) => {
    try {
      stream.write(`${text}\n`);
    } catch (error) {
      // Writing to a file fails here and not with an event.
      noteLoss(error);
    }
  };
}

async function askPerson(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } catch (error) {
    // After Ctrl-C or Ctrl-D, the answer is empty.
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    process.stdout.write('\n');
    return '';
  } finally {
    lines.close();
  }
}

/** Asks a person to confirm a decision by typing one of `words`. */
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

/** Returns how a person starts this program, such as `node dist/countersign.mjs`. */
export function ownCommand(): string {
  const [, file = ''] = process.argv;
  if (!file.endsWith('.mjs')) return 'countersign';
  const path = relative(process.cwd(), file);
  return `node ${path.includes(' ') ? `"${path}"` : path}`;
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export function styled(terminal: Terminal, style: keyof typeof codes, text: string): string {
  return terminal.colours ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}

/** Makes a text that others wrote safe to print. */
export function plain(text: string): string {
  return showUnseen(text).replace(/[\n\t]/gu, (character) => `‹U+${hexOf(character)}›`);
}

/** Returns a value as one line of JSON, with invisible and control characters escaped. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

export function problemJson({ code, message, advice, ...place }: Problem): JsonObject {
  const [where] =
    describeProblem({ code, message: '', advice: '', ...place }).match(/^.*(?=:$)/u) ?? [];
  return { error: withoutPanel(message), code, where: where ?? null, advice: withoutPanel(advice) };
}

export function sayProblem(terminal: Terminal, problem: Problem): ExitCode {
  if (terminal.sayProblemsAsJson) terminal.line(jsonLine(problemJson(problem)));
  else terminal.error(styled(terminal, 'red', plain(withoutPanel(describeProblem(problem)))));
  if (problem.code === 'vault_id_changed') return exitCodes.needsPerson;
  return problem.code === 'usage' ? exitCodes.wrongUsage : exitCodes.cannotRun;
}
