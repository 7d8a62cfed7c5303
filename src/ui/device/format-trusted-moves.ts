export const movesName = 'Treat any move to Approved as approval';
export const trustQuestion = `${movesName}?`;
export const trustVerb = 'Treat moves as approval';

export function formatTrustWarning(holdSeconds: number): string {
  return `If you turn this on, moving a note to Approved approves it, whether you, sync, an agent or another program moved it. It runs ${holdSeconds} seconds later unless you press Undo.`;
}

export function formatMovesSetting(trustsMoves: boolean, holdSeconds: number): string {
  return trustsMoves
    ? `On: moving a note to Approved approves it, whether you, sync, an agent or another program moves it. It runs ${holdSeconds} seconds later unless you press Undo. Notes that were already there ask first.`
    : `Off: if an agent or sync moves a note to Approved, you’re asked first. If you drag a note there yourself, its action runs ${holdSeconds} seconds later unless you press Undo.`;
}
