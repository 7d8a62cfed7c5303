import type { App } from 'obsidian';
import { parsePlan } from '../../../core/plan/parse-plan.js';
import type { StepSummary } from '../../../core/mission/summaries.js';
import type { ViewActions } from '../../../ui/actions/panel-actions.js';
import { openAgentModal } from '../onboarding/agent-modal.js';
import type { PanelParts } from './press-runner.js';
import type { PanelTarget } from './panel-target.js';
import { revealInExplorer } from '../shared/obsidian-internals.js';
import { openNoteAt } from '../shared/open-note-at.js';
import { showNotice } from '../shared/show-notice.js';
import type { Session } from '../lifecycle/session.js';

interface ViewParts
  extends PanelParts, Pick<ViewActions, 'openSettings' | 'openStartPage' | 'dismissHeadline'> {
  readonly target: PanelTarget;
}

export function viewActions(parts: ViewParts): ViewActions {
  const { app, session, runner, modals, target, review } = parts;
  const { openSettings, openStartPage, dismissHeadline } = parts;
  return {
    open(path) {
      const file = app.vault.getFileByPath(path);
      if (file) void app.workspace.getLeaf(false).openFile(file);
    },
    reveal(path) {
      const file = app.vault.getFileByPath(path);
      if (file && !revealInExplorer(app, file)) showNotice(`The note is ${path}.`);
    },
    openStep: (path, step) => void openStep(app, session, path, step),
    openSettings,
    openStartPage,
    connectAgent() {
      const { state } = session;
      if (state.at === 'ready') void openAgentModal(app, modals, state.vault);
    },
    review,
    showUnknown() {
      const asking = session.executor?.engine.unknownOutcomes() ?? [];
      const path = asking.find((one) => one.path !== null)?.path ?? null;
      if (path === null) target.show('alerts');
      else review(path);
    },
    showDevice: () => target.show('device'),
    broughtUp: () => target.broughtUp(),
    dismissAnswer: () => runner.dismissAnswer(),
    dismissHeadline,
  };
}

async function openStep(
  app: App,
  { state }: Session,
  path: string,
  { id, position, text }: StepSummary,
): Promise<void> {
  const file = app.vault.getFileByPath(path);
  if (!file || state.at !== 'ready') return;
  const note = await state.vault.store.read(path);
  const steps = (note.ok ? parsePlan(note.value, path).plan?.steps : null) ?? [];
  const step =
    steps.find((one) => (id === null ? one.position === position : one.id === id)) ?? null;
  const shown = step?.text === text ? step : steps.find((one) => one.text === text);
  await openNoteAt(app, file, (shown ?? step)?.line ?? 1);
}
