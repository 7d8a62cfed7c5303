/** One check of a scenario, as the suite writes it. */
export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
  readonly description?: string;
}

/** What a run of the suite found: the checks of each scenario. `null`: the scenario broke off. */
export type Scenarios = ReadonlyMap<string, readonly Check[] | null>;

/** What of the suite does not apply to our server. */
export interface NotApplying {
  readonly because: string;
  /** The versions in which the suite has it; default: all. */
  readonly only?: string;
  /** A scenario, or `scenario:check` where the others of its checks apply. */
  readonly what: readonly string[];
}

export interface Verdict {
  readonly passed: readonly string[];
  readonly notApplying: readonly string[];
  readonly faults: readonly string[];
}

/** The suite adds this one to each scenario: whatever is asked, what we answer has the form of MCP. */
const always = 'wire-schema-valid';

/** Every scenario passes, or is listed; what is listed does fail, so that the list says nothing old. */
export function judgeConformance(
  version: string,
  scenarios: Scenarios,
  list: readonly NotApplying[],
): Verdict {
  const listed = new Set(
    list.filter(({ only = version }) => only === version).flatMap(({ what }) => what),
  );
  const passed: string[] = [];
  const notApplying: string[] = [];
  const faults: string[] = [];
  const used = new Set<string>();
  for (const [scenario, checks] of scenarios) {
    if (checks === null) {
      faults.push(`${scenario} broke off.`);
      continue;
    }
    const wrong = checks
      .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      .filter(({ id }) => {
        const entry = [`${scenario}:${id}`, ...(id === always ? [] : [scenario])].find((one) =>
          listed.has(one),
        );
        if (entry !== undefined) used.add(entry);
        return entry === undefined;
      });
    const shows = checks.some(({ id, status }) => status === 'SUCCESS' && id !== always);
    if (wrong.length > 0) {
      faults.push(...wrong.map((check) => `${scenario}:${check.id} failed. ${reasonOf(check)}`));
    } else if (listed.has(scenario) || !shows) notApplying.push(scenario);
    else passed.push(scenario);
  }
  for (const entry of listed) {
    if (used.has(entry)) continue;
    const [scenario = ''] = entry.split(':');
    const why = scenarios.has(scenario) ? 'does not fail' : 'is not in the suite';
    faults.push(`${entry} is listed as not applying, but ${why}: take it off the list.`);
  }
  return { passed, notApplying, faults };
}

function reasonOf({ errorMessage, description }: Check): string {
  return errorMessage ?? description ?? '';
}
