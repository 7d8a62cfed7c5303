import { readAuditLine } from '../core/audit/verify.js';
import { effectDigest } from '../core/request/digests.js';
import type { EarlierAttempt } from '../core/request/ledger-record.js';
import { parseRequest } from '../core/request/parse-request.js';
import type { AuditFile } from '../ports/audit-log.js';
import type { NoteStore } from '../ports/note-store.js';

/**
 * The calls that the audit files of all devices tell of. A new epoch begins with them: what was run by
 * a ledger that is gone, or by another device, is not run again without a question.
 */
export function attemptsInAudit(files: readonly AuditFile[]): readonly EarlierAttempt[] {
  const entries = files.flatMap((file) => file.lines.flatMap((line) => readAuditLine(line) ?? []));
  // Anybody can write an audit line: one that says “not executed” must not keep a question from being asked.
  const executed = new Set(
    entries.flatMap(({ event, request_id: id, outcome }) =>
      event === 'outcome' && outcome === 'executed' && id !== undefined ? [id] : [],
    ),
  );
  return entries.flatMap((entry) =>
    entry.event === 'intent' && entry.request_id !== undefined
      ? [
          {
            id: entry.request_id,
            plan: entry.plan_id ?? null,
            step: entry.step_id ?? null,
            effect: entry.effect ?? null,
            outcome: executed.has(entry.request_id) ? 'executed' : 'unknown',
          },
        ]
      : [],
  );
}

/** The executed requests in `Done/Actions`: all that is left where the audit files are lost too. */
export async function attemptsInNotes(
  store: Pick<NoteStore, 'list' | 'read'>,
  doneActions: string,
): Promise<readonly EarlierAttempt[]> {
  const attempts: EarlierAttempt[] = [];
  for (const { path } of await store.list(doneActions)) {
    const text = path.endsWith('.md') ? await store.read(path) : null;
    const request = text?.ok ? parseRequest(text.value, path).request : null;
    if (!request) continue;
    const { completion } = request.machine;
    attempts.push({
      id: request.requestId,
      plan: request.planId,
      step: request.stepId,
      effect: completion
        ? effectDigest({
            bridge_digest: completion.bridge_digest,
            tool: request.call.tool,
            arguments: request.call.arguments,
            files: completion.files,
          })
        : null,
      outcome: 'executed',
    });
  }
  return attempts;
}
