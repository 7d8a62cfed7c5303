import { performance } from 'node:perf_hooks';
import process from 'node:process';

const colours = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
const codes = { dim: 2, bold: 1, green: 32, red: 31, yellow: 33, cyan: 36 } as const;

function styled(style: keyof typeof codes, text: string): string {
  return colours ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}

/** An expectation of the demo that did not hold. */
export class Unexpected extends Error {}

/** The story as it happens, line by line with its times. */
export class Timeline {
  private readonly start = performance.now();
  private expectations = 0;

  title(text: string): void {
    process.stdout.write(`\n${styled('bold', text)}\n\n`);
  }

  /** A moment of rest, before the one thing that matters. */
  pause(): void {
    process.stdout.write('\n');
  }

  /** Something that happened; `who` stands in a column of its own. */
  event(who: string, text: string): void {
    process.stdout.write(`${this.time()} ${styled('cyan', who.padEnd(12))} ${text}\n`);
  }

  /** Checks an expectation: says it, or ends the demo. */
  expect(holds: boolean, text: string): void {
    this.expectations += 1;
    const mark = holds ? styled('green', '✓') : styled('red', '✗');
    process.stdout.write(`${this.time()} ${' '.repeat(12)} ${mark} ${text}\n`);
    if (!holds) throw new Unexpected(text);
  }

  /** Something a person is asked to do. */
  ask(text: string): void {
    process.stdout.write(`\n${styled('yellow', text)}\n\n`);
  }

  end(text: string): void {
    process.stdout.write(
      `\n${styled('green', '✓')} ${styled('bold', text)} (${this.expectations} expectations held, ${((performance.now() - this.start) / 1000).toFixed(1)} s)\n`,
    );
  }

  private time(): string {
    const seconds = (performance.now() - this.start) / 1000;
    return styled('dim', `${seconds.toFixed(2).padStart(7)} s`);
  }
}
