export const moveBackTitle =
  'Takes the approval back: the note returns to the requests that wait. Nothing is sent.';
