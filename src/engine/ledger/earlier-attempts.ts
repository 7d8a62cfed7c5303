import { CountersignError, fail, type Problem } from '../../core/errors.js';
import type { AuditEntry } from '../../core/audit/entry.js';
import { claimIn, deviceOfFile, mayClaim } from '../../core/audit/epochs.js';
import { readAuditLine, type AuditFileLines } from '../../core/audit/verify.js';
import { effectsOf } from '../../core/request/action/digests.js';
import type { EarlierAttempt } from '../../core/ledger/ledger-record.js';
import { isRequestId } from '../../core/request/request-fields.js';
import { parseRequest } from '../../core/request/parse-request.js';
import type { AuditFile } from '../../ports/audit-log.js';
import type { NoteStore } from '../../ports/note-store.js';

const tellingForm = /"event":"(?:intent|outcome)"/;
const preparingForm = /"event":"completed"/;
const endingForm = /"event":"re(?:jected|turned)"/;
const permissionForm = /"event":"permission_(?:given|ended)"/;
const mostIds = 5_000;
const linesAtOnce = 2_000;

const forms = [tellingForm, preparingForm, endingForm, permissionForm];

/** True when an audit line may say something that another ledger must know. */
export function mayMatter(line: string): boolean {
  return mayClaim(line) || forms.some((form) => form.test(line));
}

/** Parses audit files without blocking other work for long. */
export async function readInParts<T extends AuditFileLines>(
  files: readonly T[],
  rest: () => Promise<void>,
): Promise<readonly T[]> {
  let count = 0;
  const read: T[] = [];
  for (const file of files) {
    const entries: (AuditEntry | null)[] = [];
    const told = new Set<string>();
    for (const line of file.lines) {
      const matters = mayMatter(line);
      const entry = matters ? readAuditLine(line) : null;
      const call = entry && tellingForm.test(line) ? callOf(entry) : null;
      entries.push(call !== null && told.has(call) ? null : entry);
      if (call !== null) told.add(call);
      if (!matters) continue;
      count += 1;
      if (count % linesAtOnce === 0) await rest();
    }
    read.push({ ...file, entries });
  }
  return read;
}

function callOf(entry: AuditEntry): string {
  const { event, request_id, plan_id, step_id, effect, call, outcome, hash } = entry;
  const line = event === 'intent' ? null : hash;
  return JSON.stringify([event, request_id, plan_id, step_id, effect, call, outcome, line]);
}

export function attemptsInAudit(files: readonly AuditFileLines[]): readonly EarlierAttempt[] {
  const entries = files.flatMap(({ path: file, lines, entries: known }) =>
    lines.flatMap((line, at) => {
      if (!tellingForm.test(line)) return [];
      const entry = known ? known[at] : readAuditLine(line);
      // Screens must not show arbitrary text as an id.
      return entry && isRequestId(entry.request_id) ? { ...entry, id: entry.request_id, file } : [];
    }),
  );
  // After a forged “not executed”, no person would be asked about the call. So only `executed` is
  // believed.
  const executed = new Map<string, string>();
  for (const { event, id, outcome, hash, file } of entries) {
    if (event !== 'outcome' || outcome !== 'executed') continue;
    for (const key of [id, inFile(id, file)]) if (!executed.has(key)) executed.set(key, hash);
  }
  const told = new Set<string>();
  const begun = entries.flatMap((entry): EarlierAttempt[] => {
    const { event, id, file } = entry;
    if (event !== 'intent') return [];
    const line = executed.get(inFile(id, file)) ?? executed.get(id);
    if (line !== undefined) told.add(`${id} ${line}`);
    return [
      {
        id,
        plan: textOf(entry.plan_id),
        step: textOf(entry.step_id),
        effect: textOf(entry.effect),
        ...(typeof entry.call === 'string' ? { call: entry.call } : {}),
        outcome: line === undefined ? 'unknown' : 'executed',
        file,
        ...(line === undefined ? {} : { line }),
      },
    ];
  });
  const ended = entries.flatMap((entry): EarlierAttempt[] => {
    const { event, id, outcome, hash: line, file } = entry;
    if (event !== 'outcome' || outcome !== 'executed') return [];
    if (told.has(`${id} ${line}`)) return [];
    return [{ id, plan: null, step: null, effect: null, outcome, file, line }];
  });
  return [...begun, ...ended];
}

/** Returns the digests of permissions in audit files. A new ledger accepts none of them. */
export function endedPermissionsIn(files: readonly AuditFileLines[]): readonly string[] {
  const digests = files.flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const entry = permissionForm.test(line) ? readAuditLine(line) : null;
      const tells = entry?.event === 'permission_given' || entry?.event === 'permission_ended';
      return tells ? (textOf(entry.permission?.digest) ?? []) : [];
    }),
  );
  return [...new Set(digests)];
}

function textOf(field: unknown): string | null {
  return typeof field === 'string' ? field : null;
}

function inFile(id: string, file: string): string {
  return `${file}\n${id}`;
}

export function preparedInAudit(files: readonly AuditFile[]): readonly string[] {
  const ids = files.flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const entry = preparingForm.test(line) ? readAuditLine(line) : null;
      const isTold = entry?.event === 'completed' && isRequestId(entry.request_id);
      return isTold ? entry.request_id : [];
    }),
  );
  return [...new Set(ids)].slice(-mostIds);
}

export function rejectedInAudit(files: readonly AuditFile[]): readonly string[] {
  const epochs = new Map<string, string>();
  const prepared = new Set<string>();
  const rejected = new Map<string, string>();
  const others = new Set<string>();
  for (const { path, lines } of files) {
    const device = deviceOfFile(path) ?? path;
    for (const line of lines) {
      const entry = mayMatter(line) ? readAuditLine(line) : null;
      const claim = entry && claimIn(entry, device);
      if (claim) epochs.set(device, claim.epoch);
      if (!entry || !isRequestId(entry.request_id)) continue;
      const { event, request_id: id } = entry;
      const key = `${epochs.get(device)} ${id}`;
      if (event === 'completed') prepared.add(key);
      else if (event !== 'rejected') others.add(id);
      else if (prepared.has(key)) rejected.set(key, id);
    }
  }
  return [...rejected].flatMap(([key, id]) => (others.has(id) ? [] : key)).slice(-mostIds);
}

export async function attemptsInNotes(
  store: Pick<NoteStore, 'list' | 'read'>,
  doneActions: string,
): Promise<readonly EarlierAttempt[]> {
  const attempts: EarlierAttempt[] = [];
  const refuse = (_folder: string, { message, advice }: Problem): never => {
    throw new CountersignError(fail('audit_read_failed', message, advice).error);
  };
  for (const { path } of await store.list(doneActions, refuse)) {
    const text = path.endsWith('.md') ? await store.read(path) : null;
    attempts.push(...(text?.ok ? attemptsInNote(text.value, path) : []));
  }
  return attempts;
}

export function attemptsInNote(text: string, path: string): readonly EarlierAttempt[] {
  const { request } = parseRequest(text, path);
  if (!request) return [];
  const { preparation } = request.machine;
  const [effect, call] = preparation ? effectsOf(request.call, preparation) : [null];
  return [
    {
      id: request.requestId,
      plan: request.planId,
      step: request.stepId,
      effect,
      ...(call === undefined ? {} : { call }),
      outcome: request.status === 'executed' ? 'executed' : 'unknown',
      file: path,
    },
  ];
}
