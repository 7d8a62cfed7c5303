const work =
  /^(?:to[\s-]?dos?|tasks?|actions?(?:\s(?:items?|needed|required))?|next steps?|what to do|aufgaben?|zu tun|tareas?|à faire)$/iu;
const detail =
  /^(?:who|owner|assignee|assigned to|due|deadline|by when|until|when|wer|bis|quién|qui)$/iu;
const nothing = /^(?:[-–—\s]*|ok|none|n\/a|done)$/iu;

export class WorkTable {
  private columns: readonly string[] | null = null;

  /** Reads one row of a table, and returns its steps. The first row holds the headings. */
  stepsOfRow(line: string): readonly string[] {
    const cells = line
      .trim()
      .replace(/^\||\|$/gu, '')
      .split('|')
      .map((cell) => cell.trim());
    const { columns } = this;
    if (columns === null) {
      this.columns = cells;
      return [];
    }
    const find = (form: RegExp): number => columns.findIndex((column) => form.test(column));
    const at = Math.max(find(work), find(/^steps?$/iu));
    const what = cells[at] ?? '';
    if (nothing.test(what) || /^:?-+:?$/u.test(what)) return [];
    const of = at === 0 ? '' : `${cells[0] ?? ''}: `;
    const details = cells.filter(
      (cell, index) => index !== at && detail.test(columns[index] ?? '') && !nothing.test(cell),
    );
    return [`${of}${what}${details.length === 0 ? '' : ` (${details.join(', ')})`}`];
  }
}
