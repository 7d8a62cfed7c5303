import { spawn } from 'node:child_process';
import process from 'node:process';
import { systemProgram } from './processes-windows.js';

/** The process groups of running children. Those left when this process ends are killed. */
export class RunningGroups {
  private readonly pids = new Set<number>();
  private readonly endAll = (): void => {
    for (const pid of this.pids) signalGroup(pid, 'SIGKILL');
  };

  /** Remembers a group to kill when this process ends: a server that ignores the end of its input would continue without us. */
  endWithUs(pid: number): void {
    if (this.pids.size === 0) process.once?.('exit', this.endAll);
    this.pids.add(pid);
  }

  /** Call this when the group has ended, because the system may give its number to another process. */
  forget(pid: number): void {
    this.pids.delete(pid);
    if (this.pids.size === 0) process.off?.('exit', this.endAll);
  }
}

/** Sends a signal to a child that leads a process group, and to everything it started. On Windows, ends them whatever the signal. */
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
    // The group has already ended.
  }
}
