import { TFile, type Vault } from 'obsidian';
import { readAuditLine } from '../../../../core/audit/verify.js';
import type { PanelModel } from '../../../../core/screens/panel-model.js';
import { noPractice, type PracticeRecord } from '../../../../core/screens/start-model.js';
import { isPractice } from '../../../../core/request/action/digests.js';
import { parseRequest } from '../../../../core/request/parse-request.js';
import { PracticeLog } from '../../../../core/ledger/practice-log.js';
import type { SessionState } from '../../lifecycle/session-state.js';

type Ready = Extract<SessionState, { at: 'ready' }>;

export class PracticeTrail {
  private log: PracticeLog | null = null;
  private readFor = '';

  constructor(
    private readonly vault: Vault,
    private readonly onNews: () => void,
  ) {}

  record(state: SessionState, panel: PanelModel): PracticeRecord {
    if (state.at !== 'ready') return noPractice;
    const { executor } = state.work;
    if (executor) return executor.engine.practice();
    const missions = [panel.mission, ...panel.otherMissions].filter((one) => one !== null);
    const now = missions.map(({ planId, doneSteps }) => `${planId} ${doneSteps}`).join('\n');
    if (this.log === null || now !== this.readFor) {
      this.readFor = now;
      this.log ??= new PracticeLog();
      void this.read(state).then(
        (log) => {
          this.log = log;
          this.onNews();
        },
        () => undefined,
      );
    }
    return this.log.recordOf({
      plan: (id) => missions.find(({ planId }) => planId === id) ?? null,
    });
  }

  private async read({ vault: { settings } }: Ready): Promise<PracticeLog> {
    const { logs, doneActions } = settings.folders;
    const files = this.vault.getFolderByPath(`${logs}/audit`)?.children ?? [];
    const texts = await Promise.all(
      files.flatMap((file) =>
        file instanceof TFile && file.extension === 'jsonl' ? [this.vault.cachedRead(file)] : [],
      ),
    );
    const entries = texts.flatMap((text) =>
      text.split('\n').flatMap((line) => readAuditLine(line) ?? []),
    );
    const log = new PracticeLog();
    for (const entry of entries) log.noteAudit(entry);
    for (const { event, request_id: id, plan_id: plan = null, at } of entries) {
      if (event !== 'intent' || id === undefined || !log.isPractice(plan)) continue;
      if (await this.wasPractice(`${doneActions}/${id}.md`)) log.noteCall(id, plan, at);
    }
    for (const { event, outcome, request_id: id, at } of entries) {
      if (event === 'outcome' && outcome === 'executed' && id !== undefined) {
        log.noteExecuted(id, at);
      }
    }
    return log;
  }

  private async wasPractice(path: string): Promise<boolean> {
    const file = this.vault.getFileByPath(path);
    const request = file && parseRequest(await this.vault.cachedRead(file), path).request;
    return isPractice(request?.machine.preparation);
  }
}
