import { describeProblem } from '../core/errors.js';
import type { Alert } from '../core/mission/summaries.js';
import type { EngineContext } from './context.js';
import { foreignPlanAlerts } from './foreign-plans.js';
import { readForeignNote } from './foreign-notes.js';
import { forgetItem, suggestionOf } from './suggestion.js';

/** Says what is to be said of one path: a broken note, a stray note in Approved, an item worth a plan. */
export async function reconcilePath(context: EngineContext, path: string): Promise<void> {
  context.alerts.replace(`path:${path}`, await alertsOf(context, path));
}

async function alertsOf(context: EngineContext, path: string): Promise<readonly Alert[]> {
  const entry = context.index.entryAt(path);
  const subject = `path:${path}`;
  switch (entry?.kind) {
    case 'broken': {
      const [problem] = entry.problems;
      if (!problem) return [];
      const more = entry.problems.length - 1;
      return [
        {
          subject,
          kind: 'invalid',
          text: `${describeProblem({ ...problem, path, advice: '' })}${more > 0 ? ` (and ${more} more)` : ''}`,
          advice: `${problem.advice} The note is left as it is.`,
          path,
        },
      ];
    }
    case 'foreign':
      return entry.place === 'rejected' ? [] : foreignAlerts(context, path);
    case 'other':
      if (entry.place === 'plans') return foreignPlanAlerts(context, path);
      return entry.place === 'approved'
        ? [
            {
              subject,
              kind: 'not_a_request',
              text: `${path} is not a request.`,
              advice: 'It is left alone; move it elsewhere if it should not lie there.',
              path,
            },
          ]
        : [];
    case 'item':
      return suggestionOf(context, path);
    default:
      forgetItem(context, path);
      return [];
  }
}

async function foreignAlerts(context: EngineContext, path: string): Promise<readonly Alert[]> {
  const foreign = await readForeignNote(context, path);
  if (!foreign) return [];
  const [problem] = foreign.problems;
  return [
    {
      subject: `path:${path}`,
      kind: 'foreign',
      text: `${path} is a request in another tool’s form, which is never run.`,
      advice: problem
        ? `${problem.message} ${problem.advice}`
        : 'Read in the panel how Countersign understands it, and press “Use this” if that is meant.',
      path,
    },
  ];
}
