import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type {
  ChildProcessEnd,
  ChildProcessHandle,
  ChildProcessListeners,
} from '../../../mcp/client/transport/child-processes.js';
import { signalGroup, type RunningGroups } from './processes-group.js';

/**
 * In characters. More is kept than is shown, because secrets are masked before the text is
 * shortened.
 */
const STDERR_KEPT = 80 * 1024;

/** Wraps a child process. `graceMs` is how long each step of ending the child may take. */
export function handleOf(
  child: ChildProcessWithoutNullStreams,
  pid: number,
  graceMs: number,
  running: RunningGroups,
): ChildProcessHandle {
  let listeners: ChildProcessListeners | null = null;
  let ended: ChildProcessEnd | null = null;
  let stderr = '';
  let killing: Promise<void> | null = null;
  let drainTimer: ReturnType<typeof setTimeout> | undefined;
  let resolveGone = (): void => {};
  const gone = new Promise<void>((resolve) => {
    resolveGone = resolve;
  });

  const finish = (end: ChildProcessEnd): void => {
    if (ended !== null) return;
    ended = end;
    clearTimeout(drainTimer);
    // Processes that the server started are useless without it.
    signalGroup(pid, 'SIGKILL');
    running.forget(pid);
    child.stdin.destroy();
    child.stdout.destroy();
    child.stderr.destroy();
    resolveGone();
    listeners?.end(end);
  };
  const kill = async (): Promise<void> => {
    child.stdin.end();
    // Output that nobody reads would keep the streams open.
    child.stdout.resume();
    if (await endsWithin(gone, graceMs)) return;
    signalGroup(pid, 'SIGTERM');
    if (await endsWithin(gone, graceMs)) return;
    signalGroup(pid, 'SIGKILL');
    await endsWithin(gone, graceMs);
    finish({ code: null, signal: 'SIGKILL' });
  };

  running.endWithUs(pid);
  child.once('exit', (code, signal) => {
    drainTimer = setTimeout(() => finish({ code, signal }), graceMs);
  });
  child.once('close', (code, signal) => finish({ code, signal }));
  child.on('error', () => {});
  child.stdout.on('error', () => {});
  child.stderr.on('error', () => {});
  child.stdin.on('error', () => void (killing ??= kill()));
  const decoder = new TextDecoder();
  child.stderr.on('data', (chunk: Uint8Array) => {
    const text = decoder.decode(chunk, { stream: true });
    stderr = (stderr + text).slice(-STDERR_KEPT);
    listeners?.stderr(text);
  });

  return {
    pid,
    listen: (given) => {
      listeners = given;
      if (ended !== null) given.end(ended);
      else child.stdout.on('data', (chunk: Uint8Array) => given.stdout(chunk));
    },
    write: (text) => {
      if (killing !== null || !child.stdin.writable) return false;
      child.stdin.write(text);
      return true;
    },
    stderrTail: () => stderr,
    kill: () => (killing ??= kill()),
  };
}

async function endsWithin(work: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const settled = await Promise.race([work.then(() => true as const), limit]);
  clearTimeout(timer);
  return settled;
}
