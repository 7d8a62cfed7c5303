import type { DecisionGraph } from '../decision-graph.js';
import { toCanvas } from './to-canvas.js';
import { toDeciduous } from './to-deciduous.js';
import { toMermaid } from './to-mermaid.js';
import { toSql } from './to-sql.js';

const forms = { sql: toSql, canvas: toCanvas, mermaid: toMermaid, graph: toDeciduous } as const;

export type ExportFormat = keyof typeof forms;
export const exportFormats = Object.keys(forms) as readonly ExportFormat[];

export function isExportFormat(word: string): word is ExportFormat {
  return Object.hasOwn(forms, word);
}

export function exportGraph(graph: DecisionGraph, form: ExportFormat): string {
  return forms[form](graph);
}
