export const setUpHerePurpose =
  'You can set up this device to approve requests. The computer that runs actions then runs what you approve here.';
export const setUpHereSteps = [
  'Press the button. It shows a fingerprint.',
  'On the computer that runs actions, open Countersign’s settings, “Safety on this device”.',
  'Type the fingerprint there and press Trust a device.',
] as const;
export const setUpHereText = [setUpHerePurpose, ...setUpHereSteps].join(' ');

export function formatTrustedHere(isRun: boolean): string {
  return isRun
    ? 'Another process on this computer runs what you approve here.'
    : 'What you approve here runs once actions are on: turn them on here, or start the command-line runner on this computer.';
}
