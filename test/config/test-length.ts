import process from 'node:process';

/** What `npm test` runs after each change is short; `npm run test:all`, and a file run by itself, are whole. */
export const isShort = process.env['TEST_LENGTH'] === 'short';

/** How many cases a property is tried on: a tenth in a short run. */
export function runs(whole: number): number {
  return isShort ? Math.ceil(whole / 10) : whole;
}

/** The test files that only `npm run test:all` runs, by what makes them long. */
export const longTests: readonly string[] = [
  // Every screen, at every width, light and dark, and with axe.
  'test/ui/cards.test.ts',
  'test/ui/devices.test.ts',
  'test/ui/direction.test.ts',
  'test/ui/doubt.test.ts',
  'test/ui/foreign-plan.test.ts',
  'test/ui/presses.test.ts',
  'test/ui/primary-action.test.ts',
  'test/ui/review.test.ts',
  'test/ui/state-bar.test.ts',
  'test/ui/steps.test.ts',
  'test/ui/twins.test.ts',
  'test/ui/waiting.test.ts',
  'test/e2e/screens.test.ts',
  // A browser, beyond the six files that show the way of an action.
  'test/e2e/action-card.test.ts',
  'test/e2e/after-press.test.ts',
  'test/e2e/bad-input.test.ts',
  'test/e2e/cards.test.ts',
  'test/e2e/commands.test.ts',
  'test/e2e/decide.test.ts',
  'test/e2e/draft-form.test.ts',
  'test/e2e/edit.test.ts',
  'test/e2e/foreign.test.ts',
  'test/e2e/hostile-forms.test.ts',
  'test/e2e/hostile-notes.test.ts',
  'test/e2e/not-approved.test.ts',
  'test/e2e/note-menus.test.ts',
  'test/e2e/review.test.ts',
  'test/e2e/start.test.ts',
  'test/e2e/switched-off.test.ts',
  'test/e2e/two-devices.test.ts',
  'test/e2e/unhappy-paths.test.ts',
  'test/e2e/user-stories.test.ts',
  'test/e2e/workbench.test.ts',
  'test/hosts/obsidian/settings.test.ts',
  'test/hosts/obsidian/settings-words.test.ts',
  'test/hosts/obsidian/vault-use.test.ts',
  // The stand-in for Obsidian, which changes rarely.
  'test/host/**/*.test.ts',
  // Kills, and crashes at each write.
  'test/e2e/kill.test.ts',
  'test/engine/crash.test.ts',
  'test/engine/twins-crash.test.ts',
  'test/hosts/node/disk-crash.test.ts',
  'test/hosts/obsidian/crash.test.ts',
  'test/hosts/obsidian/disabled-midway.test.ts',
  'test/hosts/obsidian/frozen-process.test.ts',
  // Holds of ten seconds, waited for.
  'test/hosts/obsidian/trusted-moves.test.ts',
  // Processes that lose their vault, and typing for seconds.
  'test/hosts/node/vault-gone.test.ts',
  'test/hosts/obsidian/typing.test.ts',
  // Long random runs, and every answer of every server.
  'test/model/missions.test.ts',
  'test/simulation/simulation.test.ts',
  'test/outcomes/outcomes.test.ts',
  // Large vaults.
  'test/hosts/obsidian/large-vault.test.ts',
  // What only changes with the tools of the project.
  'test/config/directory-review.test.ts',
  'test/config/install-plugin.test.ts',
  'test/config/release.test.ts',
  'test/config/stock-review.test.ts',
  'test/hosts/obsidian/lazy-load.test.ts',
  'test/hosts/obsidian/obsidian-internals.test.ts',
];
