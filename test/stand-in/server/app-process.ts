import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

/** A process that stands for the app which a page is. */
export interface AppProcess {
  readonly pid: number;
  end(): Promise<void>;
}

/**
 * Starts a process that does nothing. Its number is the page's `process.pid`, so that whoever reads
 * it in a lock, a runner of its own too, can see whether that app still lives.
 */
export async function startAppProcess(): Promise<AppProcess> {
  // Both end with their input, hence with this process however it ends.
  const [command, args] =
    process.platform === 'win32'
      ? [process.execPath, ['-e', 'process.stdin.resume()']]
      : ['cat', []];
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'] });
  const gone = once(child, 'exit');
  await once(child, 'spawn');
  return {
    pid: child.pid!,
    end: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
