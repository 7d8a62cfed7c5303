import { fail, type ProblemCode } from '../../core/errors.js';
import { describeSystemError, systemErrorCode } from '../desktop/system-error.js';

type Failure = ReturnType<typeof fail>;

/** `note_exists`, as the one wording of it. */
export function nameTaken(path: string): Failure {
  return fail(
    'note_exists',
    'This name is already taken, perhaps with other capital letters.',
    'Choose another name, or move the note that has it.',
    { path },
  );
}

/** `note_not_a_file`, as the one wording of it. */
export function notAFile(path: string): Failure {
  return fail(
    'note_not_a_file',
    'A link or a folder lies in place of this note.',
    'Put the note itself there, or use another path.',
    { path },
  );
}

/** Turns what the system said while reading a note into a problem. */
export function readProblem(error: unknown, path: string): Failure {
  return noteProblem(error, path, 'note_read_failed', 'read');
}

/** Turns what the system said while writing or moving a note into a problem. */
export function writeProblem(error: unknown, path: string): Failure {
  return noteProblem(error, path, 'note_write_failed', 'written');
}

function noteProblem(error: unknown, path: string, code: ProblemCode, done: string): Failure {
  switch (systemErrorCode(error)) {
    case 'ENOENT':
      return fail('note_missing', 'There is no such note.', 'Check its path.', { path });
    case 'ELOOP':
    case 'EISDIR':
    case 'ENOTDIR':
    case 'EEXIST':
      return notAFile(path);
    case 'ENAMETOOLONG':
      return fail('path_not_allowed', 'This name is too long.', 'Choose a shorter one.', { path });
    default:
      return fail(
        code,
        `This note could not be ${done}: ${describeSystemError(error)}.`,
        'Repair the cause, then try again; the note is as it was.',
        { path },
      );
  }
}
