import type { Command, Plugin } from 'obsidian';
import type { PlanSummary } from '../../../core/mission/summaries.js';
import type { MissionController } from './mission-controller.js';
import type { RunningSession } from '../panel/running-session.js';
import { currentMission, waitingRequests } from '../lifecycle/session-queries.js';
import type { Session } from '../lifecycle/session.js';

export interface CommandHost {
  running(): RunningSession | null;
  openPanel(): void;
  openStartPage(): void;
  openReasoning(): void;
}

interface CommandTools extends RunningSession {
  readonly missions: (act: (controller: MissionController) => unknown) => void;
}

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly isOpen: (running: RunningSession) => boolean;
  readonly run: (tools: CommandTools) => void;
}

const entries: readonly Entry[] = [
  {
    id: 'new-mission',
    name: 'New plan…',
    isOpen: runs,
    run: ({ missions }) => missions((controller) => controller.begin.newMission()),
  },
  {
    id: 'draft-action',
    name: 'Draft request for the current step…',
    isOpen: (running) => stepToDraft(running) !== null,
    run: (tools) => {
      const plan = stepToDraft(tools);
      if (plan?.current) tools.controller.plans.draftAction(plan.planId, plan.current);
    },
  },
  {
    id: 'review-requests',
    name: 'Review requests',
    isOpen: ({ session }) => waitingRequests(session.state).length > 0,
    run: ({ controller }) => controller.requests.reviewAll(),
  },
  {
    id: 'complete-step',
    name: 'Complete the current step…',
    isOpen: hasStep,
    run: ({ missions }) => missions((controller) => controller.completeStep()),
  },
  {
    id: 'skip-step',
    name: 'Skip the current step…',
    isOpen: hasStep,
    run: ({ missions }) => missions((controller) => controller.skipStep()),
  },
  {
    id: 'add-step',
    name: 'Add step to the current plan…',
    isOpen: hasMission,
    run: ({ missions }) => missions((controller) => controller.addStep()),
  },
  {
    id: 'record-decision',
    name: 'Record a decision…',
    isOpen: runsMission,
    run: ofMission('recordDecision'),
  },
  {
    id: 'show-decisions',
    name: 'Show the decisions of the current plan',
    isOpen: runsMission,
    run: ofMission('showDecisions'),
  },
  {
    id: 'export-decisions',
    name: 'Export the decisions of the current plan…',
    isOpen: runsMission,
    run: ofMission('exportDecisions'),
  },
  {
    id: 'resume-mission',
    name: 'Go to the current plan',
    isOpen: hasMission,
    run: ({ missions }) => missions((controller) => controller.resume()),
  },
  {
    id: 'cancel-plan',
    name: 'Cancel the current plan…',
    isOpen: runsMission,
    run: ofMission('cancelPlan'),
  },
  {
    id: 'regenerate-dashboard',
    name: 'Regenerate Dashboard',
    isOpen: runs,
    run: ({ missions }) => missions((controller) => controller.regenerateDashboard()),
  },
  {
    id: 'create-bases-views',
    name: 'Create Bases views…',
    isOpen: ({ session }) => session.state.at === 'ready',
    run: ({ missions }) => missions((controller) => controller.createBaseViews()),
  },
  {
    id: 'verify-audit-log',
    name: 'Verify audit log',
    isOpen: ({ session: { state } }) => state.at === 'ready' && state.vault.side.desktop !== null,
    run: ({ missions }) => missions((controller) => controller.verifyAuditLog()),
  },
  {
    id: 'who-runs-actions',
    name: 'Show this device’s settings',
    isOpen: ({ session }) => session.state.at === 'ready',
    run: ({ controller }) => controller.views.showDevice(),
  },
  {
    id: 'connect-agent',
    name: 'Connect your agent…',
    isOpen: ({ session }) => session.state.at === 'ready',
    run: ({ controller }) => controller.views.connectAgent(),
  },
  {
    id: 'import-servers',
    name: 'Import servers…',
    isOpen: runs,
    run: ({ controller }) => controller.device.importBridges(),
  },
  {
    id: 'set-up-vault',
    name: 'Set up vault…',
    isOpen: ({ session }) => session.state.at === 'not_set_up',
    run: ({ controller }) => controller.device.setUpVault(),
  },
  {
    id: 'pause-all-actions',
    name: 'Pause all actions',
    isOpen: (running) => isPaused(running) === false,
    run: ({ controller }) => controller.device.pause(),
  },
  {
    id: 'resume-all-actions',
    name: 'Resume all actions (opens current mission)',
    isOpen: (running) => isPaused(running) === true,
    // Any program can run a command, so a person must press the button in the panel.
    run: ({ controller }) => controller.target.show('bar'),
  },
];

/** Any program can run a command, so no command may approve, resume or trust. */
export class Commands {
  private missionController: Promise<MissionController> | null = null;
  private isClosed = false;

  constructor(
    private readonly plugin: Pick<Plugin, 'addCommand' | 'app'>,
    private readonly host: CommandHost,
  ) {}

  register(): void {
    const { plugin, host } = this;
    plugin.addCommand({
      id: 'open-current-mission',
      name: 'Open Current Mission',
      callback: () => {
        host.openPanel();
      },
    });
    plugin.addCommand({
      id: 'open-start-page',
      name: 'Open start page',
      callback: () => {
        host.openStartPage();
      },
    });
    plugin.addCommand({
      id: 'open-reasoning',
      name: 'Open reasoning pane',
      callback: () => {
        host.openReasoning();
      },
    });
    for (const entry of entries) plugin.addCommand(this.commandOf(entry));
  }

  newMission(): void {
    const running = this.host.running();
    if (running && runs(running))
      void this.withMissions(running, (controller) => {
        controller.begin.newMission();
      });
  }

  planNote(path: string): void {
    const running = this.host.running();
    if (running && runs(running))
      void this.withMissions(running, (controller) => controller.begin.planNote(path));
  }

  planSelection(path: string, text: string): void {
    const running = this.host.running();
    if (running && runs(running)) {
      void this.withMissions(running, (controller) => {
        controller.begin.planSelection(path, text);
      });
    }
  }

  close(): void {
    this.isClosed = true;
    void this.missionController?.then((controller) => {
      controller.close();
    });
  }

  private commandOf({ id, name, isOpen, run }: Entry): Command {
    return {
      id,
      name,
      checkCallback: (isChecking) => {
        const running = this.host.running();
        if (!running || !isOpen(running)) return false;
        if (!isChecking) {
          run({
            ...running,
            missions: (act) => void this.withMissions(running, act),
          });
        }
        return true;
      },
    };
  }

  private async withMissions(
    { session, controller: panel }: RunningSession,
    act: (controller: MissionController) => unknown,
  ): Promise<void> {
    this.missionController ??= import('./mission-controller.js').then(
      ({ MissionController }) => new MissionController(this.plugin.app, session, panel),
    );
    const controller = await this.missionController;
    if (!this.isClosed) await act(controller);
  }
}

function runs({ session }: RunningSession): boolean {
  return session.executor !== null;
}

function hasMission({ session }: RunningSession): boolean {
  return currentMission(session.state) !== null;
}

function runsMission(running: RunningSession): boolean {
  return runs(running) && hasMission(running);
}

function ofMission(act: 'cancelPlan' | 'recordDecision' | 'showDecisions' | 'exportDecisions') {
  return ({ controller, session }: RunningSession): void => {
    const plan = currentMission(session.state);
    if (plan) controller.plans[act](plan.planId);
  };
}

function hasStep({ session }: RunningSession): boolean {
  return session.executor !== null && (workedPlan(session)?.current ?? null) !== null;
}

function workedPlan(session: Session): PlanSummary | null {
  const plan = currentMission(session.state);
  return plan?.status === 'Active' || plan?.status === 'Blocked' ? plan : null;
}

function stepToDraft({ session }: RunningSession): PlanSummary | null {
  const plan = session.executor && workedPlan(session);
  const step = plan?.current;
  if (!plan || step?.gated !== true) return null;
  const requests = session.executor?.engine.requestsOf(plan.planId) ?? [];
  return requests.some(({ stepId }) => stepId !== null && stepId === step.id) ? null : plan;
}

function isPaused({ session }: RunningSession): boolean | null {
  return session.executor?.device.config.paused ?? null;
}
