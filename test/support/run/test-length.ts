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
  'test/unit/ui/card/cards.test.ts',
  'test/unit/ui/device/devices.test.ts',
  'test/unit/ui/direction.test.ts',
  'test/unit/ui/card/decision/unknown-outcome.test.ts',
  'test/unit/ui/panel/external-plan.test.ts',
  'test/unit/ui/actions/presses.test.ts',
  'test/unit/ui/panel/primary-action.test.ts',
  'test/unit/ui/review/review.test.ts',
  'test/unit/ui/panel/state-bar.test.ts',
  'test/unit/ui/panel/plans/step-list.test.ts',
  'test/unit/ui/panel/alerts/keep-plan.test.ts',
  'test/unit/ui/panel/waiting.test.ts',
  'test/e2e/screens.test.ts',
  // A browser, beyond the six files that show the way of an action.
  'test/e2e/action-card.test.ts',
  'test/e2e/after-press.test.ts',
  'test/e2e/agents.test.ts',
  'test/e2e/bad-input.test.ts',
  'test/e2e/cards.test.ts',
  'test/e2e/commands.test.ts',
  'test/e2e/decide.test.ts',
  'test/e2e/decisions.test.ts',
  'test/e2e/draft-form.test.ts',
  'test/e2e/edit.test.ts',
  'test/e2e/find-cause.test.ts',
  'test/e2e/foreign.test.ts',
  'test/e2e/hostile-forms.test.ts',
  'test/e2e/hostile-notes.test.ts',
  'test/e2e/not-approved.test.ts',
  'test/e2e/note-menus.test.ts',
  'test/e2e/notified.test.ts',
  'test/e2e/questions.test.ts',
  'test/e2e/reasoning.test.ts',
  'test/e2e/review.test.ts',
  'test/e2e/start.test.ts',
  'test/e2e/switched-off.test.ts',
  'test/e2e/two-devices.test.ts',
  'test/e2e/unhappy-paths.test.ts',
  'test/e2e/user-stories.test.ts',
  'test/e2e/workbench.test.ts',
  'test/e2e/settings/agents.test.ts',
  'test/e2e/settings/git.test.ts',
  'test/e2e/settings/notify.test.ts',
  'test/e2e/settings/settings.test.ts',
  'test/e2e/settings/settings-words.test.ts',
  'test/e2e/settings/vault-use.test.ts',
  // The stand-in for Obsidian, which changes rarely.
  'test/stand-in/**/*.test.ts',
  // The whole demo, as its recording shows it.
  'test/e2e/demo.test.ts',
  // Kills, and crashes at each write.
  'test/e2e/kill.test.ts',
  'test/e2e/loop/soak.test.ts',
  'test/unit/engine/crash.test.ts',
  'test/unit/engine/plans/duplicates-crash.test.ts',
  'test/unit/hosts/node/disk/disk-crash.test.ts',
  'test/unit/hosts/obsidian/storage/notes/crash.test.ts',
  'test/unit/hosts/obsidian/lifecycle/disabled-midway.test.ts',
  'test/unit/hosts/obsidian/lifecycle/frozen-process.test.ts',
  // Holds of ten seconds, waited for.
  'test/unit/hosts/obsidian/panel/trusted-moves.test.ts',
  // Processes that lose their vault, and typing for seconds.
  'test/unit/hosts/node/runner/vault-gone.test.ts',
  'test/unit/hosts/obsidian/typing.test.ts',
  // Long random runs, and every answer of every server.
  'test/checks/runs/model.test.ts',
  'test/checks/runs/simulation.test.ts',
  'test/checks/runs/outcomes.test.ts',
  // Large vaults.
  'test/unit/hosts/obsidian/large-vault.test.ts',
  // What only changes with the tools of the project.
  'test/checks/release/directory-review.test.ts',
  'test/checks/release/install-plugin.test.ts',
  'test/checks/release/package.test.ts',
  'test/checks/release/release.test.ts',
  'test/checks/release/stock-review.test.ts',
  'test/unit/hosts/obsidian/lazy-load.test.ts',
  'test/unit/hosts/obsidian/shared/obsidian-internals.test.ts',
];
