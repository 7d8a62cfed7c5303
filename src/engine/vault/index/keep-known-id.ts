import type { Problem } from '../../../core/errors.js';
import type { IndexEntry } from './read-entry.js';

type BrokenEntry = Extract<IndexEntry, { kind: 'broken' }>;
type Identity = Pick<BrokenEntry, 'of' | 'id'>;

/** A note that becomes unreadable keeps its earlier id. */
export function stillThere(
  entry: IndexEntry | null,
  path: string,
  before: IndexEntry | undefined,
): IndexEntry | null {
  const was = before && identityOf(before);
  if (!was) return entry;
  if (entry?.kind === 'broken' && entry.id === null) return { ...entry, ...was };
  if (entry?.kind !== 'other') return entry;
  return { kind: 'broken', path, ...was, problems: [noLonger(was, path)] };
}

function identityOf(entry: IndexEntry): Identity | null {
  switch (entry.kind) {
    case 'plan':
      return { of: 'plan', id: entry.plan.planId };
    case 'request':
      return { of: 'request', id: entry.request.requestId };
    case 'external':
      return entry.id === null ? null : { of: 'request', id: entry.id };
    case 'broken':
      return entry.id === null ? null : { of: entry.of, id: entry.id };
    default:
      return null;
  }
}

function noLonger({ of, id }: Identity, path: string): Problem {
  return {
    code: 'note_changed',
    message: `This note was ${of} ${id}, and no longer reads as one.`,
    advice: 'Bring its text back, or remove the note.',
    path,
  };
}
