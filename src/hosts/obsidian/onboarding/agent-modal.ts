import type { App } from 'obsidian';
import { ok } from '../../../core/errors.js';
import { agentGuide } from '../../../core/views/agent-skill.js';
import {
  describeAgentFile,
  planAgentFiles,
  writeAgentFiles,
} from '../../../engine/views/agent-files.js';
import type { OpenVault } from '../lifecycle/open-vault.js';
import { StepModal } from '../missions/step-modal.js';
import { addCopiedText } from '../shared/copied-text.js';
import { formatProblem } from '../shared/format-problem.js';
import type { OpenModals } from '../shared/open-modals.js';
import { showNotice } from '../shared/show-notice.js';

const noticeMs = 15_000;

export async function openAgentModal(
  app: App,
  modals: OpenModals,
  { store, side: { desktop }, settings: { folders } }: OpenVault,
): Promise<void> {
  const host = desktop && { store, linksIn: desktop.linksIn };
  const plan = host && (await planAgentFiles(host, folders));
  const changes = plan?.ok ? plan.value : [];
  const isNew = changes.some(({ before, after }) => before !== after);
  modals.open(
    new StepModal(app, {
      title: 'Instructions for your agent',
      says: [
        'They tell an agent how to make plans in this vault and ask for your approval, whether it connects or only edits notes.',
      ],
      lines: changes.map((change) => describeAgentFile(change, false)),
      addMore(contentEl) {
        const say = (text: string, cls = ''): HTMLElement => contentEl.createEl('p', { text, cls });
        if (plan?.ok) say(whereAndUndo, 'countersign-quiet');
        else if (plan) say(formatProblem(plan.error), 'countersign-modal-problem');
        say('Copy them for other instructions, such as CLAUDE.md:');
        addCopiedText(contentEl, agentGuide(folders), 'instructions');
        say(
          `Give the agent your notes, but not “${app.vault.configDir}” or control of this window.`,
          'countersign-quiet',
        );
      },
      asks: null,
      button: isNew ? 'Write files' : null,
      async act() {
        const written = host ? await writeAgentFiles(host, changes) : ok(undefined);
        if (written.ok) {
          const done = changes.map((change) => describeAgentFile(change, true)).join(' ');
          showNotice(
            `${done} Next: start a new session of your agent in this vault’s folder.`,
            noticeMs,
          );
        }
        return written;
      },
    }),
  );
}

const whereAndUndo =
  'Claude Code reads SKILL.md. Codex and most others read AGENTS.md. To undo this, delete the lines from “countersign:begin” to “countersign:end” in both.';
