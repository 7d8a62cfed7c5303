import { spawn } from 'node:child_process';
import process from 'node:process';
import { systemProgram } from './processes-windows.js';

/** Kills the process groups of all running children when this process exits. */
export class RunningGroups {
  private readonly pids = new Set<number>();
  private readonly endAll = (): void => {
    for (const pid of this.pids) signalGroup(pid, 'SIGKILL');
  };

  endWithUs(pid: number): void {
    if (this.pids.size === 0) process.once?.('exit', this.endAll);
    this.pids.add(pid);
  }

  forget(pid: number): void {
    this.pids.delete(pid);
    if (this.pids.size === 0) process.off?.('exit', this.endAll);
  }
}

/**
 * Sends a signal to a process group. On Windows, every signal ends the process and its children.
 */
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
    // The group may have ended already.
  }
}
