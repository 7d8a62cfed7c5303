export const trustQuestion = 'Treat any move to Approved as approval?';
export const trustVerb = 'Trust moves';

/** What follows when a person trusts moves, in two sentences. */
export function trustWords(holdSeconds: number): string {
  return `From then on, moving a note to Approved approves it, whether you, sync, an agent or another program moved it. It runs ${holdSeconds} seconds later unless you press Undo.`;
}
