import { readInstant } from '../../../core/time.js';
import type { PlanSummary, StepSummary } from '../../../core/mission/summaries.js';
import type {
  NoteMetadata,
  MetadataBox,
  MetadataHeading,
} from '../../../core/note/note-metadata.js';
import { headerOf } from '../../../core/plan/plan-header.js';
import { PLAN_SECTIONS } from '../../../core/plan/plan-sections.js';
import type { ContractFolder } from '../../../core/settings/folders.js';
import type { IndexEntry } from './read-entry.js';

const names: readonly string[] = PLAN_SECTIONS.map((title) => title.toLowerCase());
const mostSteps = 1_000;

/** Returns an index entry from a note's metadata; null if the note must be read. */
export function readMetadata(
  path: string,
  place: ContractFolder,
  metadata: NoteMetadata,
): IndexEntry | null {
  if (place === 'inbox' || place === 'needsAction') return { kind: 'item', path };
  if (place !== 'plans') return null;
  const plan = readFinishedPlan(path, metadata);
  return plan === null ? null : { kind: 'plan', path, plan };
}

function readFinishedPlan(path: string, metadata: NoteMetadata): PlanSummary | null {
  const header = headerOf(textsOf(metadata));
  if (header === null || (header.status !== 'Done' && header.status !== 'Cancelled')) return null;
  const { blocked_reason: reason = null } = metadata.properties;
  const steps = stepsOf(metadata);
  if (steps === null || (reason !== null && typeof reason !== 'string')) return null;
  return {
    path,
    planId: header.taskId,
    sourceLink: header.sourceLink,
    createdMs: readInstant(header.createdDate)?.ms ?? 0,
    priority: header.priority,
    status: header.status,
    blockedReason: header.blockedReason,
    objective: '',
    steps,
    doneSteps: steps.filter(({ done }) => done).length,
    warned: false,
    current: null,
    checkpoint: null,
  };
}

function textsOf({ properties }: NoteMetadata): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(properties).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  );
}

function stepsOf({ headings, boxes }: NoteMetadata): readonly StepSummary[] | null {
  const sections = headings.filter(isSection);
  const order = sections.map(({ text }) => text.toLowerCase());
  const roadmap = sections[names.indexOf('roadmap')];
  if (order.join('\n') !== names.join('\n') || roadmap === undefined) return null;
  const next = headings.find(
    (other) => other.line > roadmap.line && (isSection(other) || other.level <= roadmap.level),
  );
  const steps = boxes.filter(
    ({ line, nested }) => !nested && line > roadmap.line && line < (next?.line ?? Infinity),
  );
  const ids = steps.flatMap(({ id }) => id?.toLowerCase() ?? []);
  const isUsual = steps.every(({ mark }) => [' ', 'x', 'X'].includes(mark));
  if (!isUsual || new Set(ids).size < ids.length || steps.length > mostSteps) return null;
  return steps.map(toStep);
}

function isSection({ level, text }: MetadataHeading): boolean {
  return level <= 3 && names.includes(text.toLowerCase());
}

function toStep({ id, mark }: MetadataBox, index: number): StepSummary {
  return { position: index + 1, id, text: '', done: mark !== ' ', gated: false, after: null };
}
