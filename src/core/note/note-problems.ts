import { fail, type ProblemCode } from '../errors.js';
import { quotedPath } from '../text/quote.js';

type Failure = ReturnType<typeof fail>;

/** `note_missing` in its only wording. */
export function noteMissing(path: string): Failure {
  return fail('note_missing', 'This note does not exist.', 'Check its path.', { path });
}

/** `note_exists` in its only wording. */
export function nameTaken(path: string): Failure {
  return fail(
    'note_exists',
    'This name is already taken, perhaps with other capital letters.',
    'Choose another name, or move the note that has it.',
    { path },
  );
}

/** `note_not_a_file` in its only wording. */
export function notAFile(path: string): Failure {
  return fail(
    'note_not_a_file',
    'This is a link or a folder, not a note.',
    'Replace it with the note itself, or move it elsewhere.',
    { path },
  );
}

/** `note_not_a_file`, for a file in place of a note's folder. `path` is the file's. */
export function notAFolder(path: string): Failure {
  return fail(
    'note_not_a_file',
    `There is a file at “${path}”, where a folder is needed.`,
    'Move or rename that file, then try again.',
    { path },
  );
}

/** The same if only the path that leads through that file is known. */
export function belowFile(path: string): Failure {
  return fail(
    'note_not_a_file',
    `There is a file, or a link that leads nowhere, where a folder of ${quotedPath(path)} should be.`,
    'Rename or remove it, or choose another folder.',
    { path },
  );
}

/** `note_changed`: every time, the text had changed again before the result could replace it. */
export function keptChanging(path: string): Failure {
  return fail(
    'note_changed',
    'Something else kept changing this note while it was being updated.',
    'Close what edits it, then try again.',
    { path },
  );
}

/** `note_not_text`, for bytes that are not UTF-8. */
export function notText(path: string): Failure {
  return fail(
    'note_not_text',
    'This file is not UTF-8 text.',
    'Save it as UTF-8, or move it out of this folder.',
    { path },
  );
}

/** `note_not_text`, for a text that UTF-8 cannot store. */
export function halfCharacter(path: string): Failure {
  return fail(
    'note_not_text',
    'The text contains half a character, which UTF-8 cannot store.',
    'Remove the broken character.',
    { path },
  );
}

/** `note_too_large` in its only wording. */
export function tooLarge(path: string, maxBytes: number): Failure {
  return fail(
    'note_too_large',
    `This note is larger than ${Math.floor(maxBytes / (1024 * 1024))} MiB.`,
    'Split it, or move what is not text out of it.',
    { path },
  );
}

/** Larger files are not attached, because the content of an attachment is pinned, and reading it takes time. */
export const largestAttachment = 256 * 1024 * 1024;

/** `note_too_large`, for a file that a call names. */
export function attachmentTooLarge(path: string): Failure {
  return fail(
    'note_too_large',
    `The file “${path}” is larger than 256 MB, so Countersign can’t make sure that what is sent is what you approved.`,
    'Name a smaller file, or a link to this one.',
    { path },
  );
}

/** `note_read_failed`, for a file whose reading was stopped when everything stopped. */
export function readingStopped(path: string): Failure {
  return fail(
    'note_read_failed',
    `Countersign was stopped while it read the file “${path}”.`,
    'It reads the file again when it starts.',
    { path },
  );
}

/** A system error while a note was read or written. */
export function systemRefused(
  code: ProblemCode & ('note_read_failed' | 'note_write_failed'),
  path: string,
  said: string,
): Failure {
  return fail(
    code,
    `This note could not be ${code === 'note_read_failed' ? 'read' : 'written'}: ${said}.`,
    'Fix the cause, then try again. The note was not changed.',
    { path },
  );
}

/** `note_read_failed`, for a whole folder. `isDenied`: its permissions do not allow it. */
export function folderUnreadable(folder: string, said: string, isDenied: boolean): Failure {
  return fail(
    'note_read_failed',
    `The folder ${quotedPath(folder)} can’t be read: ${said}.`,
    isDenied ? 'Fix its permissions.' : 'Fix the cause. Until then, its content is not known.',
    { path: folder },
  );
}

/** A write failed half way, and the note's earlier content could not be restored yet. */
export function noteCut(path: string, said: string): Failure {
  return fail(
    'note_write_failed',
    `Only the beginning of this note could be written: ${said}.`,
    'Free space on the disk. The whole text is saved on this device and is restored with the next write or start.',
    { path },
  );
}
