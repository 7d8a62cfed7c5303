import type { Plan, Step } from './plan.js';

/** What of a plan may end its requests. */
export interface EndingPlan extends Pick<Plan, 'taskId'> {
  readonly status: string;
  readonly steps: readonly Pick<Step, 'position' | 'id' | 'text' | 'gated' | 'done'>[];
}

const step =
  /^[ \t]*\d{1,9}[.)][ \t]+\[([ xX])\][ \t]+(\u270b\ufe0f?[ \t]*)?(.*?)(?:[ \t]+\^([\w-]+))?[ \t]*$/gmu;

/**
 * What a plan note that cannot be read still says: its status and its steps. Good enough to take a request away by,
 * and for nothing else.
 */
export function readUnreadPlan(text: string, taskId: string): EndingPlan {
  const [, status = ''] = /^status[ \t]*:[ \t]*["']?([A-Za-z]+)/mu.exec(text) ?? [];
  const steps = [...text.matchAll(step)].map(([, box, mark, words = '', id], at) => ({
    position: at + 1,
    id: id ?? null,
    text: words,
    gated: mark !== undefined,
    done: box !== ' ',
  }));
  return { taskId, status, steps };
}
