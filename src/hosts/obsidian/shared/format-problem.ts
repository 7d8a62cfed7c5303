import type { Problem } from '../../../core/errors.js';

/** A problem as text at a control. */
export function formatProblem({ message, advice, path, line }: Problem): string {
  const place = path === undefined ? '' : `${path}${line === undefined ? '' : `, line ${line}`}: `;
  return `${place}${message} ${advice}`;
}
