import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

const colours = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
const codes = { dim: 2, bold: 1, green: 32, red: 31, yellow: 33, cyan: 36 } as const;
/** Longest text beside the columns of time and name. */
const longest = 92;

function styled(style: keyof typeof codes, text: string): string {
  return `\u001b[${codes[style]}m${text}\u001b[0m`;
}

/** Writes a text to the terminal, in colours if it has them. */
export function print(text: string): void {
  process.stdout.write(colours ? text : stripVTControlCharacters(text));
}

/** An expectation of the demo that did not hold. */
export class Unexpected extends Error {}

/** A part of the story: its lines in colours, without their times. */
export interface Chapter {
  readonly title: string;
  readonly lines: string[];
}

/** The story as it happens, line by line with its times. */
export class Timeline {
  readonly chapters: Chapter[] = [];
  private readonly start = performance.now();
  private expectations = 0;

  /** @param isWatched whether a person sits at the terminal and is asked */
  constructor(readonly isWatched: boolean) {}

  chapter(title: string): void {
    this.chapters.push({ title, lines: [] });
    print(`\n${styled('bold', title)}\n\n`);
  }

  /** A moment of rest, before the one thing that matters. */
  pause(): void {
    print('\n');
    this.chapters.at(-1)?.lines.push('');
  }

  /** Something that happened; `who` stands in a column of its own. */
  event(who: string, text: string): void {
    const colour = who === 'you' ? 'yellow' : 'cyan';
    for (const [at, line] of wrapped(text).entries()) {
      this.line(`${styled(colour, (at === 0 ? who : '').padEnd(12))} ${line}`);
    }
  }

  /** What an agent was answered, below what it asked. */
  answer(text: string): void {
    for (const [at, line] of text.split('\n').flatMap(wrapped).entries()) {
      this.line(styled('dim', `${' '.repeat(13)}${at === 0 ? '→' : ' '} ${line}`));
    }
  }

  /** Checks an expectation: says it, or ends the demo. */
  expect(holds: boolean, text: string): void {
    this.expectations += 1;
    const mark = holds ? styled('green', '✓') : styled('red', '✗');
    this.line(`${' '.repeat(12)} ${mark} ${text}`);
    if (!holds) throw new Unexpected(text);
  }

  /** Something a person is asked to do. */
  ask(text: string): void {
    print(`\n${styled('yellow', text)}\n\n`);
  }

  end(text: string): void {
    const seconds = ((performance.now() - this.start) / 1000).toFixed(1);
    print(
      `\n${styled('green', '✓')} ${styled('bold', text)} (${this.expectations} expectations held, ${seconds} s)\n`,
    );
  }

  private line(text: string): void {
    const seconds = (performance.now() - this.start) / 1000;
    print(`${styled('dim', `${seconds.toFixed(2).padStart(7)} s`)} ${text}\n`);
    this.chapters.at(-1)?.lines.push(text);
  }
}

/** Lines of a text, broken between words where it has any. */
function wrapped(text: string): readonly string[] {
  return text.match(new RegExp(`\\S.{0,${longest - 1}}(?=\\s|$)|\\S{${longest}}`, 'g')) ?? [''];
}
