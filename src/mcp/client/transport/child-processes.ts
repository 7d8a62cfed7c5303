import type { Result } from '../../../core/errors.js';

export interface ChildProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables of the bridge. A small safe set of inherited variables is added. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * True when a person confirmed that exactly this command may use files of the vault. When false, a command
   * that uses them is not started.
   */
  readonly mayUseVault: boolean;
}

/** How a child process ended. Both are `null` when it could not be ended. */
export interface ChildProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface ChildProcessListeners {
  readonly stdout: (chunk: Uint8Array) => void;
  readonly stderr: (text: string) => void;
  readonly end: (end: ChildProcessEnd) => void;
}

/** One running server, in a child process or within this process. */
export interface ServerHandle {
  /** Starts delivering the output, with earlier output of the server first. Call it once. */
  listen(listeners: ChildProcessListeners): void;
  /** Sends the text in one write. Returns false when the server is gone and not one byte was sent. */
  write(text: string): boolean;
  stderrTail(): string;
  /** Ends the server and everything that it started, by force if necessary. Resolves when they are gone. */
  kill(): Promise<void>;
}

export interface ChildProcessHandle extends ServerHandle {
  readonly pid: number;
}

export interface ChildProcesses {
  /**
   * Starts a server. Fails with `bridge_unreachable` when nothing was started (command not found, not
   * executable).
   */
  spawn(spec: ChildProcessSpec): Promise<Result<ChildProcessHandle>>;
  deviceStateProblem(texts: readonly string[]): Promise<string | null>;
  namesVault(texts: readonly string[], hidden: readonly string[]): Promise<boolean>;
}
