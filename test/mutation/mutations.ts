import { absenceMutations } from './absence-mutations.js';
import { actingMutations } from './acting-mutations.js';
import { contestMutations } from './contest-mutations.js';
import { bridgeMutations } from './bridge-mutations.js';
import { checkMutations } from './check-mutations.js';
import { designMutations } from './design-mutations.js';
import { deviceMutations } from './device-mutations.js';
import { doubtMutations } from './doubt-mutations.js';
import { filingMutations } from './filing-mutations.js';
import { floodMutations } from './flood-mutations.js';
import { foreignMutations } from './foreign-mutations.js';
import { hearingMutations } from './hearing-mutations.js';
import { journalMutations } from './journal-mutations.js';
import { launchMutations } from './launch-mutations.js';
import { lastMomentMutations } from './last-moment-mutations.js';
import { elsewhereMutations } from './elsewhere-mutations.js';
import { wantedMutations } from './wanted-mutations.js';
import { standingMutations } from './standing-mutations.js';
import type { Mutation } from './mutation.js';
import { outcomeMutations } from './outcome-mutations.js';
import { peopleMutations } from './people-mutations.js';
import { pinMutations } from './pin-mutations.js';
import { readingMutations } from './reading-mutations.js';
import { remoteMutations } from './remote-mutations.js';
import { ruleMutations } from './rule-mutations.js';
import { stepMutations } from './step-mutations.js';
import { trailMutations } from './trail-mutations.js';

/** Every fault that the tests of the gate must notice. */
export const mutations: readonly Mutation[] = [
  ...checkMutations,
  ...designMutations,
  ...filingMutations,
  ...lastMomentMutations,
  ...elsewhereMutations,
  ...standingMutations,
  ...wantedMutations,
  ...deviceMutations,
  ...actingMutations,
  ...contestMutations,
  ...hearingMutations,
  ...readingMutations,
  ...peopleMutations,
  ...doubtMutations,
  ...stepMutations,
  ...bridgeMutations,
  ...launchMutations,
  ...floodMutations,
  ...foreignMutations,
  ...outcomeMutations,
  ...remoteMutations,
  ...pinMutations,
  ...journalMutations,
  ...ruleMutations,
  ...trailMutations,
  ...absenceMutations,
];
