import { ButtonComponent, Modal, Setting, type App } from 'obsidian';
import type { Result } from '../../core/errors.js';
import type { AuditFinding } from '../../core/audit/verify.js';
import { showInvisible } from '../../core/request/show-invisible.js';
import type { DeviceAudit } from '../../engine/operations/verify-audit.js';
import { markModal } from './mark-modal.js';
import { sentencesOf } from './problem-sentences.js';

const fewFindings = 50;

/** What a window about the audit trail needs. */
export interface VerifyHost {
  /** This device's name; `null`: it has no ledger. */
  readonly ownDevice: string | null;
  verify(tell: (progress: string) => void): Promise<Result<readonly DeviceAudit[]>>;
}

/** Verifies the audit trail, and tells of each device what was found, where, and what that means. */
export class VerifyModal extends Modal {
  private isClosed = false;

  constructor(
    app: App,
    private readonly host: VerifyHost,
  ) {
    super(app);
  }

  override async onOpen(): Promise<void> {
    const { contentEl } = this;
    this.setTitle('Verify audit log');
    markModal(this);
    const progress = contentEl.createEl('p', { attr: { role: 'status' } });
    const result = contentEl.createDiv('countersign-trail');
    const close = new ButtonComponent(new Setting(contentEl).controlEl).setButtonText('Close');
    close.onClick(() => {
      this.close();
    });
    const verified = await this.host.verify((text) => {
      progress.setText(text);
    });
    if (this.isClosed) return;
    if (verified.ok) this.draw(verified.value, progress, result);
    else progress.setText(sentencesOf(verified.error));
  }

  override onClose(): void {
    this.isClosed = true;
    this.contentEl.empty();
  }

  private draw(audits: readonly DeviceAudit[], progress: HTMLElement, result: HTMLElement): void {
    const bad = audits.filter(({ report }) => report.findings.length > 0);
    if (audits.length === 0)
      progress.setText('There is no audit log yet. It begins with the first action of a device.');
    else if (bad.length === 0) {
      const isAnchored = audits.every(({ report }) => report.anchored);
      progress.setText(
        isAnchored
          ? '✓ The audit log is whole: no line was changed, removed or added.'
          : '✓ Nothing wrong was found: every line follows from the one before it.',
      );
    } else {
      const [first] = bad;
      progress.setText(
        bad.length === 1 && first
          ? `✗ The audit log of ${showInvisible(first.device)} is not what was written. Somebody, a sync or a repair changed it.`
          : `✗ The audit logs of ${bad.length} devices are not what was written. Somebody, a sync or a repair changed them.`,
      );
    }
    for (const audit of audits) this.drawDevice(audit, result);
    if (bad.length > 0) {
      result.createEl('p', {
        text: 'Keep the files as they are. Compare them with a backup or with the history of your sync, from the first line named here on.',
      });
    }
  }

  private drawDevice({ device, report }: DeviceAudit, result: HTMLElement): void {
    const { lines, findings, torn, anchored } = report;
    const card = result.createDiv('countersign-note');
    const isGood = findings.length === 0;
    if (!isGood) card.addClass('countersign-is-problem');
    const whose = device === this.host.ownDevice ? `${device} (this device)` : device;
    card.createEl('strong', {
      text: `${isGood ? '✓' : '✗'} ${showInvisible(whose)}: ${counted(lines, 'line')}, ${
        isGood ? 'nothing wrong' : counted(findings.length, 'finding')
      }`,
    });
    card.createEl('p', {
      cls: 'countersign-quiet',
      text: anchored
        ? 'Anchored: compared line by line with this device’s ledger, which lies outside the vault.'
        : 'Not anchored: the lines fit one another. Only the device that wrote them can compare them with its ledger.',
    });
    list(card, findings);
    if (torn.length > 0) {
      card.createEl('p', {
        cls: 'countersign-quiet',
        text: 'Cut off by a crash, and no sign that anybody changed something:',
      });
      list(card, torn);
    }
  }
}

function list(container: HTMLElement, findings: readonly AuditFinding[]): void {
  if (findings.length === 0) return;
  const found = container.createEl('ul');
  for (const { path, line, message } of findings.slice(0, fewFindings)) {
    found.createEl('li', { text: showInvisible(`${path}, line ${line}: ${message}`) });
  }
  const more = findings.length - fewFindings;
  if (more > 0) found.createEl('li', { text: `… and ${more} more` });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
