/** What *Let this device approve* does. */
export const setUpHereWords =
  'Lets you approve requests on this device; your computer then runs them. Press the button to see this device’s fingerprint. Then type it on that computer, under Countersign’s settings. This approves nothing yet.';

/**
 * What becomes of an approval on a computer whose own settings trust it.
 * @param isRun another process on this computer runs the actions of this vault just now
 */
export function trustedHereWords(isRun: boolean): string {
  return isRun
    ? 'Another process on this computer runs what you approve here.'
    : 'What you approve here runs once actions are on: turn them on here, or start the command-line runner on this computer.';
}
