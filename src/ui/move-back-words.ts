/** What *Move back* does. */
export const moveBackWords =
  'Takes the approval back: the note returns to the requests that wait. Nothing is sent.';
