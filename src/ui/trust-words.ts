export const trustQuestion = 'Treat any move to Approved as approval?';
export const trustVerb = 'Trust moves';

/** What follows when a person trusts moves, in two sentences. */
export function trustWords(holdSeconds: number): string {
  return `Whatever moves a request to Approved then approves it: you, sync, an agent or another program. It runs ${holdSeconds} seconds later unless you press Undo.`;
}
