import { fail, type ProblemCode } from '../errors.js';
import { quotedPath } from '../text/quote.js';

type Failure = ReturnType<typeof fail>;

export function noteMissing(path: string): Failure {
  return fail('note_missing', 'This note does not exist.', 'Check its path.', { path });
}

export function nameTaken(path: string): Failure {
  return fail(
    'note_exists',
    'This name is already taken, perhaps with other capital letters.',
    'Choose another name, or move the note that has it.',
    { path },
  );
}

export function notAFile(path: string): Failure {
  return fail(
    'note_not_a_file',
    'This is a link or a folder, not a note.',
    'Replace it with the note itself, or move it elsewhere.',
    { path },
  );
}

export function notAFolder(path: string): Failure {
  return fail(
    'note_not_a_file',
    `There is a file at “${path}”, where a folder is needed.`,
    'Move or rename that file, then try again.',
    { path },
  );
}

export function belowFile(path: string): Failure {
  return fail(
    'note_not_a_file',
    `There is a file, or a link that leads nowhere, where a folder of ${quotedPath(path)} should be.`,
    'Rename or remove it, or choose another folder.',
    { path },
  );
}

export function keptChanging(path: string): Failure {
  return fail(
    'note_changed',
    'Something else kept changing this note while it was being updated.',
    'Close what edits it, then try again.',
    { path },
  );
}

export function notText(path: string): Failure {
  return fail(
    'note_not_text',
    'This file is not UTF-8 text.',
    'Save it as UTF-8, or move it out of this folder.',
    { path },
  );
}

export function halfCharacter(path: string): Failure {
  return fail(
    'note_not_text',
    'The text contains half a character, which UTF-8 cannot store.',
    'Remove the broken character.',
    { path },
  );
}

export function tooLarge(path: string, maxBytes: number): Failure {
  return fail(
    'note_too_large',
    `This note is larger than ${Math.floor(maxBytes / (1024 * 1024))} MiB.`,
    'Split it, or move what is not text out of it.',
    { path },
  );
}

/** In bytes. */
export const largestAttachment = 256 * 1024 * 1024;

export function attachmentTooLarge(path: string): Failure {
  return fail(
    'note_too_large',
    `The file “${path}” is larger than 256 MB, so Countersign can’t make sure that what is sent is what you approved.`,
    'Name a smaller file, or a link to this one.',
    { path },
  );
}

export function readingStopped(path: string): Failure {
  return fail(
    'note_read_failed',
    `Countersign was stopped while it read the file “${path}”.`,
    'It reads the file again when it starts.',
    { path },
  );
}

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

export function folderUnreadable(folder: string, said: string, isDenied: boolean): Failure {
  return fail(
    'note_read_failed',
    `The folder ${quotedPath(folder)} can’t be read: ${said}.`,
    isDenied ? 'Fix its permissions.' : 'Fix the cause. Until then, its content is not known.',
    { path: folder },
  );
}

export function noteCut(path: string, said: string): Failure {
  return fail(
    'note_write_failed',
    `Only the beginning of this note could be written: ${said}.`,
    'Free space on the disk. The whole text is saved on this device and is restored with the next write or start.',
    { path },
  );
}
