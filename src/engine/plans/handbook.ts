import { unlinkedText } from '../../core/text/inline-text.js';
import { handbookName, readHandbook, type HandbookRule } from '../../core/policy/handbook.js';
import type { Triage } from '../../core/policy/triage.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import type { Folders } from '../../core/settings/device-config.js';
import type { NoteStore } from '../../ports/note-store.js';

export async function readRules({
  notes,
  folders,
}: {
  readonly notes: Pick<NoteStore, 'read'>;
  readonly folders: Pick<Folders, 'plans'>;
}): Promise<readonly HandbookRule[]> {
  const { plans } = folders;
  const text = await notes.read(`${plans.slice(0, plans.lastIndexOf('/') + 1)}${handbookName}`);
  return text.ok ? readHandbook(text.value) : [];
}

export function formatRule({ priority, rule }: Triage): string {
  if (!rule) return '';
  return `priority ${priority} as line ${rule.line} of ${handbookName} says of “${showInvisible(unlinkedText(rule.word))}”`;
}
