/** What *Let this device approve* does. */
export const setUpHereWords =
  'You can approve requests on this device; your computer then runs them. Press the button to see a fingerprint, then type it into Countersign’s settings on that computer. This doesn’t approve any request.';

/**
 * What becomes of an approval on a computer whose own settings trust it.
 * @param isRun another process on this computer runs the actions of this vault just now
 */
export function trustedHereWords(isRun: boolean): string {
  return isRun
    ? 'Another process on this computer runs what you approve here.'
    : 'What you approve here runs once actions are on: turn them on here, or start the command-line runner on this computer.';
}
