import type { Likeness } from '../task/brief-similarity.js';
import { showInvisible } from '../text/show-invisible.js';
import type { PlanSummary } from './summaries.js';

export interface SimilarPlan {
  readonly plan: PlanSummary;
  readonly likeness: Likeness & { readonly kind: 'same' | 'unclear' };
}

const longestNamed = 60;

export function formatSimilarPlan({ plan, likeness }: SimilarPlan): string {
  const { kind, onlyHere, onlyThere } = likeness;
  const like =
    kind === 'same'
      ? `This looks like the same work as ${plan.planId}: `
      : `You may already have a plan for this, ${plan.planId}: `;
  const differs = [
    ...(onlyHere.length > 0 ? [`only here: ${named(onlyHere)}`] : []),
    ...(onlyThere.length > 0 ? [`only there: ${named(onlyThere)}`] : []),
  ].join('; ');
  const difference =
    differs === '' ? '' : ` ${differs.charAt(0).toUpperCase()}${differs.slice(1)}.`;
  return showInvisible(
    `${like}“${plan.objective.slice(0, 200).replace(/\.$/, '').replace(/[“”]/gu, '"')}”.${difference}`,
  );
}

function named(words: readonly string[]): string {
  return words
    .map((word) => (word.length > longestNamed ? `${word.slice(0, longestNamed)}…` : word))
    .join(', ');
}
