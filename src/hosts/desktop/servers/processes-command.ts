import { access, stat } from 'node:fs/promises';
import { delimiter, extname, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { fail, ok, type Result } from '../../../core/errors.js';

const EXECUTABLE = 1;

export function isPathCommand(command: string): boolean {
  return command.includes('/') || (process.platform === 'win32' && command.includes('\\'));
}

export async function resolveCommand(
  command: string,
  searchPath: string,
  environment: NodeJS.ProcessEnv,
): Promise<Result<string>> {
  const windows = process.platform === 'win32';
  const isPath = isPathCommand(command);
  if (isPath && !isAbsolute(command)) {
    return fail(
      'bridge_unreachable',
      `The command ${command} is a relative path.`,
      'Write its full path into the server’s settings.',
    );
  }
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  const bases = isPath ? [command] : folders.map((folder) => join(folder, command));
  const endings = windows && extname(command) === '' ? pathEndings(environment) : [''];
  let present: string | null = null;
  for (const file of bases.flatMap((base) => endings.map((ending) => base + ending))) {
    const state = await fileState(file);
    if (state === 'executable') return ok(file);
    if (state === 'file') present ??= file;
  }
  if (present !== null) {
    return fail(
      'bridge_unreachable',
      `The file ${present} may not be executed.`,
      'Make it executable, or give the program that runs it as the command.',
    );
  }
  return fail(
    'bridge_unreachable',
    isPath
      ? `The command ${command} was not found.`
      : `The command ${command} was not found in any folder of PATH.`,
    'Install it, or write its full path into the server’s settings.',
  );
}

async function fileState(file: string): Promise<'executable' | 'file' | 'absent'> {
  try {
    if (!(await stat(file)).isFile()) return 'absent';
  } catch {
    return 'absent';
  }
  try {
    await access(file, EXECUTABLE);
    return 'executable';
  } catch {
    return 'file';
  }
}

function pathEndings(environment: NodeJS.ProcessEnv): string[] {
  return (environment['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';').filter((it) => it !== '');
}
