import type { Problem } from '../../../core/errors.js';

/** Returns a problem as one text: its place if known, the message and the advice. */
export function formatProblem({ message, advice, path, line }: Problem): string {
  const place = path === undefined ? '' : `${path}${line === undefined ? '' : `, line ${line}`}: `;
  return `${place}${message} ${advice}`;
}
