import type { NodeKind } from '../record-entry.js';

/** Edge types of the program Deciduous (schema/decision-graph.schema.json, version 1.0.0). */
export const edgeTypes = [
  'leads_to',
  'requires',
  'chosen',
  'rejected',
  'blocks',
  'enables',
] as const;
export type EdgeType = (typeof edgeTypes)[number];

export const kept = {
  id: 'graph id',
  changeId: 'change id',
  status: 'status',
  description: 'description',
  metadata: 'metadata',
  commit: 'commit',
  prompt: 'prompt',
  file: 'file',
  edge: 'edge from ',
} as const;

/** True when somebody could confuse an imported name with a name in `kept`. */
export function looksKept(name: string): boolean {
  const lettersOf = (text: string): string => text.replace(/[^a-z]/gu, '');
  const letters = lettersOf(name);
  return (
    letters.startsWith(lettersOf(kept.edge)) ||
    Object.values(kept).some((one) => lettersOf(one) === letters)
  );
}

export const importer = 'Import';

export const usualStatus = 'pending';

export const nodeTypes: ReadonlySet<string> = new Set<NodeKind>([
  ...(['goal', 'decision', 'option', 'action', 'outcome', 'observation'] as const),
]);

export interface EdgeWords {
  readonly type: EdgeType;
  readonly rationale: string;
  readonly weight: number;
}

/** Writes an edge as text, such as `leads_to (weight 0.5): It was quicker`. */
export function edgeWords({ type, rationale, weight }: EdgeWords): string {
  return `${type}${weight === 1 ? '' : ` (weight ${weight})`}${rationale === '' ? '' : `: ${rationale}`}`;
}

/** Reads what {@link edgeWords} wrote. Null if that fails. */
export function readEdgeWords(text: string): EdgeWords | null {
  const [, name, weight = '1', rationale = ''] =
    /^([a-z_]+)(?: \(weight (-?\d[\d.e+-]*)\))?(?:: (.+))?$/u.exec(text) ?? [];
  const type = edgeTypes.find((one) => one === name);
  return type && Number.isFinite(Number(weight))
    ? { type, rationale, weight: Number(weight) }
    : null;
}
