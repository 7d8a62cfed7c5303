import { spawn, type ChildProcess } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';
import process from 'node:process';
import { signalGroup } from './processes-group.js';

const INHERITED = {
  windows: [
    'APPDATA',
    'COMSPEC',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATHEXT',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'PROGRAMFILES(X86)',
    'PROGRAMW6432',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'USERNAME',
    'USERPROFILE',
    'WINDIR',
  ],
  others: [
    'HOME',
    'LANG',
    'LC_ALL',
    'LC_CTYPE',
    'LOGNAME',
    'SHELL',
    'TERM',
    'TMPDIR',
    'TZ',
    'USER',
  ],
};

const MARKER = '__countersign_path__';
const ANSWER_LIMIT = 64 * 1024;
const afterHangUpMs = 2_000;

export function inheritedVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  const names = process.platform === 'win32' ? INHERITED.windows : INHERITED.others;
  const entries = names.map((name) => [name, environment[name]] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1]?.startsWith('()') === false),
  );
}

export function joinSearchPaths(...paths: readonly string[]): string {
  const folders = paths.flatMap((path) => path.split(delimiter)).filter((it) => isAbsolute(it));
  return [...new Set(folders)].join(delimiter);
}

/** Asks a login shell for its PATH. Returns `null` if there is no answer. */
export function askLoginShell(
  shell: string,
  environment: NodeJS.ProcessEnv,
  folder: string,
  limitMs: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    const script = `echo ${MARKER}; /bin/sh -c 'printf "%s\\n" "$PATH"'; echo ${MARKER}`;
    const child = spawn(shell, ['-ilc', script], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    let answer = '';
    const stdout = child.stdout as typeof child.stdout | undefined;
    const finish = (): void => {
      stdout?.destroy();
      resolve(readAnswer(answer));
    };
    const timer = setTimeout(() => {
      finish();
      hangUp(child);
    }, limitMs);
    const ended = (): void => {
      clearTimeout(timer);
      finish();
    };
    child.on('error', ended);
    child.on('close', ended);
    const decoder = new TextDecoder();
    stdout?.on('data', (chunk: Uint8Array) => {
      answer = (answer + decoder.decode(chunk, { stream: true })).slice(-ANSWER_LIMIT);
      if (readAnswer(answer) !== null) finish();
    });
  });
}

function readAnswer(answer: string): string | null {
  const [, path] = answer.split(`${MARKER}\n`);
  const complete = answer.split(`${MARKER}\n`).length > 2;
  return complete && path !== undefined && path.trim() !== '' ? path.trim() : null;
}

/** Sends SIGHUP first, because an interactive shell ignores SIGTERM. */
function hangUp(shell: ChildProcess): void {
  const signal = (name: 'SIGHUP' | 'SIGKILL'): void => {
    const isRunning = shell.exitCode === null && shell.signalCode === null;
    if (isRunning && shell.pid !== undefined) signalGroup(shell.pid, name);
  };
  signal('SIGHUP');
  setTimeout(() => signal('SIGKILL'), afterHangUpMs);
}
