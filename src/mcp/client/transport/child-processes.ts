import type { Result } from '../../../core/errors.js';

export interface ChildProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  /** The bridge's environment variables. Some inherited ones are added. */
  readonly env: Readonly<Record<string, string>>;
  /** True when a person let this command use files of the vault. */
  readonly mayUseVault: boolean;
}

/** Both are null if the process could not be ended. */
export interface ChildProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface ChildProcessListeners {
  readonly stdout: (chunk: Uint8Array) => void;
  readonly stderr: (text: string) => void;
  readonly end: (end: ChildProcessEnd) => void;
}

export interface ServerHandle {
  /** Starts delivering the output. Call this once. */
  listen(listeners: ChildProcessListeners): void;
  /** Sends the text in one write. False means that nothing was sent. */
  write(text: string): boolean;
  stderrTail(): string;
  kill(): Promise<void>;
}

export interface ChildProcessHandle extends ServerHandle {
  readonly pid: number;
}

export interface ChildProcesses {
  spawn(spec: ChildProcessSpec): Promise<Result<ChildProcessHandle>>;
  deviceStateProblem(texts: readonly string[]): Promise<string | null>;
  namesVault(texts: readonly string[], hidden: readonly string[]): Promise<boolean>;
}
