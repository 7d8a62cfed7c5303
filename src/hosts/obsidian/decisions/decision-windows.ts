import type { App } from 'obsidian';
import { ok } from '../../../core/errors.js';
import type { NewEntry } from '../../../core/reasoning/new-entries.js';
import { ended } from '../../../core/reasoning/record-words.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import type { DecisionAnswer } from '../../../engine/operations/decisions/ask-decisions.js';
import type { PlanActions } from '../../../ui/actions/panel-actions.js';
import type { Executor } from '../lifecycle/executor.js';
import type { OpenModals } from '../shared/open-modals.js';
import { openNoteAt } from '../shared/open-note-at.js';
import { notRunning } from '../shared/press-problems.js';
import { showNotice } from '../shared/show-notice.js';
import { DecisionsModal } from './decisions-modal.js';
import { openReasoning } from './open-reasoning.js';
import { ExportDecisionsModal } from './export-decisions-modal.js';
import { emptyDecision, RecordDecisionModal, type TypedDecision } from './record-decision-modal.js';

export function decisionWindows(
  app: App,
  modals: OpenModals,
  session: { readonly executor: Executor | null },
): Pick<PlanActions, 'recordDecision' | 'showDecisions' | 'exportDecisions'> {
  const typedOf = new Map<string, TypedDecision>();
  const recordDecision = (planId: string): void => {
    const typed = typedOf.get(planId) ?? emptyDecision();
    typedOf.set(planId, typed);
    const record = async (entries: readonly NewEntry[]) => {
      const { executor } = session;
      if (!executor) return notRunning;
      const { operations } = executor.engine;
      const recorded = await operations.recordDecisions({ planId, entries, actor: 'Human' });
      if (recorded.ok) showNotice(withIsolates(`Recorded in ${planId}: ${ended(typed.question)}`));
      return recorded;
    };
    const forget = (): void => void typedOf.delete(planId);
    modals.open(new RecordDecisionModal(app, planId, typed, record, forget));
  };
  return {
    recordDecision,
    showDecisions(planId) {
      const host = {
        planId,
        read: async () => {
          const answers: DecisionAnswer[] = [];
          for (const ask of ['get_decision_tree', 'undecided', 'unlinked'] as const) {
            const { executor } = session;
            if (!executor) return notRunning;
            const answer = await executor.engine.operations.askDecisions({ planId, ask });
            if (!answer.ok) return answer;
            answers.push(answer.value);
          }
          return ok(answers);
        },
        open: ({ path, line }: { readonly path: string; readonly line: number }) => {
          const file = app.vault.getFileByPath(path);
          if (file) void openNoteAt(app, file, line);
        },
        record: () => recordDecision(planId),
        draw: () => void openReasoning(app.workspace, planId),
      };
      modals.open(new DecisionsModal(app, host));
    },
    exportDecisions(planId) {
      const write = async (to: string) => {
        const { executor } = session;
        if (!executor) return notRunning;
        const { operations } = executor.engine;
        const done = await operations.drawDecisions({ planId, to });
        if (done.ok) showNotice(withIsolates(`Wrote ${ended(to)}${lacking(done.value)}`));
        return done;
      };
      const folder = session.executor?.settings.folders.logs ?? '';
      const base = `${folder}/reasoning/${planId}-decisions`;
      modals.open(new ExportDecisionsModal(app, planId, base, write));
    },
  };
}

function lacking(problems: number): string {
  return problems === 0
    ? ''
    : ` The record has ${problems} problems, so it may be incomplete: see Decisions.`;
}
