import { scanStructure } from '../note/structure.js';
import type { Plan, Step } from './plan.js';
import { readSteps } from './read-steps.js';

/** What of a plan may end its requests. */
export interface EndingPlan extends Pick<Plan, 'taskId'> {
  readonly status: string;
  readonly steps: readonly Pick<Step, 'position' | 'id' | 'text' | 'gated' | 'done'>[];
}

/** What may hide the lines below it, where it is never closed. */
const opening = /^[ \t]*(?:`{3,}|~{3,}|%%|<!--|---[ \t]*$).*$/gmu;
const statusLine = /^[ \t]*status[ \t]*:[ \t]*["']?([a-z]+)/gimu;

/**
 * What a plan note that cannot be read still says: whether it has ended, and its steps, which are read as those of any
 * plan. Good enough to take a request away by, and for nothing else.
 */
export function readUnreadPlan(text: string, taskId: string): EndingPlan {
  const said = [...text.matchAll(statusLine)].map(([, word = '']) => word.toLowerCase());
  const end = ['Cancelled', 'Done'].find((status) => said.includes(status.toLowerCase()));
  const { lines } = scanStructure(text.replace(opening, ''), 0);
  return { taskId, status: end ?? '', steps: readSteps(lines, 1, '').steps };
}
