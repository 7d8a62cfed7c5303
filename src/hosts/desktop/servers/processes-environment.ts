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

/** Between two of these the login shell prints its PATH; whatever profiles print stays outside. */
const MARKER = '__countersign_path__';
const ANSWER_LIMIT = 64 * 1024;
/** What a shell may take to clean up. */
const afterHangUpMs = 2_000;

/**
 * The variables that every server inherits; the rest of our environment may hold secrets (after the
 * MCP SDK's list). Values that define shell functions are left out.
 */
export function inheritedVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  const names = process.platform === 'win32' ? INHERITED.windows : INHERITED.others;
  const entries = names.map((name) => [name, environment[name]] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1]?.startsWith('()') === false),
  );
}

/** Search paths joined, the first one's folders first, each once; what is relative means no certain folder. */
export function joinSearchPaths(...paths: readonly string[]): string {
  const folders = paths.flatMap((path) => path.split(delimiter)).filter((it) => isAbsolute(it));
  return [...new Set(folders)].join(delimiter);
}

/**
 * The PATH that the person's terminal has. Programs started from a desktop get a shorter one, where
 * `npx` is not found. It is asked in `folder`, because a shell may load settings of the folder that it
 * starts in. `null` when the shell fails or takes longer than `limitMs`.
 *
 * What a profile began it may finish, as in a terminal: pyenv, for one, leaves a lock behind if it is killed, and
 * every later terminal then waits for it. A shell that takes too long ends as when its terminal is closed.
 */
export function askLoginShell(
  shell: string,
  environment: NodeJS.ProcessEnv,
  folder: string,
  limitMs: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    // `sh` prints it in every kind of shell, and is not looked for on the PATH that is asked for.
    const script = `echo ${MARKER}; /bin/sh -c 'printf "%s\\n" "$PATH"'; echo ${MARKER}`;
    // In a session of its own, an interactive shell cannot seize the terminal that we run in.
    const child = spawn(shell, ['-ilc', script], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    let answer = '';
    // A child that could not be started, for want of file descriptors, has no output.
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

/** Ends a shell and what it runs; it ignores SIGTERM. */
function hangUp(shell: ChildProcess): void {
  const signal = (name: 'SIGHUP' | 'SIGKILL'): void => {
    const isRunning = shell.exitCode === null && shell.signalCode === null;
    if (isRunning && shell.pid !== undefined) signalGroup(shell.pid, name);
  };
  signal('SIGHUP');
  setTimeout(() => signal('SIGKILL'), afterHangUpMs);
}
