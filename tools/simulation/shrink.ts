import type { Command, Script } from './command.js';
import { runScript } from './run-script.js';

/** The rule that a violation breaks: what stands before its first colon. */
export function ruleOf(violation: string): string {
  return violation.split(':')[0] ?? violation;
}

const mostRuns = 2_000;

/**
 * The shortest script that can be found by leaving commands out (delta debugging) and still breaks the
 * same rule.
 */
export async function shrink(script: Script, rule: string): Promise<Script> {
  let runs = 0;
  const fails = async (commands: readonly Command[]): Promise<boolean> => {
    runs += 1;
    const { violation } = await runScript({ ...script, commands });
    return violation !== null && ruleOf(violation) === rule;
  };
  let { commands } = script;
  for (let size = Math.ceil(commands.length / 2); size >= 1;) {
    let shorter: readonly Command[] | null = null;
    for (let at = 0; at < commands.length && runs < mostRuns; at += size) {
      const rest = [...commands.slice(0, at), ...commands.slice(at + size)];
      if (rest.length < commands.length && (await fails(rest))) {
        shorter = rest;
        break;
      }
    }
    if (shorter) commands = shorter;
    else if (size === 1) break;
    else size = Math.ceil(size / 2);
  }
  return { ...script, commands: await fewerSteps(commands, fails) };
}

/** Runs that end earlier, where that makes no difference. */
async function fewerSteps(
  commands: readonly Command[],
  fails: (commands: readonly Command[]) => Promise<boolean>,
): Promise<readonly Command[]> {
  let shortest = commands;
  for (const [at, command] of commands.entries()) {
    if (command.do !== 'run') continue;
    for (const steps of [2, 5, 10, 20, 40, 80]) {
      if (steps >= command.steps) break;
      const tried = shortest.with(at, { ...command, steps });
      if (!(await fails(tried))) continue;
      shortest = tried;
      break;
    }
  }
  return shortest;
}
