import type { Script } from './command.js';
import { generateScript } from './generate.js';
import { runScript } from './run-script.js';
import { scenarios } from './scenarios.js';

/** A script that broke a rule. */
export interface Failure {
  readonly seed: number;
  readonly episode: number;
  readonly script: Script;
  readonly violation: string;
}

/** What a simulation came to. */
export interface Figures {
  steps: number;
  episodes: number;
  calls: number;
  /** How many episodes saw each scenario. */
  readonly reached: Map<string, number>;
  readonly failures: Failure[];
}

export function emptyFigures(): Figures {
  const reached = new Map(scenarios.map(({ name }) => [name, 0]));
  return { steps: 0, episodes: 0, calls: 0, reached, failures: [] };
}

/** Adds the figures of one part of a simulation to those of the whole. */
export function addFigures(whole: Figures, part: Figures): void {
  whole.steps += part.steps;
  whole.episodes += part.episodes;
  whole.calls += part.calls;
  for (const [name, count] of part.reached) {
    whole.reached.set(name, (whole.reached.get(name) ?? 0) + count);
  }
  whole.failures.push(...part.failures);
}

/** Names of the scenarios that nobody saw. */
export function neverReached({ reached }: Figures): readonly string[] {
  return [...reached].flatMap(([name, count]) => (count === 0 ? [name] : []));
}

/** Plays the episodes of one seed, each in a fresh world, until so many steps were taken. */
export async function simulateSeed(seed: number, steps: number): Promise<Figures> {
  const figures = emptyFigures();
  for (let episode = 0; figures.steps < steps; episode += 1) {
    const script = generateScript(seed, episode);
    const outcome = await runScript(script);
    figures.steps += outcome.steps;
    figures.episodes += 1;
    figures.calls += outcome.calls;
    for (const { name, isIn } of scenarios) {
      if (isIn(outcome.happenings)) figures.reached.set(name, (figures.reached.get(name) ?? 0) + 1);
    }
    if (outcome.violation !== null) {
      figures.failures.push({ seed, episode, script, violation: outcome.violation });
    }
  }
  return figures;
}

/**
 * Plays seeds in turn. What they come to see is chance: as long as a scenario is missing, up to as many
 * further ones follow.
 */
export async function simulate(seeds: readonly number[], steps: number): Promise<Figures> {
  const figures = emptyFigures();
  for (const seed of seeds) addFigures(figures, await simulateSeed(seed, steps));
  const last = Math.max(...seeds);
  for (let more = 1; more <= seeds.length && neverReached(figures).length > 0; more += 1) {
    addFigures(figures, await simulateSeed(last + more, steps));
  }
  return figures;
}
