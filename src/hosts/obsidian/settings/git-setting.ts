import { Setting, type SettingDefinitionRender } from 'obsidian';
import { fail, ok, type Result } from '../../../core/errors.js';
import { aboutDiffs, formatGit } from '../../../core/screens/format-git.js';
import type { GitSettings } from '../../../core/settings/device-config.js';
import { quotedPath } from '../../../core/text/quote.js';
import { StepModal } from '../missions/step-modal.js';
import { notRunning } from '../shared/press-problems.js';
import { liveSetting, sayAt } from './parts/live-setting.js';
import type { SettingsContext } from './parts/settings-context.js';

const name = 'Use git for decisions';
const diffsName = 'Keep diffs of linked commits';

export function gitSetting(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name,
    aliases: ['Commit', 'Branch'],
    shows: () => [context.executor !== null, context.config?.git],
    draw: ({ lead, button }) => {
      const git = context.config?.git;
      lead.setDesc(
        git ? formatGit(git) : 'Off. Decisions name no branch, and commits are not checked.',
      );
      const turnOff = (): void =>
        void context.narrow(({ git: _, ...now }) => now).then((done) => sayAt(lead, done));
      if (git) button(lead, 'Turn off', turnOff, name);
      else if (context.executor) button(lead, 'Turn on…', () => askForGit(context), name);
    },
  });
}

function askForGit(context: SettingsContext): void {
  let diffs = false;
  let found: Result<GitSettings> = notRunning;
  /**
   * The place of the commits that the person was asked about. If `.git` leads to another place, the
   * person is asked again.
   */
  let seen = '';
  const question: ConstructorParameters<typeof StepModal>[1] = {
    title: name,
    says: [],
    asks: {
      name: 'Folder',
      about: 'Full path of the folder with your `.git`. Empty: this vault.',
      missing: null,
    },
    addMore: (contentEl) =>
      void new Setting(contentEl)
        .setName(diffsName)
        .setDesc(aboutDiffs)
        .addToggle((toggle) => toggle.setTooltip(diffsName).onChange((on) => (diffs = on))),
    button: 'Turn on',
    act: (answer, press) =>
      context.widen(
        press,
        (config) =>
          found.ok ? ok({ ...config, git: { ...found.value, ...(diffs && { diffs }) } }) : found,
        async (executor) => {
          found = await executor.findRepository(answer);
          if (!found.ok) return found;
          const { folder, common } = found.value;
          if ([`${folder}/.git`, `${folder}\\.git`, seen].includes(common)) return ok(undefined);
          seen = common;
          return fail(
            'git_failed',
            `Its commits are in ${quotedPath(common)}.`,
            'If you mean that one, press again.',
          );
        },
      ),
  };
  context.modals.open(new StepModal(context.app, question));
}
