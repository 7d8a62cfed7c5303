/** `edit` returns the new text, or `null` to change nothing. */
export interface NoteUpdate {
  readonly path: string;
  readonly edit: (text: string) => string | null;
}

/** `overtaken` means that others changed the note, and `wait` that it may change soon. */
export type Attempt = { readonly text: string } | 'overtaken' | 'wait';
