import { fail, type Problem } from '../../../core/errors.js';
import { quotedPath } from '../../../core/text/quote.js';
import {
  belowFile,
  folderUnreadable,
  noteMissing,
  notAFile,
  systemRefused,
} from '../../../core/note/note-problems.js';
import { describeSystemError, systemErrorCode } from '../../desktop/system/system-error.js';

type Failure = ReturnType<typeof fail>;

export function readProblem(error: unknown, path: string): Failure {
  if (systemErrorCode(error) === 'ENOTDIR') return noteMissing(path);
  return noteProblem(error, path, 'note_read_failed');
}

export function folderProblem(error: unknown, folder: string): Problem {
  const isDenied = ['EACCES', 'EPERM'].includes(systemErrorCode(error));
  return folderUnreadable(folder, describeSystemError(error), isDenied).error;
}

export function misnamedProblem(folder: string): Problem {
  return fail(
    'note_not_text',
    `A note or folder in ${quotedPath(folder)} has a name that is not valid UTF-8, so it is not read.`,
    'Rename it with a file manager or in a terminal.',
    { path: folder },
  ).error;
}

export function writeProblem(error: unknown, path: string): Failure {
  return noteProblem(error, path, 'note_write_failed');
}

function noteProblem(
  error: unknown,
  path: string,
  code: Parameters<typeof systemRefused>[0],
): Failure {
  switch (systemErrorCode(error)) {
    case 'ENOENT':
      return noteMissing(path);
    case 'ELOOP':
    case 'EISDIR':
      return notAFile(path);
    case 'ENOTDIR':
    case 'EEXIST':
      return belowFile(path);
    case 'ENAMETOOLONG':
      return fail('path_not_allowed', 'This name is too long.', 'Choose a shorter one.', { path });
    default:
      return systemRefused(code, path, describeSystemError(error));
  }
}
