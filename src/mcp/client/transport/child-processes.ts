import type { Result } from '../../../core/errors.js';

/** How a server is started. Nothing here goes through a shell. */
export interface ChildProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables of the bridge; a small safe set of inherited ones is added. */
  readonly env: Readonly<Record<string, string>>;
  /** A person confirmed that exactly this may use files of the vault. Otherwise it is not started. */
  readonly mayUseVault: boolean;
}

/** How a child process ended; both are `null` when it had to be given up. */
export interface ChildProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What a running server tells; each is called as it happens, `end` once and last. */
export interface ChildProcessListeners {
  readonly stdout: (chunk: Uint8Array) => void;
  readonly stderr: (text: string) => void;
  readonly end: (end: ChildProcessEnd) => void;
}

/** One server that was started: a child process, or something in this process that behaves like one. */
export interface ServerHandle {
  /** To be called once; what the server wrote before is delivered too. */
  listen(listeners: ChildProcessListeners): void;
  /** Hands the text over in one write. `false`: the server is gone and not one byte was handed over. */
  write(text: string): boolean;
  /** The last 80 kB of what the server wrote to stderr. */
  stderrTail(): string;
  /** Ends the server and everything it started, by force in the end. Resolves when they are gone. */
  kill(): Promise<void>;
}

/** One child process that was started. */
export interface ChildProcessHandle extends ServerHandle {
  readonly pid: number;
}

/** Starts child processes. */
export interface ChildProcesses {
  /** Fails with `bridge_unreachable` when nothing was started (command not found, not executable). */
  spawn(spec: ChildProcessSpec): Promise<Result<ChildProcessHandle>>;
  /** As `deviceStateProblem` of `Bridges`. */
  deviceStateProblem(texts: readonly string[]): Promise<string | null>;
  /** As `namesVault` of `Bridges`. */
  namesVault(texts: readonly string[], hidden: readonly string[]): Promise<boolean>;
}
