import { constants } from 'node:os';

const MESSAGES = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  ESRCH: 'no such process',
} as const;

/** An error as Node's own calls throw it. */
export function systemError(
  code: keyof typeof MESSAGES,
  syscall: string,
  path?: string,
): Error & { code: string } {
  const place = path === undefined ? '' : ` '${path}'`;
  return Object.assign(new Error(`${code}: ${MESSAGES[code]}, ${syscall}${place}`), {
    code,
    errno: -constants.errno[code],
    syscall,
    ...(path === undefined ? {} : { path }),
  });
}
