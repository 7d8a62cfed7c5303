/** What *Let this device approve* does. */
export const setUpHereWords =
  'You can approve requests here; your computer then runs them. Two steps: press the button here to get a fingerprint, then type it on your computer. Nothing is approved or sent yet.';

/**
 * What becomes of an approval on a computer whose own settings trust it.
 * @param isRun another process on this computer runs the actions of this vault just now
 */
export function trustedHereWords(isRun: boolean): string {
  return isRun
    ? 'Another process on this computer runs what you approve here.'
    : 'What you approve here runs once actions are on: turn them on here, or start the command-line runner on this computer.';
}
