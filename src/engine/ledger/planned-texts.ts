import type { AuditEntry } from '../../core/audit/entry.js';
import { baseName } from '../../core/note/file-name.js';
import { sourceKey } from '../../core/task/source-link.js';

/** A note from which a plan was made, or because of which a plan was continued. */
export interface PlannedText {
  /** The note as a source, in its canonical spelling. */
  readonly source: string;
  readonly planId: string;
  /** The digest of the note's text at that time; null if it is not recorded. */
  readonly brief: string | null;
}

/** The notes from which plans were made, from the ledger's records. They include finished plans, which are not in the index. */
export class PlannedTexts {
  /** By file name alone, because the note may have been moved. */
  private readonly byName = new Map<string, PlannedText[]>();

  apply({ event, from, plan_id: planId = '', brief }: AuditEntry): void {
    if ((event !== 'plan_created' && event !== 'plan_resumed') || from === undefined) return;
    const source = sourceKey(from);
    const texts = this.byName.get(baseName(source)) ?? [];
    this.byName.set(baseName(source), texts);
    texts.push({ source, planId, brief: brief ?? null });
  }

  /** Returns all plans of notes with this file name, in any folder. */
  named(path: string): readonly PlannedText[] {
    return this.byName.get(baseName(sourceKey(path))) ?? [];
  }
}
