import { bridgeMutations } from './bridge-mutations.js';
import { checkMutations } from './check-mutations.js';
import { designMutations } from './design-mutations.js';
import { foreignMutations } from './foreign-mutations.js';
import type { Mutation } from './mutation.js';
import { peopleMutations } from './people-mutations.js';

/** Every fault that the tests of the gate must notice. */
export const mutations: readonly Mutation[] = [
  ...checkMutations,
  ...designMutations,
  ...peopleMutations,
  ...bridgeMutations,
  ...foreignMutations,
];
