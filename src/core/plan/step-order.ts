import { isSetAside, type Step, type StepRef } from './plan.js';

type OrderedStep = Pick<Step, 'id' | 'position' | 'after' | 'done'>;

interface Roadmap<S extends OrderedStep = Step> {
  readonly steps: readonly S[];
}

type StepFinder<S> = (ref: StepRef) => S | null;

/** Returns a function that finds a step by position or block id. */
export function stepFinder<S extends OrderedStep>(plan: Roadmap<S>): StepFinder<S> {
  const byId = new Map<string, S>();
  for (const step of plan.steps) if (step.id !== null) byId.set(step.id.toLowerCase(), step);
  return (ref) =>
    ('position' in ref ? plan.steps[ref.position - 1] : byId.get(ref.id.toLowerCase())) ?? null;
}

export function stepByRef(plan: Roadmap, ref: StepRef): Step | null {
  return stepFinder(plan)(ref);
}

/** Finds a step by position or block id, such as `4`, `'4'`, `'s4'` or `'^s4'`. */
export function findStep(plan: Roadmap, ref: number | string): Step | null {
  if (typeof ref === 'number') return stepByRef(plan, { position: ref });
  const name = ref.trim().replace(/^\^/u, '');
  const byId = name === '' ? null : stepByRef(plan, { id: name });
  return byId ?? (/^\d{1,6}$/u.test(name) ? stepByRef(plan, { position: Number(name) }) : null);
}

/** Returns each step as a person sees it: box, ✋, words, and which steps must come first. */
export function shownSteps(plan: Roadmap): readonly string[] {
  const find = stepFinder(plan);
  return plan.steps.map(({ mark, gated, text, after }) => {
    const names = after?.map((ref) => find(ref)?.position ?? ('id' in ref ? ref.id : ref.position));
    const order = names ? ` (after ${names.join(', ')})` : '';
    return `[${mark}] ${gated ? '✋ ' : ''}${text}${order}`;
  });
}

/** Returns a function that tells whether `other` must come before `step`. */
export function stepOrder<S extends OrderedStep>(
  plan: Roadmap<S>,
): (step: S) => (other: S) => boolean {
  const find = stepFinder(plan);
  return ({ after, position }) => {
    const declared = after === null ? null : declaredSteps(after, find);
    return (other) => declared?.includes(other) ?? other.position < position;
  };
}

export function openDependencies<S extends OrderedStep>(plan: Roadmap<S>, step: S): S[] {
  const comesBefore = stepOrder(plan)(step);
  return plan.steps.filter((other) => !other.done && comesBefore(other));
}

/** Returns the step to work on next. Null if there is none. */
export function currentStep(plan: Roadmap): Step | null {
  const first = plan.steps.find((step) => !step.done) ?? null;
  const open = plan.steps.filter(({ done, mark }) => !done && !isSetAside(mark));
  if (first === null || (first === open[0] && first.after === null)) return first;
  const find = stepFinder(plan);
  for (const step of open) {
    if (step.after === null) continue;
    const declared = declaredSteps(step.after, find);
    if (declared === null ? step === first : declared.every((other) => other.done)) return step;
  }
  return open[0] ?? null;
}

/** Returns steps that wait for each other in a circle. Null if there are none. */
export function dependencyCycle(plan: Roadmap): Step[] | null {
  const { steps } = plan;
  if (steps.every((step) => step.after === null)) return null;
  const find = stepFinder(plan);
  // The first nodes are the steps. Each later node means “the first n steps are done”, for n from 0.
  const count = steps.length;
  const waitsFor = (node: number): number[] => {
    if (node >= count) {
      const prefix = node - count;
      return prefix === 0 ? [] : [prefix - 1, node - 1];
    }
    const step = steps[node];
    if (step === undefined || step.done) return [];
    const declared = step.after === null ? null : declaredSteps(step.after, find);
    return declared?.map((other) => other.position - 1) ?? [count + node];
  };
  const cycle = findCycle(2 * count + 1, waitsFor);
  const inCycle = cycle?.flatMap((node) => (node < count ? (steps[node] ?? []) : []));
  return inCycle ?? null;
}

export function declaredSteps<S>(refs: readonly StepRef[], find: StepFinder<S>): S[] | null {
  const steps = refs.map(find);
  return steps.every((step) => step !== null) ? steps : null;
}

function findCycle(size: number, edges: (node: number) => readonly number[]): number[] | null {
  const state = new Uint8Array(size);
  const [UNSEEN, ON_PATH, FINISHED] = [0, 1, 2];
  for (let root = 0; root < size; root += 1) {
    if (state[root] !== UNSEEN) continue;
    const path = [{ node: root, targets: edges(root), next: 0 }];
    state[root] = ON_PATH;
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const target = top.targets[top.next];
      top.next += 1;
      if (target === undefined) {
        state[top.node] = FINISHED;
        path.pop();
      } else if (state[target] === ON_PATH) {
        const nodes = path.map(({ node }) => node);
        return nodes.slice(nodes.indexOf(target));
      } else if (state[target] === UNSEEN) {
        state[target] = ON_PATH;
        path.push({ node: target, targets: edges(target), next: 0 });
      }
    }
  }
  return null;
}
