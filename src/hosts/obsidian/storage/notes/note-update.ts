/** One change of a note. `edit` returns the new text; `null` when nothing is to change. */
export interface NoteUpdate {
  readonly path: string;
  readonly edit: (text: string) => string | null;
}

/**
 * The note's text after one attempt, or why another attempt is needed: others changed the note
 * (`overtaken`), or its text is not settled yet (`wait`).
 */
export type Attempt = { readonly text: string } | 'overtaken' | 'wait';
