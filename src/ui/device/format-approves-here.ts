/** What *Let this device approve* does. */
export const setUpHereText =
  'You can set up this device to approve requests. What you approve then runs on the computer that runs actions. Press the button to get a fingerprint. Then, on the computer that runs actions, open Countersign’s settings, “Safety on this device”, and enter it. Setting this up doesn’t approve anything.';

/**
 * What becomes of an approval on a computer whose own settings trust it.
 * @param isRun another process on this computer runs the actions of this vault just now
 */
export function formatTrustedHere(isRun: boolean): string {
  return isRun
    ? 'Another process on this computer runs what you approve here.'
    : 'What you approve here runs once actions are on: turn them on here, or start the command-line runner on this computer.';
}
