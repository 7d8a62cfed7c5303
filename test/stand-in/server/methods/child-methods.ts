import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import process from 'node:process';
import { describeError } from '../../rpc/remote-error.js';
import { systemError } from './system-error.js';

type Pipe = 'pipe' | 'ignore';

/** What of Node's options the page may give. Nothing of a child is ever tied to our own terminal. */
export interface ChildOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: false;
  readonly stdio?: Pipe | readonly Pipe[];
  readonly detached?: boolean;
  readonly windowsHide?: boolean;
  readonly windowsVerbatimArguments?: boolean;
}

/** Tells the page something; events arrive in the order they are told. */
export type Tell = (topic: string, ...args: unknown[]) => void;

/** The children of one page. The page numbers them; all of them end with it. */
export class ChildMethods {
  readonly #children = new Map<number, ChildProcess>();
  /** Numbers of those that lead a process group, for as long as the leader runs. */
  readonly #leaders = new Set<number>();
  readonly #pids = new Set<number>();

  constructor(
    readonly env: NodeJS.ProcessEnv,
    readonly tell: Tell,
  ) {}

  readonly methods = {
    spawnChild: (id: number, command: string, args: readonly string[], options: ChildOptions) => {
      try {
        this.#watch(id, spawn(command, [...args], this.#nodeOptions(options)), options);
      } catch (error) {
        this.tell(`child:${id}`, 'error', describeError(error));
      }
    },

    writeChild: (id: number, bytes: Uint8Array) => void this.#children.get(id)?.stdin?.write(bytes),
    endChild: (id: number) => void this.#children.get(id)?.stdin?.end(),
    destroyStream: (id: number, stream: 'stdin' | 'stdout' | 'stderr') =>
      void this.#children.get(id)?.[stream]?.destroy(),
    killChild: (id: number, signal: NodeJS.Signals) => void this.#children.get(id)?.kill(signal),
  };

  /**
   * `process.kill` for the page: looking (signal 0) at any process, signals only to its children and
   * their groups (`EPERM`).
   */
  signal(pid: number, signal: NodeJS.Signals | 0): void {
    if (signal !== 0 && !this.#pids.has(Math.abs(pid))) throw systemError('EPERM', 'kill');
    process.kill(pid, signal);
  }

  close(): void {
    for (const pid of this.#leaders) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // The group is gone.
      }
    }
    for (const child of this.#children.values()) child.kill('SIGKILL');
  }

  #nodeOptions(given: ChildOptions): SpawnOptions {
    const { cwd, env = this.env, stdio = 'pipe', detached, windowsHide, shell } = given;
    const pipes = typeof stdio === 'string' ? [stdio, stdio, stdio] : [...stdio];
    if (shell || !pipes.every((pipe) => pipe === 'pipe' || pipe === 'ignore')) {
      throw new TypeError('The page may only spawn without a shell, with pipes');
    }
    return {
      env,
      stdio: pipes,
      shell: false,
      detached: detached ?? false,
      windowsHide: windowsHide ?? false,
      windowsVerbatimArguments: given.windowsVerbatimArguments ?? false,
      ...(cwd === undefined ? {} : { cwd }),
    };
  }

  #watch(id: number, child: ChildProcess, { detached = false }: ChildOptions): void {
    const tell = (event: string, ...args: unknown[]): void =>
      this.tell(`child:${id}`, event, ...args);
    const { pid } = child;
    this.#children.set(id, child);
    child.on('spawn', () => tell('spawn', pid));
    if (pid !== undefined) {
      this.#pids.add(pid);
      if (detached && process.platform !== 'win32') this.#leaders.add(pid);
    }
    child.on('error', (error) => tell('error', describeError(error)));
    child.on('exit', (code, signal) => {
      if (pid !== undefined) this.#leaders.delete(pid);
      tell('exit', code, signal);
    });
    child.on('close', () => this.#children.delete(id));
    child.stdin?.on('error', (error) => tell('stdinError', describeError(error)));
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.on('data', (bytes: Uint8Array) => tell(stream, bytes));
      child[stream]?.on('close', () => tell(`${stream}End`));
      child[stream]?.on('error', () => {});
    }
  }
}
