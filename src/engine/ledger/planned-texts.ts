import type { AuditEntry } from '../../core/audit/entry.js';
import { baseName } from '../../core/note/file-name.js';
import { sourceKey } from '../../core/task/source-link.js';

export interface PlannedText {
  readonly source: string;
  readonly planId: string;
  readonly brief: string | null;
}

export class PlannedTexts {
  /** Keyed by file name, because a note may have been moved. */
  private readonly byName = new Map<string, PlannedText[]>();

  apply({ event, from, plan_id: planId = '', brief }: AuditEntry): void {
    if ((event !== 'plan_created' && event !== 'plan_resumed') || from === undefined) return;
    const source = sourceKey(from);
    const texts = this.byName.get(baseName(source)) ?? [];
    this.byName.set(baseName(source), texts);
    texts.push({ source, planId, brief: brief ?? null });
  }

  named(path: string): readonly PlannedText[] {
    return this.byName.get(baseName(sourceKey(path))) ?? [];
  }
}
