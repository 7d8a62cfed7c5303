import type { DeviceConfig } from '../../../../../src/core/settings/device-config.js';
import type { Verdict } from '../../../../../src/engine/gate/verdict.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  approve,
  inApproved,
  look,
  planned,
  rewrite,
  type Bench,
  type BenchOptions,
} from '../../../../support/engine/gate-bench.js';

/** What the gate is shown, what it must do, and what then leads to exactly one call. */
export interface VerdictCase extends BenchOptions {
  /** Brings a request into Approved; the value is its path there. */
  readonly arrange: (bench: Bench) => Promise<string>;
  readonly does: Verdict['do'];
  readonly says: RegExp;
  /** Calls that `arrange` itself makes. */
  readonly callsBefore?: number;
  /** Whether the plan can tell of a return. */
  readonly withoutPlan?: true;
  readonly status?: string;
  /**
   * The right next gesture. For a returned request it gets the path of the note in Pending; without it
   * the note is approved there again.
   */
  readonly next?: (bench: Bench, path: string) => Promise<void>;
  /** Nothing can make this request run any more. */
  readonly final?: true;
}

/** The plan of the requests here. */
export const plan = 'Plans/PLAN-2026-001.md';
/** Settings of an executor that takes every move as an approval. */
export const trusting = { trustMoves: true };

/** The request of step 2, approved. */
export async function approvedMail(bench: Bench): Promise<string> {
  const path = await planned(bench);
  await approve(bench, path);
  return inApproved(path);
}

/** The request of step 2, approved after `change`. */
export function approvedAfter(change: (bench: Bench) => void): (bench: Bench) => Promise<string> {
  return async (bench) => {
    const path = await planned(bench);
    change(bench);
    await approve(bench, path);
    return inApproved(path);
  };
}

/** The request of step 2, approved with a stamp made otherwise. */
export function approvedWith(
  options: (bench: Bench) => Parameters<typeof approve>[2],
): (bench: Bench) => Promise<string> {
  return async (bench) => {
    const path = await planned(bench);
    await approve(bench, path, options(bench));
    return inApproved(path);
  };
}

/** Changes the safety settings, as a person on this device. */
export function configure(bench: Bench, change: Partial<DeviceConfig>): void {
  bench.world.config = { ...bench.world.config, ...change };
}

/** Changes the settings, and has the engine look again. */
export function configuredThenLook(change: Partial<DeviceConfig>) {
  return async (bench: Bench): Promise<void> => {
    configure(bench, change);
    await look(bench);
  };
}

/** Changes something back, and approves the returned note again. */
export function afterUndoing(undo: (bench: Bench) => void) {
  return async (bench: Bench, path: string): Promise<void> => {
    undo(bench);
    await quiet(bench.engine);
    await look(bench);
    await approve(bench, path);
  };
}

/** Rewrites the plan. */
export const editPlan = (from: string | RegExp, to: string) => (bench: Bench) => {
  rewrite(bench.world, plan, (text) => text.replace(from, to));
};
