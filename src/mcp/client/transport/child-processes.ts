import type { Result } from '../../../core/errors.js';

/** How a server is started, always without a shell. */
export interface ChildProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables of the bridge; a small safe set of inherited ones is added. */
  readonly env: Readonly<Record<string, string>>;
  /** A person confirmed that exactly this command may use files of the vault. Otherwise it is not started. */
  readonly mayUseVault: boolean;
}

/** How a child process ended; both are `null` if it had to be given up. */
export interface ChildProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The events of a running server; `end` is called once and last. */
export interface ChildProcessListeners {
  readonly stdout: (chunk: Uint8Array) => void;
  readonly stderr: (text: string) => void;
  readonly end: (end: ChildProcessEnd) => void;
}

/** One running server: a child process, or something in this process that behaves like one. */
export interface ServerHandle {
  /** Call it once; earlier output of the server is delivered too. */
  listen(listeners: ChildProcessListeners): void;
  /** Sends the text in one write. `false`: the server is gone and not one byte was sent. */
  write(text: string): boolean;
  /** The last 80 kB of the server's stderr output. */
  stderrTail(): string;
  /** Ends the server and everything that it started, by force if necessary. Resolves when they are gone. */
  kill(): Promise<void>;
}

export interface ChildProcessHandle extends ServerHandle {
  readonly pid: number;
}

export interface ChildProcesses {
  /** Fails with `bridge_unreachable` if nothing was started (command not found, not executable). */
  spawn(spec: ChildProcessSpec): Promise<Result<ChildProcessHandle>>;
  /** As `deviceStateProblem` of `Bridges`. */
  deviceStateProblem(texts: readonly string[]): Promise<string | null>;
  /** As `namesVault` of `Bridges`. */
  namesVault(texts: readonly string[], hidden: readonly string[]): Promise<boolean>;
}
