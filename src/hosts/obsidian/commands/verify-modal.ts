import { ButtonComponent, Modal, Setting, type App } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import type { AuditFinding } from '../../../core/audit/verify.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { DeviceAudit } from '../../../engine/operations/verify-audit.js';
import { addMark } from '../shared/mark-icon.js';
import { markModal } from '../shared/mark-modal.js';
import { formatProblem } from '../shared/format-problem.js';

const fewFindings = 50;

export interface VerifyHost {
  readonly ownDevice: string | null;
  readonly formatDevice: (device: string) => string;
  verify(tell: (progress: string) => void): Promise<Result<readonly DeviceAudit[]>>;
}

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
    else progress.setText(formatProblem(verified.error));
  }

  override onClose(): void {
    this.isClosed = true;
    this.contentEl.empty();
  }

  private draw(audits: readonly DeviceAudit[], progress: HTMLElement, result: HTMLElement): void {
    const bad = audits.filter(({ report }) => report.findings.length > 0);
    if (audits.length === 0) progress.setText('No audit log yet. It starts with the first action.');
    else if (bad.length === 0) {
      const isAnchored = audits.every(({ report }) => report.anchored);
      progress.empty();
      addMark(progress, 'good');
      progress.createSpan({
        text: isAnchored
          ? 'Audit log verified: no line was changed, removed or added.'
          : 'Audit log consistent: every line follows from the one before it.',
      });
    } else {
      const [first] = bad;
      progress.empty();
      addMark(progress, 'bad');
      progress.createSpan({
        text:
          bad.length === 1 && first
            ? `The audit log of ${showInvisible(this.host.formatDevice(first.device))} was changed after it was written, by a person, a sync or a repair.`
            : `The audit logs of ${bad.length} devices were changed after they were written, by a person, a sync or a repair.`,
      });
    }
    for (const audit of audits) this.drawDevice(audit, result);
    if (bad.length > 0) {
      result.createEl('p', {
        text: 'Don’t change the files. Compare them with a backup or your sync history, from the first line listed here.',
      });
    }
  }

  private drawDevice({ device, report }: DeviceAudit, result: HTMLElement): void {
    const { lines, findings, torn, anchored } = report;
    const card = result.createDiv('countersign-note');
    const isGood = findings.length === 0;
    if (!isGood) card.addClass('countersign-is-problem');
    const { ownDevice, formatDevice } = this.host;
    const whose =
      device === ownDevice ? `${formatDevice(device)} (this device)` : formatDevice(device);
    const heading = card.createEl('strong');
    addMark(heading, isGood ? 'good' : 'bad');
    heading.createSpan({
      text: `${showInvisible(whose)}: ${counted(lines, 'line')}, ${
        isGood ? 'OK' : counted(findings.length, 'finding')
      }`,
    });
    card.createEl('p', {
      cls: 'countersign-quiet',
      text: anchored
        ? 'Compared line by line with this device’s ledger, which is outside the vault.'
        : 'Consistent (no ledger on this computer to compare with). Only the device that wrote these lines has it.',
    });
    list(card, findings);
    if (torn.length > 0) {
      card.createEl('p', {
        cls: 'countersign-quiet',
        text: 'Damaged, as a crash leaves lines; no sign of tampering by itself:',
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
