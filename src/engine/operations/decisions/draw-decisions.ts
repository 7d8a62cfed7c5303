import { fail, ok, type Result } from '../../../core/errors.js';
import { toCanvas } from '../../../core/reasoning/exchange/to-canvas.js';
import { toMermaid } from '../../../core/reasoning/exchange/to-mermaid.js';
import { writeUp } from '../../../core/reasoning/write-up.js';
import { contractFolderOf } from '../../../core/settings/folders.js';
import { showTemplates } from '../../../core/text/show-invisible.js';
import type { Operation, OperationContext } from '../shared/operation.js';
import { readRecord } from './read-record.js';

export interface DrawDecisionsInput {
  readonly planId: string;
  /** The path of a new `.canvas` or `.md` file. */
  readonly to: string;
  readonly as?: 'words';
}

/** Draws or describes decisions in a new file. Returns the number of problems in the record. */
export const drawDecisions: Operation<DrawDecisionsInput, number> = async (
  context,
  { planId, to, as },
) => {
  const place = checkPlace(context, to);
  if (!place.ok) return place;
  const record = await readRecord(context, planId);
  if (!record.ok) return record;
  const { queries, problems } = record.value;
  const text = as
    ? writeUp(queries.graph)
    : to.endsWith('.md')
      ? `\`\`\`mermaid\n${toMermaid(queries.graph)}\`\`\`\n`
      : toCanvas(queries.graph);
  const created = await context.notes.create(to, to.endsWith('.md') ? showTemplates(text) : text);
  return created.ok ? ok(problems.length) : created;
};

function checkPlace({ folders }: OperationContext, to: string): Result<void> {
  if (!/\.(?:canvas|md)$/u.test(to))
    return fail('input_invalid', 'The name must end with .canvas or .md.', 'Change the name.');
  const folder = contractFolderOf(folders, to);
  if (folder === null || folder === 'logs') return ok(undefined);
  const message = `${folders[folder]} is for plans and requests only.`;
  return fail('path_not_allowed', message, 'Name another folder.');
}
