import { Modal, type App } from 'obsidian';
import type { AgentClient } from '../../../../core/settings/agents/agent-clients.js';
import { formatTime } from '../../../../ui/parts/text/format-time.js';
import type { Executor } from '../../lifecycle/executor.js';
import { formatProblem } from '../../shared/format-problem.js';
import { markModal } from '../../shared/mark-modal.js';
import { shortText } from '../../shared/short-text.js';

const mostShown = 50;
const longest = 400;

export class ClientActivityModal extends Modal {
  constructor(
    app: App,
    private readonly executor: Executor,
    private readonly client: AgentClient,
  ) {
    super(app);
    markModal(this);
  }

  override onOpen(): void {
    this.setTitle(`Activity of “${this.client.name}”`);
    const result = this.contentEl.createDiv({ attr: { role: 'status' } });
    void this.show(result);
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private async show(result: HTMLElement): Promise<void> {
    const { executor, client } = this;
    const did = await executor.didOf(client);
    if (!result.isConnected) return;
    if (!did.ok) {
      const text = formatProblem(did.error);
      result.createEl('p', { cls: 'countersign-modal-problem', text });
      return;
    }
    const { length } = did.value;
    result.createEl('p', {
      text:
        length === 0
          ? 'Nothing yet. Plans, log entries, drafts and calls that you allowed without asking are listed here. Reading plans is not.'
          : length > mostShown
            ? `The latest ${mostShown} of ${length}. The audit log has all of them.`
            : 'Newest first.',
    });
    const list = result.createEl('ul', {
      cls: 'countersign-tools',
      attr: { 'aria-label': 'Activity' },
    });
    for (const { at, detail } of did.value.slice(0, mostShown)) {
      const item = list.createEl('li');
      item.createEl('p', { cls: 'countersign-quiet', text: formatTime(at, new Date()) });
      item.createEl('p', { text: shortText(detail, longest) });
    }
  }
}
