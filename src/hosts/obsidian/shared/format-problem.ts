import type { Problem } from '../../../core/errors.js';

export function formatProblem({ message, advice, path, line }: Problem): string {
  const place = path === undefined ? '' : `${path}${line === undefined ? '' : `, line ${line}`}: `;
  return `${place}${message} ${advice}`;
}
