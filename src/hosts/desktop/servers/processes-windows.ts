import { fail, ok, type Result } from '../../../core/errors.js';

/** The full path of one of Windows' own programs, because a bare name is first looked up in the current folder. */
export function systemProgram(name: string, environment: NodeJS.ProcessEnv): string {
  return `${environment['SYSTEMROOT'] ?? 'C:\\Windows'}\\System32\\${name}`;
}

/** True when Windows can start this file only through `cmd.exe`. */
export function needsCommandShell(file: string): boolean {
  return /\.(?:cmd|bat)$/iu.test(file);
}

/**
 * The arguments with which `cmd.exe` runs a `.cmd` or `.bat` file, to be passed verbatim. Fails with `bridge_invalid` if one contains `"`,
 * `%`, `!`, a line break or a zero byte, which cannot be escaped safely for both `cmd` and the script (CVE-2024-27980).
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

/** Quotes an argument. Backslashes at its end are doubled, or the last one would escape the closing quote. */
function quote(part: string): string {
  return `"${part.replace(/\\+$/u, '$&$&')}"`;
}
