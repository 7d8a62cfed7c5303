import { implementedOnly } from '../../implemented-only.js';
import { describeError, rebuildError } from '../../rpc/remote-error.js';
import type { Remote } from '../../rpc/remote.js';
import type { RemoteErrorShape } from '../../rpc/wire.js';
import type { ChildOptions } from '../../server/methods/child-methods.js';
import type { ServerMethods } from '../../server/page-session.js';
import { EventEmitter } from './node-events.js';
import { ChildInput, ChildOutput } from './node-streams.js';

/** What the serving process tells of a child. */
type ChildEvent =
  | ['spawn', pid: number]
  | ['error' | 'stdinError', error: RemoteErrorShape]
  | ['exit', code: number | null, signal: string | null]
  | ['stdout' | 'stderr', chunk: Uint8Array]
  | ['stdoutEnd' | 'stderrEnd'];

/** Node's `ChildProcess`. Its `pid` is there when `spawn` is emitted. */
class RemoteChild extends EventEmitter {
  pid: number | undefined;
  exitCode: number | null = null;
  signalCode: string | null = null;
  readonly stdin: ChildInput | null;
  readonly stdout: ChildOutput | null;
  readonly stderr: ChildOutput | null;
  #openOutputs = 0;
  #ended = false;

  constructor(
    readonly remote: Remote<ServerMethods>,
    readonly id: number,
    [stdin, stdout, stderr]: readonly string[],
    readonly forget: () => void,
  ) {
    super();
    this.stdin = stdin === 'pipe' ? new ChildInput(remote, id) : null;
    this.stdout = stdout === 'pipe' ? this.#output('stdout') : null;
    this.stderr = stderr === 'pipe' ? this.#output('stderr') : null;
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): boolean {
    if (this.pid === undefined || this.#ended) return false;
    this.remote.tell('killChild', this.id, signal);
    return true;
  }

  receive(...[event, value, signal]: ChildEvent): void {
    switch (event) {
      case 'spawn':
        this.pid = value;
        this.emit('spawn');
        return;
      case 'error':
        return this.#fail(rebuildError(value));
      case 'stdinError':
        return this.stdin?.fail(rebuildError(value));
      case 'stdout':
      case 'stderr':
        return this[event]?.receive(value);
      case 'stdoutEnd':
        return this.stdout?.receive(null);
      case 'stderrEnd':
        return this.stderr?.receive(null);
      case 'exit':
        this.exitCode = value;
        this.signalCode = signal;
        this.stdin?.destroy();
        this.emit('exit', value, signal);
        return this.#end();
    }
  }

  #output(name: 'stdout' | 'stderr'): ChildOutput {
    const stream = new ChildOutput(() => this.remote.tell('destroyStream', this.id, name));
    this.#openOutputs += 1;
    stream.on('close', () => {
      this.#openOutputs -= 1;
      this.#closeAtLast();
    });
    return stream;
  }

  #fail(error: Error & { errno?: number }): void {
    const neverRan = this.pid === undefined;
    if (neverRan) this.exitCode = error.errno ?? null;
    this.emit('error', error);
    if (neverRan) this.#end();
  }

  #end(): void {
    this.#ended = true;
    // As Node does: output that nobody reads must not keep `close` from coming.
    this.stdout?.resume();
    this.stderr?.resume();
    this.#closeAtLast();
  }

  #closeAtLast(): void {
    if (!this.#ended || this.#openOutputs > 0) return;
    this.forget();
    this.emit('close', this.exitCode, this.signalCode);
  }
}

/** Node's `child_process`: `spawn`, on the serving process. */
export function remoteChildProcess(remote: Remote<ServerMethods>): object {
  let spawned = 0;
  const spawn = (
    command: string,
    args: readonly string[] = [],
    options: ChildOptions = {},
  ): RemoteChild => {
    const id = (spawned += 1);
    const { stdio = 'pipe' } = options;
    const pipes = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio;
    const child = new RemoteChild(remote, id, pipes, () => stop());
    const stop = remote.listen(`child:${id}`, (...event: ChildEvent) => child.receive(...event));
    remote.call('spawnChild', id, command, args, options).catch((error: unknown) => {
      child.receive('error', describeError(error));
    });
    return child;
  };
  return implementedOnly("require('child_process')", { spawn });
}
