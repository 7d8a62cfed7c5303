import { fail, ok, type Result } from '../../../core/errors.js';

/**
 * Returns the full path of a Windows program. A bare name could find a program in the current
 * folder.
 */
export function systemProgram(name: string, environment: NodeJS.ProcessEnv): string {
  return `${environment['SYSTEMROOT'] ?? 'C:\\Windows'}\\System32\\${name}`;
}

/** True when Windows can start this file only through `cmd.exe`. */
export function needsCommandShell(file: string): boolean {
  return /\.(?:cmd|bat)$/iu.test(file);
}

/**
 * Returns the arguments with which `cmd.exe` runs a batch file. Fails with `bridge_invalid` for
 * characters that cannot be escaped safely (CVE-2024-27980).
 */
export function commandShellArguments(
  file: string,
  args: readonly string[],
): Result<readonly string[]> {
  const unsafe = [file, ...args].find((part) => /["%!\r\n\0]/u.test(part));
  if (unsafe !== undefined) {
    return fail(
      'bridge_invalid',
      `A batch file cannot be given this text safely: ${JSON.stringify(unsafe)}.`,
      'Give the program behind the batch file as the command (for npx: node and the path of the script).',
    );
  }
  const line = [file, ...args].map(quote).join(' ');
  return ok(['/d', '/v:off', '/s', '/c', `"${line}"`]);
}

function quote(part: string): string {
  return `"${part.replace(/\\+$/u, '$&$&')}"`;
}
