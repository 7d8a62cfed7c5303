import listed from '../../test/checks/requirements/silver-mutations.json' with { type: 'json' };
import { beliefMutations } from './silver/belief-mutations.js';
import { briefMutations } from './silver/brief-mutations.js';
import { decisionMutations } from './silver/decision-mutations.js';
import { loopMutations } from './silver/loop-mutations.js';
import { missionMutations } from './silver/mission-mutations.js';
import type { Mutation } from './mutation.js';
import { mutations } from './mutations.js';
import { noteMutations } from './silver/note-mutations.js';
import { requestMutations } from './silver/request-mutations.js';
import { seedMutations } from './silver/seed-mutations.js';
import { twinMutations } from './silver/twin-mutations.js';

/** Faults outside of the gate, each in something that the Silver specification asks for. */
export const ownMutations: readonly Mutation[] = [
  ...briefMutations,
  ...noteMutations,
  ...missionMutations,
  ...requestMutations,
  ...seedMutations,
  ...twinMutations,
  ...loopMutations,
  ...decisionMutations,
  ...beliefMutations,
];

/** Every fault that the tests of the Silver requirements must notice, with those requirements. */
export const silverMutations: readonly Mutation[] = [...mutations, ...ownMutations].flatMap(
  (mutation) => {
    const requirements = Object.entries(listed.mutations).flatMap(([id, names]) =>
      names.includes(mutation.name) ? [id] : [],
    );
    return requirements.length === 0 ? [] : [{ ...mutation, requirements }];
  },
);
