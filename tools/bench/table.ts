import type { Row } from './row.js';

const columns = ['what', 'min', 'median', 'p99', 'target', 'verdict'] as const;
const rightAligned: ReadonlySet<string> = new Set(['min', 'median', 'p99']);

/** The rows as a Markdown table whose columns also line up in a terminal. */
export function formatTable(rows: readonly Row[]): string {
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const pad = (text: string, column: string, width: number): string =>
    rightAligned.has(column) ? text.padStart(width) : text.padEnd(width);
  const rule = columns.map((column, at) => {
    const dashes = '-'.repeat((widths[at] ?? 0) - 1);
    return rightAligned.has(column) ? `${dashes}:` : `-${dashes}`;
  });
  return [
    line(columns.map((column, at) => pad(column, column, widths[at] ?? 0))),
    line(rule),
    ...rows.map((row) =>
      line(columns.map((column, at) => pad(row[column], column, widths[at] ?? 0))),
    ),
  ].join('\n');
}
