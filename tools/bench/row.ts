import type { Spread } from './timing.js';

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly min: string;
  readonly median: string;
  readonly p99: string;
  /** What is wanted, in words; empty when nothing is promised. */
  readonly target: string;
  readonly verdict: 'met' | 'missed' | '';
}

/** A part of `npm run bench`, chosen by its name. */
export interface Benchmark {
  readonly name: string;
  readonly run: () => Promise<readonly Row[]>;
}

/** What is wanted of a figure. */
export interface Target {
  readonly text: string;
  readonly isMet: (spread: Spread) => boolean;
}

/** A row of durations in milliseconds. */
export function durationRow(what: string, spread: Spread, target?: Target): Row {
  return rowOf(what, spread, formatMilliseconds, target);
}

/** A row of factors. */
export function ratioRow(what: string, spread: Spread, target?: Target): Row {
  return rowOf(what, spread, (value) => `${value.toFixed(value < 10 ? 2 : 1)}×`, target);
}

/** A row of numbers with a unit. */
export function numberRow(what: string, spread: Spread, unit: string, target?: Target): Row {
  return rowOf(what, spread, (value) => `${formatNumber(value)} ${unit}`.trim(), target);
}

/** Wants the middle of the samples to be at most a limit, in the unit of the row. */
export function medianAtMost(limit: number, unit: string): Target {
  return { text: `median ≤ ${limit}${unit}`, isMet: ({ median }) => median <= limit };
}

/** Wants the middle of the samples below a limit in milliseconds. */
export function medianBelow(limitMs: number): Target {
  return {
    text: `median < ${formatMilliseconds(limitMs)}`,
    isMet: ({ median }) => median < limitMs,
  };
}

/** Wants the 99th percentile below a limit in milliseconds. */
export function p99Below(limitMs: number): Target {
  return { text: `p99 < ${formatMilliseconds(limitMs)}`, isMet: ({ p99 }) => p99 < limitMs };
}

function rowOf(
  what: string,
  spread: Spread,
  format: (value: number) => string,
  target?: Target,
): Row {
  return {
    what,
    min: format(spread.min),
    median: format(spread.median),
    p99: format(spread.p99),
    target: target?.text ?? '',
    verdict: target === undefined ? '' : target.isMet(spread) ? 'met' : 'missed',
  };
}

function formatMilliseconds(ms: number): string {
  if (ms < 0.995) return `${formatNumber(ms * 1000)} µs`;
  return ms < 1000 ? `${formatNumber(ms)} ms` : `${formatNumber(ms / 1000)} s`;
}

function formatNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);
}
