/** One read-modify-write of a note. */
export interface NoteUpdate {
  readonly path: string;
  readonly edit: (text: string) => string | null;
}

/** What one try came to: the text the note holds now, or the reason for another try. */
export type Attempt = { readonly text: string } | 'overtaken' | 'wait';
