/** One change of a note. `edit` returns the new text, or `null` to change nothing. */
export interface NoteUpdate {
  readonly path: string;
  readonly edit: (text: string) => string | null;
}

/**
 * The note's text after one attempt, or why another attempt is needed. With `overtaken` others
 * changed the note, and with `wait` the note may change soon.
 */
export type Attempt = { readonly text: string } | 'overtaken' | 'wait';
