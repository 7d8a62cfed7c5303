import { inlineText } from '../text/inline-text.js';
import { applyEdits, type Edit } from '../text/edit.js';
import { setField } from '../note/front-matter/front-matter.js';
import { lineAt, lineEndOf } from '../text/lines.js';
import { readMachineLine, setMachineLine } from '../note/machine-line.js';
import { scanBody } from '../note/structure.js';
import { isAnswerLine } from './answer-line.js';
import { earlierForms } from './earlier-sections.js';
import { editedParts, type EditedPart } from './edited-since.js';
import { machineFieldsToJson } from './machine-fields.js';
import {
  doneLines,
  formatEditedPart,
  happenedSection,
  lateSection,
  outcomeSection,
  type LateNotice,
  type OutcomeNotice,
  type WordNotice,
} from './outcome-section.js';
import type { Outcome } from './outcome/decide-outcome.js';
import type { ActionRequest, Preparation, MachineFields, RequestStatus } from './request.js';

export const waitingCallout = '> [!todo] Waiting for you';
const bannerStart = '> [!warning] Countersign:';
const calloutLines = /^> (?:Plan: \[\[[^[\]]*\]\]|\d{4}-\d\d-\d\dT\S+Z)$/;

const checkLine =
  '> Check with the recipient or the service, then answer in Countersign: it happened, or it did not.';

export function withPreparation(request: ActionRequest, preparation: Preparation): string {
  const fields = machineFieldsToJson({ ...request.machine, preparation });
  return applyEdits(request.text, setMachineLine(request.text, fields));
}

export function withStamp(
  request: ActionRequest,
  stamp: string,
  confirms: readonly string[] | null,
): string {
  const fields = machineFieldsToJson({ ...request.machine, confirms, stamp });
  return applyEdits(request.text, setMachineLine(request.text, fields));
}

export function withoutStamp(text: string): string {
  const machineLine = readMachineLine(text);
  if (!machineLine.ok || machineLine.value?.value['stamp'] === undefined) return text;
  const { stamp: _, ...fields } = machineLine.value.value;
  return applyEdits(text, setMachineLine(text, fields));
}

export function withStatus(request: ActionRequest, status: RequestStatus): string {
  return applyEdits(request.text, statusEdits(request, status));
}

export interface ReturnNotice {
  readonly successor: string;
  readonly status: RequestStatus;
  readonly reason: string;
  readonly at: string;
  readonly outcome?: OutcomeNotice;
}

/** Returns the note as it goes back to Pending (docs/gate.md, "Returned"). */
export function asReturned(
  request: ActionRequest,
  notice: ReturnNotice,
  told: readonly string[] = [],
): string {
  const { text, frontMatter, machine } = request;
  const { outcome } = notice;
  const mayHaveHappened = notice.status === 'outcome_unknown';
  return applyEdits(text, [
    ...setField(text, frontMatter, 'request_id', notice.successor),
    ...setField(text, frontMatter, 'supersedes', request.requestId),
    ...statusEdits(request, notice.status),
    ...calloutEdits(
      request,
      [
        `${bannerStart} ${inlineText(formatReturn(notice.reason, outcome?.edited, outcome?.outcome.kind))}`,
        ...(mayHaveHappened ? [checkLine] : []),
        `> ${notice.at}`,
      ],
      mayHaveHappened,
      told,
    ),
    ...(outcome ? sectionEdits(request, outcomeSection(outcome)) : []),
    ...machineEdits(request, { preparation: machine.preparation, confirms: null, stamp: null }),
  ]);
}

function formatReturn(reason: string, edited?: EditedPart | null, kind?: Outcome['kind']): string {
  if (!edited || !kind) return reason;
  return `${reason} ${formatEditedPart(edited, kind)} Approving it again runs the block as it is now.`;
}

function formatNotHappened(attemptId: string): string {
  return `You said that ${attemptId} did not happen. Approving it runs it again.`;
}

export function asExecuted(
  request: ActionRequest,
  notice: OutcomeNotice,
  told: readonly string[] = [],
): string {
  const title = notice.isPractice
    ? '> [!success] Practice only: nothing left this vault'
    : '> [!success] Executed';
  const edited =
    notice.edited === undefined ? [] : [`> ${formatEditedPart(notice.edited, 'executed')}`];
  const lines = [title, ...linesOf(request, notice, notice.outcome.reason), ...edited];
  return asDone(request, lines, outcomeSection(notice), told);
}

function linesOf(
  { targetRecipient: recipient }: ActionRequest,
  { sent, at }: WordNotice,
  reason: string,
): readonly string[] {
  return doneLines(sent, { recipient, at, reason });
}

function asDone(
  request: ActionRequest,
  lines: readonly string[],
  section: readonly string[],
  told: readonly string[],
): string {
  return applyEdits(request.text, [
    ...statusEdits(request, 'executed'),
    ...calloutEdits(request, lines, true, told),
    ...sectionEdits(request, section),
  ]);
}

export function tellsHappened(request: ActionRequest, notice: WordNotice): boolean {
  return [false, true].some((isChanged) =>
    [happenedSection, earlierForms.happened].some((form) =>
      holdsSection(request, form({ ...notice, isChanged })),
    ),
  );
}

export function asHappened(
  request: ActionRequest,
  notice: WordNotice,
  told: readonly string[] = [],
): string {
  const said = linesOf(request, notice, 'No server confirmed it.');
  const lines = ['> [!success] Executed, on your word', ...said];
  return asDone(request, lines, happenedSection(notice), told);
}

export function asNotHappened(
  request: ActionRequest,
  { attemptId, at }: WordNotice,
  told: readonly string[] = [],
): string {
  const words = formatNotHappened(attemptId);
  return applyEdits(request.text, [
    ...statusEdits(request, 'pending'),
    ...calloutEdits(request, [`${bannerStart} ${inlineText(words)}`, `> ${at}`], false, told),
  ]);
}

/** Adds an answer that came after the call was given up. Null if the note has it already. */
export function withLateAnswer(request: ActionRequest, notice: LateNotice): string | null {
  const section = lateSection(notice);
  return [section, earlierForms.late(notice)].some((form) => holdsSection(request, form))
    ? null
    : applyEdits(request.text, sectionEdits(request, section));
}

export function asArchived(
  request: ActionRequest,
  status: RequestStatus,
  reason: string,
  at: string,
  told: readonly string[] = [],
): string {
  return applyEdits(request.text, [
    ...statusEdits(request, status),
    ...calloutEdits(request, [`${bannerStart} ${inlineText(reason)}`, `> ${at}`], true, [
      ...told,
      reason,
    ]),
  ]);
}

const rejectedBanner = `${bannerStart} Rejected: `;

/** Returns the reason in the note of a rejected request. Null if there is none. */
export function rejectionReason({ text, status, frontMatter }: ActionRequest): string | null {
  if (status !== 'rejected') return null;
  let line = lineAt(text, frontMatter.bodyStart);
  while (line.end < line.next && text.slice(line.start, line.end).trim() === '')
    line = lineAt(text, line.next);
  const first = text.slice(line.start, line.end);
  const words = first.startsWith(rejectedBanner) ? first.slice(rejectedBanner.length).trim() : '';
  return words === '' ? null : words;
}

function statusEdits(request: ActionRequest, status: RequestStatus): Edit[] {
  return setField(request.text, request.frontMatter, 'status', status);
}

function calloutEdits(
  request: ActionRequest,
  lines: readonly string[],
  ended: boolean,
  told: readonly string[],
): Edit[] {
  const { text } = request;
  const eol = lineEndOf(text);
  let start = request.frontMatter.bodyStart;
  for (let line = lineAt(text, start); line.end < line.next; line = lineAt(text, start)) {
    if (text.slice(line.start, line.end).trim() !== '') break;
    start = line.next;
  }
  let end = start;
  for (const known of ended ? [bannerStart, waitingCallout] : [bannerStart]) {
    if (isCallout(text, end, known)) end = calloutEnd(text, end);
  }
  const callout = lines.map((line) => line + eol).join('');
  const words = wordsOfOthers(request, start, told);
  // With `> …` in front, the words cannot become a callout or a code block.
  const kept = words === '' ? '' : `> … ${words}${eol}${eol}`;
  return [{ at: start, remove: end - start, insert: `${callout}${eol}${kept}` }];
}

/** Returns what somebody else wrote into the first line of Countersign's callout. */
function wordsOfOthers(
  { text, supersedes, machine }: ActionRequest,
  at: number,
  told: readonly string[],
): string {
  if (!isCallout(text, at, bannerStart)) return '';
  const words = text.slice(at + bannerStart.length, lineAt(text, at).end).trim();
  const attempts = [...(machine.preparation?.attempts ?? []), supersedes ?? ''];
  const ours = [...told, ...attempts.map(formatNotHappened)].flatMap((reason) =>
    editedParts.flatMap((part) =>
      (['unknown', 'not_executed'] as const).map((kind) =>
        inlineText(formatReturn(reason, part, kind)).trim(),
      ),
    ),
  );
  const known = ours.map((form) => (words.startsWith(form) ? form.length : 0));
  return words.slice(Math.max(0, ...known)).trim();
}

function isCallout(text: string, at: number, known: string): boolean {
  const line = text.slice(at, lineAt(text, at).end).trimEnd();
  return known === waitingCallout ? line === known : line.startsWith(known);
}

function calloutEnd(text: string, start: number): number {
  let end = lineAt(text, start).next;
  for (let line = lineAt(text, end); line.start < text.length; line = lineAt(text, end)) {
    const content = text.slice(line.start, line.end);
    if (content.trim() === '') return line.next;
    if (!isOwnLine(content)) break;
    end = line.next;
  }
  return end;
}

function isOwnLine(line: string): boolean {
  const isAnswer = line.startsWith('> ') && isAnswerLine(line.slice(2));
  return isAnswer || line === checkLine || calloutLines.test(line);
}

function machineEdits(request: ActionRequest, fields: MachineFields): Edit[] {
  const machineLine = readMachineLine(request.text);
  const isAbsent = machineLine.ok && machineLine.value === null;
  return isAbsent ? [] : setMachineLine(request.text, machineFieldsToJson(fields));
}

/** True when the note has the section that reports this outcome. */
export function tellsOutcome(
  request: ActionRequest,
  notice: Omit<OutcomeNotice, 'edited'>,
): boolean {
  return editedParts.some((edited) =>
    [outcomeSection, earlierForms.outcome].some((form) =>
      holdsSection(request, form({ ...notice, ...(edited ? { edited } : {}) })),
    ),
  );
}

function holdsSection({ text, frontMatter }: ActionRequest, section: readonly string[]): boolean {
  const wanted = section.slice(0, -1);
  const lines = scanBody(text, frontMatter.bodyStart);
  return lines.some(
    ({ heading }, from) =>
      heading !== null && wanted.every((line, at) => lines[from + at]?.text === line),
  );
}

function sectionEdits({ text }: ActionRequest, section: readonly string[]): Edit[] {
  const eol = lineEndOf(text);
  const machineLine = readMachineLine(text);
  const at = machineLine.ok && machineLine.value ? machineLine.value.start : text.length;
  const lead = text.endsWith('\n', at) ? '' : eol;
  return [{ at, remove: 0, insert: lead + section.map((line) => line + eol).join('') }];
}
