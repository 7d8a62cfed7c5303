import type { AuditEntry } from '../../core/audit/entry.js';
import { baseName } from '../../core/note/file-name.js';
import { sourceKey } from '../../core/task/source-link.js';

/** A note that a plan was made of, or gone on with for. */
export interface PlannedText {
  /** The source that the plan named, in one spelling. */
  readonly source: string;
  readonly planId: string;
  /** The digest of what it said then; `null`: it is not on record. */
  readonly brief: string | null;
}

/** What plans were ever made of: a fold over a ledger's records. Finished ones are no longer in the index. */
export class PlannedTexts {
  /** By the name of the note alone: it may have been moved since. */
  private readonly byName = new Map<string, PlannedText[]>();

  apply({ event, from, plan_id: planId = '', brief }: AuditEntry): void {
    if ((event !== 'plan_created' && event !== 'plan_resumed') || from === undefined) return;
    const source = sourceKey(from);
    const texts = this.byName.get(baseName(source)) ?? [];
    this.byName.set(baseName(source), texts);
    texts.push({ source, planId, brief: brief ?? null });
  }

  /** All that were made of a note of this name, wherever it lay. */
  named(path: string): readonly PlannedText[] {
    return this.byName.get(baseName(sourceKey(path))) ?? [];
  }
}
