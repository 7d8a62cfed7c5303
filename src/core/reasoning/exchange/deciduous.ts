import type { NodeKind } from '../record-entry.js';

/** The names that Deciduous has for what an edge says (schema/decision-graph.schema.json, version 1.0.0). */
export const edgeTypes = [
  'leads_to',
  'requires',
  'chosen',
  'rejected',
  'blocks',
  'enables',
] as const;
export type EdgeType = (typeof edgeTypes)[number];

/** Under these names a record keeps what a graph says and a record has no place for. */
export const kept = {
  id: 'graph id',
  changeId: 'change id',
  status: 'status',
  description: 'description',
  metadata: 'metadata',
  commit: 'commit',
  prompt: 'prompt',
  file: 'file',
  /** And the id of the node that an edge comes from. */
  edge: 'edge from ',
} as const;

/** Whether a note of a file could be read as one of these: only the letters count. */
export function looksKept(name: string): boolean {
  const lettersOf = (text: string): string => text.replace(/[^a-z]/gu, '');
  const letters = lettersOf(name);
  return (
    letters.startsWith(lettersOf(kept.edge)) ||
    Object.values(kept).some((one) => lettersOf(one) === letters)
  );
}

/** The actor of what was imported; entries of agents and people that Countersign writes have others. */
export const importer = 'Import';

export const usualStatus = 'pending';

export const nodeTypes: ReadonlySet<string> = new Set<NodeKind>([
  ...(['goal', 'decision', 'option', 'action', 'outcome', 'observation'] as const),
]);

/** What an edge says beside the nodes that it joins. */
export interface EdgeWords {
  readonly type: EdgeType;
  readonly rationale: string;
  /** 1 is the usual one. */
  readonly weight: number;
}

/** `leads_to (weight 0.5): It was quicker`. */
export function edgeWords({ type, rationale, weight }: EdgeWords): string {
  return `${type}${weight === 1 ? '' : ` (weight ${weight})`}${rationale === '' ? '' : `: ${rationale}`}`;
}

/** Reads what {@link edgeWords} wrote; `null`: it is nothing of ours. */
export function readEdgeWords(text: string): EdgeWords | null {
  const [, name, weight = '1', rationale = ''] =
    /^([a-z_]+)(?: \(weight (-?\d[\d.e+-]*)\))?(?:: (.+))?$/u.exec(text) ?? [];
  const type = edgeTypes.find((one) => one === name);
  return type && Number.isFinite(Number(weight))
    ? { type, rationale, weight: Number(weight) }
    : null;
}
