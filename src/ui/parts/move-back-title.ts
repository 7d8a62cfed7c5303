/** Says what *Move back* and *Take back approval* do. */
export const moveBackTitle =
  'Takes the approval back: the note returns to the requests that wait. Nothing is sent.';
