const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in its place, not a folder',
  EXDEV: 'its new folder is on another disk; both must be on the same one',
  ENOTCONN: 'the network drive is not connected',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'access is denied',
  EPERM: 'the system does not permit it',
  EIO: 'the disk reported an error',
  EBUSY: 'another program is using it',
  EMFILE: 'this program has too many files open; raise the limit with `ulimit -n`, or restart it',
  ENFILE: 'too many files are open on this computer; close programs',
  EFBIG: 'the file is too large',
  ENOTREG: 'a folder, a link, a pipe or a device is in its place',
  EOUTSIDE: 'a link leads out of the vault',
  ETOODEEP: 'its folders are nested too deep, so the innermost are left out',
  ECOMPROMISED: 'it was not renewed in time, or was removed',
};

/** Returns the code of a system error such as `ENOENT`, or `''` for anything else. */
export function systemErrorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code) ? error.code : '';
}

export function describeSystemError(error: unknown): string {
  const code = systemErrorCode(error);
  const reason = REASONS[code];
  if (reason !== undefined) return `${reason} (${code})`;
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
