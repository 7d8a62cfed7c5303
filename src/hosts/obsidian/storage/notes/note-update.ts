/** One read-modify-write of a note. */
export interface NoteUpdate {
  readonly path: string;
  readonly edit: (text: string) => string | null;
}

/** The result of one attempt: the note's new text, or the reason for another attempt. */
export type Attempt = { readonly text: string } | 'overtaken' | 'wait';
