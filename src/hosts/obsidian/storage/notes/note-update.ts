/** `edit` returns the new text, or `null` to change nothing. */
export interface NoteUpdate {
  readonly path: string;
  readonly edit: (text: string) => string | null;
}

/** With `overtaken` others changed the note. With `wait` the note may change soon. */
export type Attempt = { readonly text: string } | 'overtaken' | 'wait';
