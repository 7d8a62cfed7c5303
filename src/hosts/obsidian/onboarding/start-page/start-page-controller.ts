import { Platform, TFile, type App } from 'obsidian';
import type { PanelModel } from '../../../../core/screens/panel-model.js';
import {
  practiceState,
  treeOf,
  type FolderPreview,
  type PracticeRecord,
  type StartModel,
  type TreeNode,
} from '../../../../core/screens/start-model.js';
import { timestampForName } from '../../../../core/time.js';
import { practiceFolderOf } from '../../../../mcp/client/practice/practice-note.js';
import type { Press } from '../../../../ui/actions/panel-actions.js';
import type { StartActions } from '../../../../ui/actions/start-actions.js';
import { BaseSuggest } from './base-suggest.js';
import { BridgeModal } from '../../settings/parts/bridge-modal.js';
import type { PanelController } from '../../panel/panel-controller.js';
import { openPanel } from '../../panel/panel-view.js';
import { PracticeTrail } from './practice-trail.js';
import type { Session } from '../../lifecycle/session.js';
import { SettingsContext } from '../../settings/parts/settings-context.js';
import { previewSetUp, proposeBase } from '../set-up-preview.js';

export class StartPageController implements StartActions {
  readonly views: StartActions['views'];
  readonly device: StartActions['device'];
  private readonly context: SettingsContext;
  private readonly trail: PracticeTrail;

  constructor(
    private readonly app: App,
    private readonly session: Session,
    controller: PanelController,
    onNews: () => void,
  ) {
    this.views = controller.views;
    this.device = controller.device;
    this.trail = new PracticeTrail(app.vault, onNews);
    this.context = new SettingsContext(app, session, controller, () => {
      this.openPanel();
    });
  }

  model(panel: PanelModel): StartModel {
    const { stage, problem, answer, device } = panel;
    const record = this.trail.record(this.session.state, panel);
    return {
      stage,
      problem,
      answer: answer?.subject === null || answer?.subject === 'device' ? answer : null,
      proposedBase: stage === 'not_set_up' ? proposeBase(this.app.vault) : '',
      folders: this.session.state.at === 'ready' ? this.session.state.vault.settings.folders : null,
      tree: this.tree(),
      practice: practiceState(record, panel, this.mailOf(record)),
      device,
      isPhone: Platform.isMobile,
    };
  }

  close(): void {
    this.context.close();
  }

  previewOf(base: string): FolderPreview {
    return previewSetUp(this.app.vault, base);
  }

  suggestFolders(input: HTMLInputElement, choose: (folder: string) => void): () => void {
    const suggest = new BaseSuggest(this.app, input);
    suggest.onSelect((folder) => {
      choose(folder);
      suggest.close();
    });
    return () => {
      suggest.close();
    };
  }

  open(path: string): void {
    const file = this.app.vault.getFileByPath(path);
    if (file) void this.app.workspace.getLeaf('tab').openFile(file);
  }

  openPanel(): void {
    void openPanel(this.app.workspace);
  }

  startPracticeMission(press: Press): void {
    this.device.startPracticeMission(press);
    this.openPanel();
  }

  switchOnAndPractise(press: Press): void {
    this.device.switchOnAndPractise(press);
    this.openPanel();
  }

  addBridge(): void {
    this.context.modals.open(new BridgeModal(this.context, null));
  }

  private tree(): readonly TreeNode[] {
    const { state } = this.session;
    if (state.at !== 'ready') return [];
    const { folders, dashboard } = state.vault.settings;
    const paths = [...(Object.values(folders) as string[]), dashboard];
    return treeOf(paths, (path) => this.app.vault.getAbstractFileByPath(path) !== null);
  }

  private mailOf({ executed }: PracticeRecord): string | null {
    const { state } = this.session;
    if (state.at !== 'ready' || executed === null) return null;
    const folder = this.app.vault.getFolderByPath(practiceFolderOf(state.vault.settings));
    const [from, until] = [timestampForName(executed.fromMs), timestampForName(executed.untilMs)];
    const mail = (folder?.children ?? []).find(({ name }) => {
      const at = name.slice(0, from.length);
      return from <= at && at <= until && name.slice(from.length).startsWith('_send_email_');
    });
    return mail instanceof TFile ? mail.path : null;
  }
}
