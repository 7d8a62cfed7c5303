import { spawn } from 'node:child_process';
import process from 'node:process';
import { systemProgram } from './processes-windows.js';

/** Process groups whose leader is running; they are ended when this process ends, if not before. */
export class RunningGroups {
  private readonly pids = new Set<number>();
  private readonly endAll = (): void => {
    for (const pid of this.pids) signalGroup(pid, 'SIGKILL');
  };

  /** Otherwise a server that ignores the end of its input would outlive us. */
  endWithUs(pid: number): void {
    if (this.pids.size === 0) process.once?.('exit', this.endAll);
    this.pids.add(pid);
  }

  /** To be called when the group is gone, because its number may be reused for another process. */
  forget(pid: number): void {
    this.pids.delete(pid);
    if (this.pids.size === 0) process.off?.('exit', this.endAll);
  }
}

/** Signals a child that leads a process group, and everything it started. */
export function signalGroup(pid: number, signal: 'SIGHUP' | 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    spawn(systemProgram('taskkill.exe', process.env), ['/pid', String(pid), '/T', '/F'], {
      stdio: 'ignore',
      windowsHide: true,
    }).on('error', () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group is gone.
  }
}
