import { absenceMutations } from './ledgers/absence-mutations.js';
import { actingMutations } from './ledgers/acting-mutations.js';
import { contestMutations } from './ledgers/contest-mutations.js';
import { bridgeMutations } from './bridges/bridge-mutations.js';
import { checkMutations } from './gate/check-mutations.js';
import { designMutations } from './gate/design-mutations.js';
import { deviceMutations } from './ledgers/device-mutations.js';
import { doubtMutations } from './gate/doubt-mutations.js';
import { filingMutations } from './gate/filing-mutations.js';
import { floodMutations } from './bridges/flood-mutations.js';
import { foreignMutations } from './gate/foreign-mutations.js';
import { hearingMutations } from './ledgers/hearing-mutations.js';
import { journalMutations } from './ledgers/journal-mutations.js';
import { launchMutations } from './bridges/launch-mutations.js';
import { lastMomentMutations } from './gate/last-moment-mutations.js';
import { elsewhereMutations } from './ledgers/elsewhere-mutations.js';
import { wantedMutations } from './gate/wanted-mutations.js';
import { standingMutations } from './gate/standing-mutations.js';
import type { Mutation } from './mutation.js';
import { outcomeMutations } from './gate/outcome-mutations.js';
import { peopleMutations } from './gate/people-mutations.js';
import { permissionMutations } from './gate/permission-mutations.js';
import { pinMutations } from './gate/pin-mutations.js';
import { readingMutations } from './ledgers/reading-mutations.js';
import { remoteMutations } from './gate/remote-mutations.js';
import { ruleMutations } from './gate/rule-mutations.js';
import { stepMutations } from './gate/step-mutations.js';
import { trailMutations } from './ledgers/trail-mutations.js';

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
  ...permissionMutations,
  ...pinMutations,
  ...journalMutations,
  ...ruleMutations,
  ...trailMutations,
  ...absenceMutations,
];
