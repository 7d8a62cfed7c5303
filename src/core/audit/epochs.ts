import { readAuditLine, type AuditFileLines } from './verify.js';

/** An epoch, and the device whose audit file says that it began there. */
export interface BegunEpoch {
  readonly epoch: string;
  readonly device: string;
}

const fileForm = /(?:^|\/)(d-[a-z2-7]{10})-\d{4}-\d{2}\.jsonl$/;
const wordsForm = /^This device's ledger begins \((e-[a-z2-7]{10})\);/;

/** How the audit log tells that an epoch began. */
export function epochBegunWords(epoch: string, earlierActions: number): string {
  return `This device's ledger begins (${epoch}); it knows of ${earlierActions} earlier actions.`;
}

/** The epochs that audit files tell of. Anybody can write there: good for naming a device, for nothing else. */
export function epochsBegun(files: readonly AuditFileLines[]): readonly BegunEpoch[] {
  return files.flatMap(({ path, lines }) => {
    const device = fileForm.exec(path)?.[1];
    if (device === undefined) return [];
    return lines.flatMap((line) => {
      const entry = line.includes('"epoch_begun"') ? readAuditLine(line) : null;
      const epoch = entry?.event === 'epoch_begun' ? wordsForm.exec(entry.detail)?.[1] : undefined;
      return epoch === undefined ? [] : [{ epoch, device }];
    });
  });
}
