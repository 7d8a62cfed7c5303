import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../../src/core/json.js';
import { objectIn, parsed } from './read-json.js';

export interface Ran {
  /** `null`: it was ended by a signal, for example as it took too long. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** What is typed into it. */
  readonly input?: string;
  readonly limitMs?: number;
}

/** Runs a program to its end. */
export function run(
  command: string,
  args: readonly string[],
  { env = process.env, cwd = process.cwd(), input = '', limitMs = 120_000 }: RunOptions = {},
): Promise<Ran> {
  const child = spawn(command, args, { env, cwd, timeout: limitMs });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (err += part));
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, out, err: error.message }));
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

/** The end of what a program wrote, for people. */
export function lastLines({ out, err }: Ran, count = 8): string {
  const lines = `${out}\n${err}`.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-count).join('\n');
}

const patienceMs = 10_000;

/** A program that is asked over JSON-RPC, a message on each line. */
export class Asked {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  readonly #waiting = new Map<number, (answer: JsonObject) => void>();
  #asked = 0;

  constructor(command: string, args: readonly string[], { env, cwd }: RunOptions) {
    this.#child = spawn(command, args, { env, cwd });
    this.#child.stderr.resume();
    this.#child.stdin.on('error', () => undefined);
    createInterface(this.#child.stdout).on('line', (line) => this.#take(line));
    this.#ended = new Promise<void>((resolve) => {
      for (const event of ['error', 'exit']) this.#child.once(event, () => resolve());
    });
    const gone = { error: { message: `${command} ended, or did not start.` } };
    void this.#ended.then(() => this.#waiting.forEach((answered) => answered(gone)));
  }

  /** The answer, `result` or `error` included. Never rejects. */
  ask(method: string, params: JsonObject, limitMs = 60_000): Promise<JsonObject> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      const late = setTimeout(
        () => resolve({ error: { message: `No answer to ${method} within ${limitMs} ms.` } }),
        limitMs,
      );
      this.#waiting.set(id, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  tell(method: string): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`);
  }

  /** It ends when nobody asks any more; one that does not is ended. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    const late = setTimeout(() => this.#child.kill('SIGKILL'), patienceMs);
    await this.#ended;
    clearTimeout(late);
  }

  #take(line: string): void {
    const message = objectIn(parsed(line));
    const { id } = message;
    if (typeof id !== 'number' || 'method' in message) return;
    this.#waiting.get(id)?.(message);
    this.#waiting.delete(id);
  }
}
